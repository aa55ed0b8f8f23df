#include "testbench/timeline/timeline.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace switchyard {
namespace {

/// What the last three are in Timeline::kind_of_port_.
std::vector<std::size_t> kinds_of_ports(const Topology& topology, const LinkGroups& links,
                                        std::size_t injecting, std::size_t ejecting, std::size_t unused) {
  std::vector<std::size_t> kinds;
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    for (PortId port = 0; port < topology.port_count(); ++port) {
      const int channel = topology.channel_to({node, port});
      kinds.push_back(channel >= 0                            ? links.of_channel[channel]
                      : topology.entry_ports(node).test(port) ? injecting
                                                              : unused);
    }
  }
  kinds.insert(kinds.end(), topology.terminal_count(), ejecting);
  return kinds;
}

/// The channel that arrives at each port, and -1 for each terminal.
std::vector<int> channels_of_ports(const Topology& topology) {
  std::vector<int> channels;
  for (NodeId node = 0; node < topology.node_count(); ++node)
    for (PortId port = 0; port < topology.port_count(); ++port)
      channels.push_back(topology.channel_to({node, port}));
  channels.insert(channels.end(), topology.terminal_count(), -1);
  return channels;
}

std::string header_of(const LinkGroups& links) {
  std::string text = "begin,end,phase,injected,ejected,in_flight,waiting,links";
  if (links.groups.size() > 1) {
    for (const LinkGroup& group : links.groups) text += ',' + group.name;
  }
  return text + '\n';
}

std::string line_of(const TimelineSample& sample, const std::string& phase, const LinkGroups& links) {
  std::string text = fmt::format(FMT_COMPILE("{},{},{},{},{},{},"), sample.begin, sample.end, phase,
                                 sample.injected, sample.ejected, sample.in_flight);
  if (sample.waiting) text += std::to_string(*sample.waiting);
  const auto out = std::back_inserter(text);
  fmt::format_to(out, FMT_COMPILE(",{:.6f}"), sample.utilisation(links));
  if (links.groups.size() > 1) {
    for (std::size_t group = 0; group < links.groups.size(); ++group)
      fmt::format_to(out, FMT_COMPILE(",{:.6f}"), sample.utilisation(links, group));
  }
  return text + '\n';
}

}  // namespace

PacketsNow packets_now(const Scoreboard& scoreboard) {
  const std::uint64_t injected = scoreboard.injected_packets();
  return {injected - scoreboard.log().delivered(), scoreboard.log().created() - injected};
}

Timeline::Timeline(const Design& design, Cycle cycles, const std::filesystem::path& file)
    : cycles_(cycles),
      links_(link_groups_of(design)),
      injecting_(links_.groups.size()),
      ejecting_(injecting_ + 1),
      unused_(ejecting_ + 1),
      next_look_(std::min(cycles, kLongestLook)),
      file_(file),
      channels_file_(file.parent_path() / (file.stem().string() + "_channels.csv")) {
  kind_of_port_ = kinds_of_ports(*design.topology, links_, injecting_, ejecting_, unused_);
  before_.resize(kind_of_port_.size());
  sample_.crossed.resize(links_.groups.size());
  if (design.topology->node_count() <= kMaxNodes) {
    channel_of_port_ = channels_of_ports(*design.topology);
    carried_.flits.resize(design.topology->channels().size());
  }
  file_.write(header_of(links_));
}

void Timeline::watch(const ArrivalCounts& counts, std::function<PacketsNow()> packets) {
  counts_ = &counts;
  packets_ = std::move(packets);
}

void Timeline::enter(const std::string& phase, Cycle from) { phases_.emplace_back(from, phase); }

void Timeline::look(Cycle now) {
  if (now < next_look_) return;
  read_counts();
  sample_.end = now;
  if (now == sample_.begin + cycles_) end_sample();
  next_look_ = std::min(sample_.begin + cycles_, now + kLongestLook);
}

void Timeline::finish(Cycle now) {
  read_counts();
  sample_.end = now;
  if (now != sample_.begin) end_sample();
  write(held_.size());
  file_.complete();
}

void Timeline::commit() {
  if (!carried_.flits.empty())
    write_file(channels_file_, channel_samples_csv(of_channels_, carried_.flits.size()));
  file_.commit();
}

void Timeline::read_counts() {
  const std::vector<std::uint16_t> now = counts_->flits_per_port();
  std::vector<std::uint64_t> flits(unused_ + 1);
  for (std::size_t port = 0; port < now.size(); ++port)
    flits[kind_of_port_[port]] += static_cast<std::uint16_t>(now[port] - before_[port]);
  for (std::size_t port = 0; port < channel_of_port_.size(); ++port)
    if (const int channel = channel_of_port_[port]; channel >= 0)
      carried_.flits[channel] += static_cast<std::uint16_t>(now[port] - before_[port]);
  before_ = now;
  for (std::size_t group = 0; group < links_.groups.size(); ++group) sample_.crossed[group] += flits[group];
  sample_.injected += flits[injecting_];
  sample_.ejected += flits[ejecting_];
  inside_ += flits[injecting_] - flits[ejecting_];
}

void Timeline::end_sample() {
  sample_.in_flight = inside_;
  if (packets_) {
    const PacketsNow packets = packets_();
    sample_.in_flight = packets.in_flight;
    sample_.waiting = packets.waiting;
  }
  condensed_.add(sample_);
  held_.push_back(sample_);
  carried_.begin = sample_.begin;
  carried_.end = sample_.end;
  if (!carried_.flits.empty()) of_channels_.add(carried_);
  std::fill(carried_.flits.begin(), carried_.flits.end(), 0);
  ++count_;
  const Cycle end = sample_.end;
  sample_ = {};
  sample_.begin = end;
  sample_.crossed.resize(links_.groups.size());
  if (held_.size() == 2 * kLookBack) write(kLookBack);
}

/// The oldest ones.
void Timeline::write(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) file_.write(line_of(held_[i], phase_at(held_[i].begin), links_));
  held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(count));
}

const std::string& Timeline::phase_at(Cycle cycle) const {
  static const std::string kNone;
  if (phases_.empty()) return kNone;
  const auto later = std::upper_bound(phases_.begin(), phases_.end(), cycle,
                                      [](Cycle at, const auto& phase) { return at < phase.first; });
  return (later == phases_.begin() ? later : std::prev(later))->second;
}

}  // namespace switchyard
