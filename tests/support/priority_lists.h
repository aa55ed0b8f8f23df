#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "hw/alloc/port_allocator.h"
#include "tests/support/matching.h"

namespace switchyard {

/// An arbiter with its priorities written out, the dearest requester first.
class PriorityList {
 public:
  PriorityList(AllocatorConfig::Arbiter rule, int requesters, int start)
      : rule_(rule), order_(static_cast<std::size_t>(requesters)) {
    std::iota(order_.begin(), order_.end(), 0);
    if (rule != AllocatorConfig::Arbiter::Fixed)
      std::rotate(order_.begin(), order_.begin() + start, order_.end());
  }

  /// The first for whom `asks`; -1 if nobody does.
  template <class Asks>
  int first(Asks asks) const {
    const auto found = std::find_if(order_.begin(), order_.end(), asks);
    return found == order_.end() ? -1 : *found;
  }
  void serve(int served) {
    const auto place = std::find(order_.begin(), order_.end(), served);
    if (rule_ == AllocatorConfig::Arbiter::RoundRobin) {
      std::rotate(order_.begin(), place + 1, order_.end());  // All before it go behind, too.
    } else if (rule_ == AllocatorConfig::Arbiter::Matrix) {
      std::rotate(place, place + 1, order_.end());
    }
  }

 private:
  AllocatorConfig::Arbiter rule_;
  std::vector<int> order_;
};

/// The allocators that are made of arbiters, by their definitions.
class ListAllocator {
 public:
  ListAllocator(const AllocatorConfig& config, int ports) : config_(config), ports_(ports) { reset({}, {}); }

  /// Those that are not given start at 0.
  void reset(const std::vector<int>& input_starts, const std::vector<int>& output_starts) {
    inputs_ = lists(input_starts);
    outputs_ = lists(output_starts);
  }

  Matrix allocate(const Matrix& requests) {
    Matrix grants{};
    std::vector<bool> input_taken(static_cast<std::size_t>(ports_));
    std::vector<bool> output_taken(static_cast<std::size_t>(ports_));
    const bool inputs_first = config_.kind == AllocatorConfig::Kind::SeparableInputFirst;
    std::vector<PriorityList>& first = inputs_first ? inputs_ : outputs_;
    std::vector<PriorityList>& second = inputs_first ? outputs_ : inputs_;
    const std::vector<bool>& first_taken = inputs_first ? input_taken : output_taken;
    for (int iteration = 0; iteration < config_.iterations; ++iteration) {
      const auto is_open = [&](int a, int b) {
        const int i = inputs_first ? a : b;
        const int o = inputs_first ? b : a;
        return has(requests, i, o) && !input_taken[static_cast<std::size_t>(i)] &&
               !output_taken[static_cast<std::size_t>(o)];
      };
      std::vector<int> chosen(static_cast<std::size_t>(ports_), -1);  // [of the first] one of the second.
      for (std::size_t a = 0; a < chosen.size(); ++a) {
        if (first_taken[a]) continue;
        chosen[a] = first[a].first([&](int b) { return is_open(static_cast<int>(a), b); });
      }
      for (std::size_t b = 0; b < chosen.size(); ++b) {
        const int a = second[b].first(
            [&](int one) { return chosen[static_cast<std::size_t>(one)] == static_cast<int>(b); });
        if (a < 0) continue;
        const int input = inputs_first ? a : static_cast<int>(b);
        const int output = inputs_first ? static_cast<int>(b) : a;
        add(grants, input, output);
        input_taken[static_cast<std::size_t>(input)] = true;
        output_taken[static_cast<std::size_t>(output)] = true;
        if (iteration != 0) continue;
        inputs_[static_cast<std::size_t>(input)].serve(output);
        outputs_[static_cast<std::size_t>(output)].serve(input);
      }
    }
    return grants;
  }

 private:
  std::vector<PriorityList> lists(std::vector<int> starts) const {
    starts.resize(static_cast<std::size_t>(ports_), 0);
    std::vector<PriorityList> lists;
    for (const int start : starts) lists.emplace_back(config_.arbiters, ports_, start);
    return lists;
  }

  AllocatorConfig config_;
  int ports_;
  std::vector<PriorityList> inputs_;
  std::vector<PriorityList> outputs_;
};

}  // namespace switchyard
