#pragma once

#include <array>
#include <deque>

#include "hw/base/random_stream.h"
#include "tests/support/router_doubles.h"

namespace switchyard {

/// A router behind links of which each passes something on only now and then. What comes in at a port keeps
/// its order; credits come one by one.
class StutteringRouter final : public RouterDecorator {
 public:
  /// In a cycle a port passes one thing on with probability 1 / `one_in`.
  StutteringRouter(std::unique_ptr<RouterCore> core, NodeId node, std::uint64_t seed, std::uint32_t one_in)
      : RouterDecorator(std::move(core)), random_(seed, node, Purpose::Selection), one_in_(one_in) {}

  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    for_each_bit(inputs.flit_ports, [&](PortId p) { flits_[at(p)].push_back(inputs.flits[p]); });
    for_each_bit(inputs.credit_ports, [&](PortId p) {
      for_each_bit(inputs.credits[p], [&](VcId v) { credits_[at(p)].push_back(bit<VcMask>(v)); });
    });
    std::array<Flit, kMaxPorts> flits;
    std::array<VcMask, kMaxPorts> credits{};
    PortInputs passed;
    passed.flits = flits.data();
    passed.credits = credits.data();
    for (PortId p = 0; p < kMaxPorts; ++p) {
      if (!flits_[at(p)].empty() && random_.below(one_in_) == 0) {
        flits[at(p)] = flits_[at(p)].front();
        flits_[at(p)].pop_front();
        passed.flit_ports |= bit<PortMask>(p);
      }
      if (!credits_[at(p)].empty() && random_.below(one_in_) == 0) {
        credits[at(p)] = credits_[at(p)].front();
        credits_[at(p)].pop_front();
        passed.credit_ports |= bit<PortMask>(p);
      }
    }
    bool again = RouterDecorator::step(passed, outputs);
    for (PortId p = 0; p < kMaxPorts; ++p)
      again = again || !flits_[at(p)].empty() || !credits_[at(p)].empty();
    return again;
  }

 private:
  static std::size_t at(PortId port) { return static_cast<std::size_t>(port); }

  RandomStream random_;
  std::uint32_t one_in_;
  std::array<std::deque<Flit>, kMaxPorts> flits_;
  std::array<std::deque<VcMask>, kMaxPorts> credits_;
};

}  // namespace switchyard
