#include "testbench/packets/packet_file.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "testbench/file/number_in.h"
#include "testbench/wave/port_names.h"

namespace switchyard {
namespace {

constexpr std::string_view kHeader =
    "packet,source,destination,flits,event,cycle,node,port,port_name,vc,class";
enum Column : std::size_t {
  kPacket,
  kSource,
  kDestination,
  kFlits,
  kEvent,
  kCycle,
  kNode,
  kPort,
  kPortName,
  kVc,
  kClass
};
constexpr std::size_t kColumns = 11;
using Fields = std::array<std::string_view, kColumns>;

std::optional<Fields> fields_of(std::string_view line) {
  Fields fields;
  for (std::size_t column = 0; column < kColumns; ++column) {
    const std::size_t end = line.find(',');
    const bool is_last = column + 1 == kColumns;
    if (is_last != (end == std::string_view::npos)) return std::nullopt;
    fields[column] = line.substr(0, end);
    if (!is_last) line.remove_prefix(end + 1);
  }
  return fields;
}

/// Calls `visit` with each packet of the file, in its order, until that is false. The lines of a packet are
/// neighbours.
template <class Visit>
void visit_stories(const std::filesystem::path& file, const Visit& visit) {
  LineReader lines(file);
  std::string line;
  if (!lines.next(line) || line != kHeader)
    throw std::invalid_argument(file.string() +
                                " is no file of `switchyard run --packets`: its first line is not " +
                                std::string(kHeader));
  PacketStory story;
  while (lines.next(line)) {
    const auto fields = fields_of(line);
    const auto number = fields ? number_in<std::uint64_t>((*fields)[kPacket]) : std::nullopt;
    const auto flits = fields ? number_in<std::uint64_t>((*fields)[kFlits]) : std::nullopt;
    const auto cycle = fields ? number_in<std::uint64_t>((*fields)[kCycle]) : std::nullopt;
    if (!number || *number > std::numeric_limits<PacketId>::max() || !flits || !cycle)
      throw std::invalid_argument(
          fmt::format("{}:{}: the line is damaged: '{}'", file.string(), lines.number(), line));
    if (*number != story.packet && !story.events.empty()) {
      if (!visit(story)) return;
      story = {};
    }
    const auto text = [&](Column column) { return std::string((*fields)[column]); };
    if (story.events.empty())
      story = {static_cast<PacketId>(*number), text(kSource), text(kDestination), *flits, text(kClass), {}};
    story.events.push_back({text(kEvent), *cycle, text(kNode), text(kPortName), text(kVc)});
  }
  if (!story.events.empty()) visit(story);
}

}  // namespace

PacketFile::PacketFile(const std::filesystem::path& file, const Topology& topology,
                       std::vector<std::string> class_names)
    : file_(file),
      topology_(topology),
      port_names_(topology.node_count()),
      class_names_(std::move(class_names)) {
  file_.write(std::string(kHeader) + '\n');
}

void PacketFile::write(const PacketWay& way) {
  packet_ = fmt::format(FMT_COMPILE("{},{},{},{},"), way.packet, way.source, way.destination, way.flits);
  class_ = way.label < class_names_.size() ? class_names_[way.label] : std::to_string(way.label);
  const PortRef entry = topology_.attachment(way.source).entry;
  write_event("created", way.created, entry, "");
  if (way.injected == kNever) return;
  write_event("injected", way.injected, entry,
              way.routers.empty() ? "" : std::to_string(way.routers.front().vc));
  for (std::size_t i = 1; i < way.routers.size(); ++i) {
    const PacketHop& hop = way.routers[i];
    write_event("hop", hop.cycle, hop.at, std::to_string(hop.vc));
  }
  if (way.ejected == kNever) return;
  write_event("ejected", way.ejected, topology_.attachment(way.destination).exit,
              std::to_string(way.ejected_on));
}

void PacketFile::write_event(const char* event, Cycle cycle, PortRef at, const std::string& vc) {
  file_.write(fmt::format(FMT_COMPILE("{}{},{},{},{},{},{},{}\n"), packet_, event, cycle, at.node, at.port,
                          port_name(at), vc, class_));
}

const std::string& PacketFile::port_name(PortRef port) {
  std::vector<std::string>& names = port_names_[port.node];
  if (names.empty()) names = port_names(topology_, port.node);
  return names[port.port];
}

PacketStory find_packet(const std::filesystem::path& file, PacketId packet) {
  std::optional<PacketStory> found;
  visit_stories(file, [&](PacketStory& story) {
    if (story.packet == packet) found = std::move(story);
    return !found;
  });
  if (!found) throw std::invalid_argument(fmt::format("{} has no packet {}", file.string(), packet));
  return std::move(*found);
}

std::vector<PacketStory> slowest_packets(const std::filesystem::path& file, std::size_t count) {
  std::vector<PacketStory> slowest;
  visit_stories(file, [&](PacketStory& story) {
    const bool full = slowest.size() == count;
    if (!story.arrived() || (full && (count == 0 || story.cycles() <= slowest.back().cycles()))) return true;
    if (full) slowest.pop_back();
    const auto at =
        std::upper_bound(slowest.begin(), slowest.end(), story.cycles(),
                         [](Cycle cycles, const PacketStory& other) { return cycles > other.cycles(); });
    slowest.insert(at, std::move(story));
    return true;
  });
  return slowest;
}

}  // namespace switchyard
