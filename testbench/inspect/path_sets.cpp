#include "testbench/inspect/path_sets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

#include "hw/config/data_file.h"
#include "testbench/messages/message_stream.h"
#include "testbench/tree/communication_tree.h"
#include "testbench/tree/tree_slots.h"

namespace switchyard {
namespace {

/// The set of this name; a new one at the end if there is none.
PathSet& set_named(std::vector<PathSet>& sets, const std::string& name) {
  const auto found =
      std::find_if(sets.begin(), sets.end(), [&](const PathSet& set) { return set.name == name; });
  return found != sets.end() ? *found : sets.emplace_back(PathSet{name, {}});
}

void require_room(std::size_t paths) {
  if (paths >= kMaxPaths)
    throw std::invalid_argument(fmt::format("there are more than {} paths to compare", kMaxPaths));
}

/// The bits of a label: every terminal has one.
int dimension_of(const Topology& topology) {
  const TerminalId terminals = topology.terminal_count();
  if (!std::has_single_bit(terminals))
    throw std::invalid_argument(
        fmt::format("trees need a power of two of terminals, and there are {}", terminals));
  for (TerminalId t = 0; t < terminals; ++t) {
    const Attachment at = topology.attachment(t);
    if (!at.sends() || !at.receives())
      throw std::invalid_argument(
          fmt::format("trees need terminals that send and receive, and terminal {} does not", t));
  }
  return std::countr_zero(terminals);
}

/// Calls add(level, slot, path) for every message of a tree.
template <class Add>
void for_each_message(const CommunicationTree& tree, const TreeChoice& choice, Add&& add) {
  const auto slots =
      choice.slots ? std::optional(TreeSlots(tree, by_digits(tree.dimension(), 1))) : std::nullopt;
  for (int level = 0; level < tree.levels(); ++level) {
    for (const auto& [child, parent] : tree.messages(level)) {
      if (child == parent && !choice.to_itself) continue;
      const int slot = slots ? slots->slot(child, level) : 0;
      if (choice.ascend) add(level, slot, TerminalPath{child, parent});
      if (choice.descend) add(level, slot, TerminalPath{parent, child});
    }
  }
}

}  // namespace

std::vector<PathSet> sets_of_trees(const Topology& topology, const TreeChoice& choice) {
  const int dimension = dimension_of(topology);
  if (choice.descendants < 2 || !std::has_single_bit(static_cast<unsigned>(choice.descendants)))
    throw std::invalid_argument(
        fmt::format("a tree has a power of two of descendants, 2 or more, and not {}", choice.descendants));
  const int d = std::countr_zero(static_cast<unsigned>(choice.descendants));
  const TerminalId terminals = topology.terminal_count();
  if (d > dimension)
    throw std::invalid_argument(fmt::format(
        "a tree of {} descendants needs as many terminals, and there are {}", choice.descendants, terminals));
  if (d == 1 && dimension < 4)
    throw std::invalid_argument(
        fmt::format("a stretch needs 16 terminals at least, and there are {}", terminals));
  for (const TerminalId root : choice.roots) {
    if (root >= terminals)
      throw std::invalid_argument(fmt::format("root {} is no terminal: 0..{}", root, terminals - 1));
  }
  std::vector<PathSet> sets;
  PathSet all{"all levels", {}};
  for (const TerminalId root : choice.roots) {
    for_each_message(CommunicationTree(dimension, d, root), choice,
                     [&](int level, int slot, const TerminalPath& path) {
                       const std::string name =
                           choice.slots ? fmt::format("slot {}", slot) : fmt::format("level {}", level);
                       set_named(sets, name).paths.push_back(path);
                       all.paths.push_back(path);
                     });
  }
  std::stable_sort(sets.begin(), sets.end(), [](const PathSet& a, const PathSet& b) {
    return std::pair(a.name.size(), a.name) < std::pair(b.name.size(), b.name);
  });
  if (!choice.slots) sets.push_back(std::move(all));
  return sets;
}

std::vector<PathSet> read_paths(std::istream& text, const std::string& name, const Topology& topology) {
  std::vector<std::string> faults;
  DataFile file(text, name, {"source", "destination", "set"}, faults);
  if (file.begins_with_header()) file.next();
  const IntRange terminals{0, topology.terminal_count() - 1};
  std::vector<PathSet> sets;
  std::size_t count = 0;
  while (file.next()) {
    const auto source = file.number(0, terminals);
    const auto destination = file.number(1, terminals);
    if (!source || !destination) continue;
    const TerminalPath path{static_cast<TerminalId>(*source), static_cast<TerminalId>(*destination)};
    if (!topology.attachment(path.source).sends()) file.fail(0, "this terminal only receives");
    if (!topology.attachment(path.destination).receives()) file.fail(1, "this terminal only sends");
    require_room(++count);
    set_named(sets, file.has(2) ? std::string(file.text(2)) : "paths").paths.push_back(path);
  }
  if (!faults.empty()) throw std::invalid_argument(fmt::format("{}", fmt::join(faults, "\n")));
  if (sets.empty()) throw std::invalid_argument(name + " has no paths: lines of `source,destination`");
  return sets;
}

std::vector<PathSet> sets_of_traffic(const Experiment& experiment) {
  std::vector<PathSet> sets;
  std::size_t count = 0;
  if (experiment.injection.messages != nullptr) {
    const MessageGraph& graph = *experiment.injection.messages;
    const auto stream = graph.make_stream();
    for (GraphMessage message; stream->next(message);) {
      require_room(++count);
      const std::string name = message.label < graph.classes.size() ? graph.classes[message.label]
                                                                    : fmt::format("class {}", message.label);
      set_named(sets, name).paths.push_back({message.source, message.destination});
    }
    return sets;
  }
  if (experiment.injection.demand == nullptr)
    throw std::invalid_argument(
        "the configuration has neither a pattern nor messages: give --paths or --tree");
  PathSet all{"traffic", {}};
  const TerminalId terminals = experiment.design.topology->terminal_count();
  for (TerminalId from = 0; from < terminals; ++from) {
    for (TerminalId to = 0; to < terminals; ++to) {
      if (experiment.injection.demand->rate(from, to) == 0) continue;
      require_room(all.paths.size());
      all.paths.push_back({from, to});
    }
  }
  sets.push_back(std::move(all));
  return sets;
}

}  // namespace switchyard
