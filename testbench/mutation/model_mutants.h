#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace switchyard {

/// A place of a C++ source with one of its edits, which a program chooses when it starts (a mutant schema).
struct ModelMutant {
  /// What the place is: it decides how the choice is written.
  enum class Form { Value, Condition, Statement };

  Form form;
  std::string rule;
  int first_line;  ///< From 1.
  int last_line;
  std::size_t begin;  ///< Of the text that is edited.
  std::size_t end;
  std::string edited;  ///< On one line; of a statement empty.
};

/// All places of a source, each with all its edits, in the order of the source.
///
/// Rules:    of operators    and_to_or, or_to_and, land_to_lor, lor_to_land, eq_to_ne, ne_to_eq,
///                           lt_to_le, le_to_lt, gt_to_ge, ge_to_gt, plus_to_minus, minus_to_plus,
///                           shl_to_shr, shr_to_shl,
///                           times_to_over, over_to_times, rest_to_over, up_to_down and down_to_up (++ and
///                           --), and the same of assignments (+=);
///           of values       one_more, one_less, true_to_false, false_to_true, min_to_max, max_to_min;
///           of conditions   negated (of an if, a while or a ?:), not_dropped;
///           of statements   dropped (an expression, an assignment, a break, a continue, a return without a
///           value).
/// Left out: what the compiler must know (constexpr variables, template arguments, case labels,
///           static_assert, enumerators), declarations, and texts. The source must be as clang-format leaves
///           it: an operator with a space on both sides is a binary one, and a `<` without a space before it
///           begins template arguments.
std::vector<std::vector<ModelMutant>> places_of(std::string_view source);

struct NumberedMutant {
  int number;
  ModelMutant mutant;
};

/// The source with a choice at each of the places, which must lie within each other or apart. Lines keep
/// their numbers. What it becomes needs testbench/mutation/chosen_mutant.h.
std::string with_choices(std::string_view source, const std::vector<NumberedMutant>& mutants);

}  // namespace switchyard
