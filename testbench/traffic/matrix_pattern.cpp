#include "testbench/traffic/matrix_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "hw/config/data_file.h"

namespace switchyard {
namespace {

constexpr RealRange kLegalWeight{0, 1e100};  ///< Their sums are numbers, too.

void read_square(DataFile& file, NodeId node_count, std::vector<MatrixEntry>& entries) {
  NodeId rows = 0;
  for (; rows < node_count && file.next(); ++rows) {
    for (NodeId column = 0; column < node_count; ++column) {
      if (column >= file.fields()) {
        file.fail(column, fmt::format("row {} has {} of {} columns", rows, column, node_count));
        break;
      }
      const auto weight = file.real(column, kLegalWeight);
      if (weight && *weight != 0) entries.push_back({rows, column, *weight});
    }
  }
  if (file.next()) {
    file.fail(0, fmt::format("the network has only {} terminals, and each has its row", node_count));
  } else if (rows < node_count && file.sound()) {
    file.fail(0, fmt::format("the file ends after {} of {} rows", rows, node_count));
  }
}

void read_list(DataFile& file, NodeId node_count, std::vector<MatrixEntry>& entries) {
  const IntRange legal_node{0, node_count - 1};
  std::unordered_set<std::uint64_t> pairs;
  while (file.next()) {
    const auto source = file.number(0, legal_node);
    const auto destination = file.number(1, legal_node);
    const auto weight = file.real(2, kLegalWeight);
    if (!source || !destination || !weight) continue;
    if (!pairs.insert(static_cast<std::uint64_t>(*source) * node_count + *destination).second)
      file.fail(0, fmt::format("{} to {} has its weight already", *source, *destination));
    entries.push_back({static_cast<NodeId>(*source), static_cast<NodeId>(*destination), *weight});
  }
}

bool sends_anything(const std::vector<MatrixEntry>& entries) {
  return std::any_of(entries.begin(), entries.end(), [](const MatrixEntry& entry) {
    return entry.weight != 0 && entry.source != entry.destination;
  });
}

/// The first entry that this network cannot carry.
const MatrixEntry* find_impossible(const std::vector<MatrixEntry>& entries, const Topology& topology) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const MatrixEntry& entry) {
    return entry.weight != 0 && entry.source != entry.destination &&
           !(topology.attachment(entry.source).sends() && topology.attachment(entry.destination).receives());
  });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

MatrixPattern::MatrixPattern(NodeId node_count, std::vector<MatrixEntry> entries)
    : first_(node_count + 1, 0) {
  std::erase_if(entries, [](const MatrixEntry& entry) {
    return entry.weight == 0 || entry.source == entry.destination;
  });
  std::sort(entries.begin(), entries.end(), [](const MatrixEntry& a, const MatrixEntry& b) {
    return std::tuple(a.source, a.destination) < std::tuple(b.source, b.destination);
  });
  auto entry = entries.begin();
  for (NodeId source = 0; source < node_count; ++source) {
    double sum = 0;
    for (; entry != entries.end() && entry->source == source; ++entry)
      shares_.push_back({entry->destination, sum += entry->weight});
    first_[source + 1] = shares_.size();
    largest_sum_ = std::max(largest_sum_, sum);
  }
}

std::optional<NodeId> MatrixPattern::destination(NodeId source, RandomStream& stream) const {
  const auto begin = shares_.begin() + static_cast<std::ptrdiff_t>(first_[source]);
  const auto end = shares_.begin() + static_cast<std::ptrdiff_t>(first_[source + 1]);
  if (begin == end) return std::nullopt;
  // A draw that is rounded up to the whole sum belongs to the last.
  const double drawn = stream.unit() * sum(source);
  return std::upper_bound(begin, end - 1, drawn, [](double u, const Share& share) { return u < share.up_to; })
      ->destination;
}

double MatrixPattern::probability(NodeId source, NodeId destination) const {
  const auto begin = shares_.begin() + static_cast<std::ptrdiff_t>(first_[source]);
  const auto end = shares_.begin() + static_cast<std::ptrdiff_t>(first_[source + 1]);
  const auto share = std::lower_bound(
      begin, end, destination, [](const Share& entry, NodeId node) { return entry.destination < node; });
  if (share == end || share->destination != destination) return 0;
  return (share->up_to - (share == begin ? 0 : (share - 1)->up_to)) / sum(source);
}

std::vector<MatrixEntry> read_matrix(std::istream& text, const std::string& file_name, NodeId node_count,
                                     std::vector<std::string>& faults) {
  std::vector<MatrixEntry> entries;
  DataFile file(text, file_name, {"source", "destination", "weight"}, faults);
  if (file.begins_with_header()) {
    read_list(file, node_count, entries);
  } else {
    std::vector<std::string> columns;
    for (NodeId node = 0; node < node_count; ++node) columns.push_back("weight to " + std::to_string(node));
    file.rename_columns(std::move(columns));
    read_square(file, node_count, entries);
  }
  if (faults.empty() && !sends_anything(entries)) file.fail(0, "no terminal sends to another");
  return entries;
}

std::shared_ptr<const Pattern> build_matrix(const TrafficContext& context) {
  const ConfigNode name = context.config.child(
      "matrix_file", {"",
                      "weights of what terminals send to each other: CSV with a row per source and a column "
                      "per destination, or with the header `source,destination,weight`",
                      "a file"});
  const std::filesystem::path file = name.as_file();
  if (context.topology == nullptr || !name.sound()) return nullptr;
  std::ifstream text(file);
  std::vector<std::string> faults;
  const TerminalId terminals = context.topology->terminal_count();
  std::vector<MatrixEntry> entries = read_matrix(text, file.string(), terminals, faults);
  report(faults, name);
  if (!faults.empty()) return nullptr;
  if (const MatrixEntry* const entry = find_impossible(entries, *context.topology)) {
    name.fail(
        fmt::format("{}: terminal {} cannot send to terminal {}, as one of them only sends or only "
                    "receives",
                    name.path(), entry->source, entry->destination));
    return nullptr;
  }
  return std::make_shared<MatrixPattern>(terminals, std::move(entries));
}

}  // namespace switchyard
