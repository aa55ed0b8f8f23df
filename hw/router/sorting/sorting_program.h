#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace switchyard {

/// A pass over all bits of the index, or a sort: all processors do the same exchanges.
enum class Primitive : std::uint8_t {
  Rank,         ///< Counts the marked processors below each; upwards.
  Leaders,      ///< Finds the first and the last of processors with one destination; upwards.
  Concentrate,  ///< Takes records to the processors `rank`; upwards.
  Distribute,   ///< Takes records to their destinations; downwards.
  Generalize,  ///< Copies records to all from the one after `high` of the record before to `high`; downwards.
  ShiftUp,     ///< Takes every record to the next processor; upwards.
  ShiftDown,   ///< To the one before.
  Sort,        ///< By destination and issuer; bitonic.
  SortByIssuer
};

inline const std::array<std::string, 9> kPrimitives{"rank",       "leaders",    "concentrate",
                                                    "distribute", "generalize", "shift up",
                                                    "shift down", "sort",       "sort by issuer"};

constexpr bool is_sort(Primitive primitive) {
  return primitive == Primitive::Sort || primitive == Primitive::SortByIssuer;
}

/// What a processor does by itself before a primitive, in no time.
enum class LocalStep : std::uint8_t {
  None,
  KeepRequest,  ///< A copy of the record stays here.
  LastLeads,    ///< Of a group the last record goes on, to the number of the group.
  FirstLeads,   ///< The first one.
  AllGo,        ///< All that want something, to the number of their group; those that meet become one.
  Fetch,        ///< The record gets the word of memory that is here.
  TakeReply,    ///< The request that was kept, with the value that has come for its group.
  Store         ///< The word of memory becomes the value of the record.
};

struct SortingPhase {
  LocalStep before = LocalStep::None;
  Primitive primitive = Primitive::Rank;
};

/// What an exchange machine runs.
struct SortingProgram {
  enum class Kind : std::uint8_t {
    Rank,
    Leaders,
    Concentrate,
    Distribute,
    Generalize,
    ShiftUp,
    ShiftDown,
    Sort,
    Read,          ///< Random access read: any number may want one word.
    WriteLeast,    ///< Random access write: of several for one word the least issuer's arrives.
    WriteCombined  ///< All arrive, as one: their values are added.
  };
  static inline const std::array<std::string, 11> kKinds{
      "rank",       "leaders", "concentrate", "distribute",  "generalize",    "shift_up",
      "shift_down", "sort",    "read",        "write_least", "write_combined"};

  std::vector<SortingPhase> phases;
  LocalStep after = LocalStep::None;

  static SortingProgram of(Kind kind);
};

}  // namespace switchyard
