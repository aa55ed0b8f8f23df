#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hw/base/bits.h"
#include "testbench/experiment/experiment.h"
#include "testbench/monitor/scoreboard.h"

namespace switchyard {

/// Passes everything on to another core.
class RouterDecorator : public RouterCore {
 public:
  explicit RouterDecorator(std::unique_ptr<RouterCore> core) : core_(std::move(core)) {}

  void reset() override { core_->reset(); }
  bool step(const PortInputs& inputs, PortOutputs& outputs) override { return core_->step(inputs, outputs); }
  void set_faulty_ports(PortMask ports) override { core_->set_faulty_ports(ports); }
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override {
    core_->visit_buffers(visit);
  }
  std::vector<WaitFor> waits_for(const BufferRef& buffer) const override { return core_->waits_for(buffer); }
  std::string buffer_name(const BufferRef& buffer) const override { return core_->buffer_name(buffer); }
  const RouterCore& core() const { return *core_; }

 private:
  std::unique_ptr<RouterCore> core_;
};

/// A router whose outputs something may change.
class SpoiledRouter final : public RouterDecorator {
 public:
  using Spoil = std::function<void(NodeId node, PortOutputs& outputs)>;

  SpoiledRouter(std::unique_ptr<RouterCore> core, NodeId node, Spoil spoil)
      : RouterDecorator(std::move(core)), node_(node), spoil_(std::move(spoil)) {}
  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    const bool busy = RouterDecorator::step(inputs, outputs);
    spoil_(node_, outputs);
    return busy;
  }

 private:
  NodeId node_;
  Spoil spoil_;
};

/// Counts the flits that go in and out.
class MeteredRouter final : public RouterDecorator {
 public:
  struct Meter {
    std::int64_t in = 0;
    std::int64_t out = 0;
  };

  /// `meter` must outlive the router.
  MeteredRouter(std::unique_ptr<RouterCore> core, Meter& meter)
      : RouterDecorator(std::move(core)), meter_(meter) {}

  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    const bool busy = RouterDecorator::step(inputs, outputs);
    meter_.in += inputs.flit_ports.count();
    meter_.out += outputs.flit_ports.count();
    return busy;
  }

 private:
  Meter& meter_;
};

/// What a router may do wrong, once.
enum class Fault {
  LoseFlit,
  DuplicateFlit,
  CorruptPayload,
  SwapFlits,
  WrongDestination,
  LoseCredit,
  DuplicateCredit
};

constexpr Fault kAllFaults[] = {Fault::LoseFlit,       Fault::DuplicateFlit,    Fault::CorruptPayload,
                                Fault::SwapFlits,      Fault::WrongDestination, Fault::LoseCredit,
                                Fault::DuplicateCredit};

inline const char* name_of(Fault fault) {
  constexpr const char* kNames[] = {"LoseFlit",         "DuplicateFlit", "CorruptPayload", "SwapFlits",
                                    "WrongDestination", "LoseCredit",    "DuplicateCredit"};
  return kNames[static_cast<std::size_t>(fault)];
}

/// A core that makes one mistake, at its first opportunity after `opportunities` others.
///
/// Flits that are lost, doubled or swapped are in the middle of their packet.
class FaultyRouter final : public RouterDecorator {
 public:
  FaultyRouter(NodeId node, std::unique_ptr<RouterCore> core, Fault fault, int opportunities)
      : RouterDecorator(std::move(core)), node_(node), fault_(fault), opportunities_(opportunities) {}

  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    const bool busy = RouterDecorator::step(inputs, outputs);
    for_each_bit(PortMask{outputs.flit_ports}, [&](PortId p) { spoil_flit(p, outputs); });
    for_each_bit(PortMask{outputs.credit_ports}, [&](PortId p) { spoil_credit(p, outputs); });
    if (again_ && (outputs.flit_ports & bit<PortMask>(again_->port)) == 0) {
      outputs.send(again_->port, again_->flit);
      again_.reset();
    }
    if (credit_again_ && !returns(outputs, *credit_again_)) {
      outputs.return_credit(credit_again_->port, credit_again_->vc);
      credit_again_.reset();
    }
    return busy || again_ || credit_again_;
  }

 private:
  struct Repeat {
    PortId port;
    Flit flit;
  };
  struct RepeatCredit {
    PortId port;
    VcId vc;
  };

  static bool returns(const PortOutputs& outputs, const RepeatCredit& credit) {
    return (outputs.credit_ports & bit<PortMask>(credit.port)) != 0 &&
           (outputs.credits[static_cast<std::size_t>(credit.port)] & bit<VcMask>(credit.vc)) != 0;
  }

  bool now() { return !done_ && opportunities_-- == 0 && (done_ = true); }

  void spoil_flit(PortId p, PortOutputs& outputs) {
    Flit& flit = outputs.flits[static_cast<std::size_t>(p)];
    if (swapped_ && flit.packet == swapped_->packet && flit.remaining + 1 == swapped_->remaining) {
      flit.remaining = swapped_->remaining;
      flit.payload = swapped_->payload;
      swapped_.reset();
      return;
    }
    const bool middle = !flit.head && flit.remaining >= 3;
    if (fault_ == Fault::LoseFlit && middle && now()) outputs.flit_ports &= ~bit<PortMask>(p);
    if (fault_ == Fault::DuplicateFlit && middle && now()) again_ = Repeat{p, flit};
    if (fault_ == Fault::CorruptPayload && now()) flit.payload ^= 0x100;
    const bool under_way = flit.head && flit.destination != node_;
    if (fault_ == Fault::WrongDestination && under_way && now()) flit.destination ^= 1;
    if (fault_ == Fault::SwapFlits && middle && now()) {
      swapped_ = flit;
      --flit.remaining;
      flit.payload = payload_of(flit.packet, flit.remaining);
    }
  }

  void spoil_credit(PortId p, PortOutputs& outputs) {
    VcMask& credits = outputs.credits[static_cast<std::size_t>(p)];
    if (fault_ == Fault::LoseCredit && now()) credits = static_cast<VcMask>(credits & (credits - 1));
    if (fault_ == Fault::DuplicateCredit && now()) credit_again_ = RepeatCredit{p, lowest_bit(credits)};
  }

  NodeId node_;
  Fault fault_;
  int opportunities_;
  bool done_ = false;
  std::optional<Repeat> again_;
  std::optional<RepeatCredit> credit_again_;
  std::optional<Flit> swapped_;
};

/// The same network with `wrap(node, core)` in the place of each core.
template <class Wrap>
Experiment with_routers(Experiment experiment, Wrap wrap) {
  experiment.design.make_router = [make = experiment.design.make_router, wrap](NodeId node) {
    return std::unique_ptr<RouterCore>(wrap(node, make(node)));
  };
  return experiment;
}

/// The same network with one faulty router.
inline Experiment with_fault(Experiment experiment, NodeId at, Fault fault, int opportunities) {
  return with_routers(std::move(experiment), [=](NodeId node, std::unique_ptr<RouterCore> core) {
    if (node == at) core = std::make_unique<FaultyRouter>(node, std::move(core), fault, opportunities);
    return core;
  });
}

}  // namespace switchyard
