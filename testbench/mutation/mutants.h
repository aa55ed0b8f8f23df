#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace switchyard {

/// One edit of a SystemVerilog module.
struct Mutant {
  std::string name;  ///< signal:operator, or signal:operator:n from the second such edit on.
  int line;          ///< From 1.
  std::size_t offset;
  std::size_t length;
  std::string replacement;  ///< Of `length` characters from `offset` on.
};

/// All edits of the body of a module, by fixed rules, in the order of the source.
///
/// A name tells the signal that is assigned, the instance and its port, or `if` or `for`, and then the rule;
/// it does not change when lines move. Declarations, parameters, assertions and comments are left alone. The
/// source must be in the style of rtl/: one module per file, named ports.
///
/// Rules, in expressions:    and_to_or, or_to_and, land_to_lor, lor_to_land, eq_to_ne, ne_to_eq, lt_to_le,
///                           le_to_lt, gt_to_ge, ge_to_gt, plus_to_minus, minus_to_plus, shl_to_shr,
///                           shr_to_shl, not_dropped, left_dropped and right_dropped (an operand with its
///                           operator), arms_swapped (of ?:), zeros_to_ones, ones_to_zeros, one_more (a
///                           number), next_index.
/// In statements:            assignment_dropped, stuck_at_0, stuck_at_1, negated (an if), always and never,
///                           starts_late and ends_early (a loop).
/// In instances:             tied_to_0 (an input), open (an output).
std::vector<Mutant> mutants_of(std::string_view source);

/// The source with the edit.
std::string mutated(std::string_view source, const Mutant& mutant);

}  // namespace switchyard
