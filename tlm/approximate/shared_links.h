#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// What is reserved of the links: the flows of packets, whose flits take turns.
///
/// A flow is a packet on one link: so many flits, spread evenly from `start` to `finish`. Of two flows that
/// both have flits left, each gives the other a turn per flit of its own, until one of them is over: so a
/// new flow finishes later by what the others have left, but not more than it has itself, and so do they by
/// it. A flow that has slack, as its flits come slowly, is not put off as long as its share suffices. A turn
/// is a cycle, on a link that is narrower than a flit several.
class SharedLinks {
 public:
  struct Flow {
    Cycle start;
    Cycle finish;  ///< The last cycle in which the tail takes the link.
    std::uint32_t packet;
    std::uint32_t from;  ///< VC that the packet comes from,
    std::uint32_t to;    ///< and that it takes.
    std::uint32_t size;  ///< Cycles that the flits take the link.
  };

  SharedLinks(std::size_t links, int flows_per_link)
      : most_(flows_per_link), flows_(links * most_), count_(links) {}

  /// The flows that may not be over. Valid until the next join() on this link.
  std::span<Flow> flows(std::size_t link) { return {&flows_[link * most_], count_[link]}; }

  /// Adds a flow from `flow.start` on, and returns it: its `finish` is set, and may be put off by the caller.
  /// What its VC still sends goes before it. `turn`: cycles that a flit takes this link. `others`: how many
  /// flows of other VCs it shares the link with. `put_off(Flow&)` is called for each of these that finishes
  /// later now.
  template <class PutOff>
  Flow& join(std::size_t link, Cycle turn, Flow flow, int& others, PutOff&& put_off) {
    Flow* const flows = &flows_[link * most_];
    std::array<Cycle, 2 * kMaxVcs> left;
    std::size_t n = 0;
    Cycle size = flow.size;
    for (std::size_t i = 0; i < count_[link]; ++i) {
      if (flows[i].finish < flow.start) continue;
      const Cycle rest = left_at(flows[i], flow.start, turn);
      if (flows[i].to == flow.to) {
        size += rest;
        continue;
      }
      left[n] = rest;
      if (n != i) flows[n] = flows[i];
      ++n;
    }
    others = static_cast<int>(n);
    Cycle halves = 0;  // The flow's last turn is behind that of half of those that go on.
    flow.finish = flow.start + size - 1;
    for (std::size_t i = 0; i < n; ++i) {
      flow.finish += std::min(left[i], size);
      halves += left[i] > size;
    }
    flow.finish -= (halves + (flow.start & 1)) / 2 * turn;
    for (std::size_t i = 0; i < n; ++i) {
      const Cycle behind = left[i] - std::min(left[i], turn);  // All but its own last turn.
      const bool is_behind = left[i] >= size || left[i] < turn || ((flow.start + i) & 1) != 0;
      Cycle finish = flow.start - 1 + left[i] + std::min(is_behind ? behind : left[i], size);
      for (std::size_t j = 0; j < n; ++j) {
        if (j != i) finish += std::min(j > i ? behind : left[i], left[j]);
      }
      if (finish <= flows[i].finish) continue;
      flows[i].finish = finish;
      put_off(flows[i]);
    }
    flow.size = static_cast<std::uint32_t>(size);
    flows[n] = flow;
    count_[link] = static_cast<std::uint16_t>(n + 1);
    return flows[n];
  }

 private:
  /// Cycles that a flow takes the link in cycle `from` or later; those of the tail at least.
  static Cycle left_at(const Flow& flow, Cycle from, Cycle turn) {
    if (flow.start >= from) return flow.size;
    const auto rest =
        static_cast<std::uint32_t>(flow.finish + 1 - from);  // 64 bits would take longer to divide.
    const auto whole = static_cast<std::uint32_t>(flow.finish + 1 - flow.start);
    if (whole == flow.size) return rest;
    const Cycle tail = std::min<Cycle>(turn, rest);
    if (flow.size > std::numeric_limits<std::uint16_t>::max())
      return std::max(tail, (Cycle{flow.size} * rest + whole / 2) / whole);
    return std::max<Cycle>(tail, (flow.size * rest + whole / 2) / whole);
  }

  std::size_t most_;
  std::vector<Flow> flows_;
  std::vector<std::uint16_t> count_;
};

}  // namespace switchyard
