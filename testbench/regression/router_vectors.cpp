#include "testbench/regression/router_vectors.h"

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "testbench/cosim/router/whole_router.h"
#include "testbench/run/simulation.h"

namespace switchyard {
namespace {

class Word {
 public:
  void append(std::uint64_t value, int bits) {  ///< Above what is there.
    for (int b = 0; b < bits; ++b) bits_.push_back((value >> b & 1) != 0);
  }
  std::string hex() const {
    std::string text;
    for (std::size_t b = 0; b < bits_.size(); b += 4) {
      int digit = 0;
      for (std::size_t i = 0; i < 4 && b + i < bits_.size(); ++i) digit |= bits_[b + i] << i;
      text += "0123456789abcdef"[digit];
    }
    return {text.rbegin(), text.rend()};
  }

 private:
  std::vector<bool> bits_;
};

bool stores_a_flit(const RouterCore& model) {
  bool stores = false;
  model.visit_buffers([&](const BufferView& buffer) { stores |= buffer.occupancy != 0; });
  return stores;
}

/// A router, and a line for each of its cycles.
class VectorWriter {
 public:
  VectorWriter(std::ostream& out, const Design& design, NodeId node)
      : out_(out),
        design_(design),
        vcs_(whole_router(design).rtl(design, node).virtual_channels),
        model_(design.make_router(node)) {}

  /// What the router drives.
  const PortOutputs& step(const PortInputs& inputs) {
    outputs_.clear();
    const bool awake = model_->step(inputs, outputs_);
    Word word;
    append_side(word, inputs.flit_ports, inputs.flits, inputs.credits, inputs.credit_ports,
                inputs.request_ports);
    append_side(word, outputs_.flit_ports, outputs_.flits.data(), outputs_.credits.data(),
                outputs_.credit_ports, outputs_.request_ports);
    const bool busy =
        awake || outputs_.flit_ports != 0 || outputs_.credit_ports != 0 || stores_a_flit(*model_);
    word.append(busy, 1);
    out_ << word.hex() << '\n';
    return outputs_;
  }

 private:
  void append_side(Word& word, PortMask flit_ports, const Flit* flits, const VcMask* credits,
                   PortMask credit_ports, PortMask request_ports) const {
    const PortId ports = design_.topology->port_count();
    for (PortId p = 0; p < ports; ++p) {
      const Flit flit = flit_ports.test(p) ? flits[p] : Flit{};
      for (const std::uint32_t bits : words_of(flit)) word.append(bits, 32);
    }
    for (PortId p = 0; p < ports; ++p) word.append(credit_ports.test(p) ? credits[p] : VcMask{0}, vcs_);
    if (design_.half_duplex()) word.append(request_ports, ports - 1);
  }

  std::ostream& out_;
  const Design& design_;
  int vcs_;
  std::unique_ptr<RouterCore> model_;
  PortOutputs outputs_;
};

/// What arrives at one node.
class Arrivals final : public LinkObserver {
 public:
  struct Pins {
    PortInputs inputs;  ///< Without its arrays.
    PortArray<Flit> flits{};
    PortArray<VcMask> credits{};
  };

  Arrivals(NodeId node, int cycles) : node_(node), cycles_(cycles) {}

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override {
    if (node != node_ || now >= cycles_.size()) return;
    Pins& pins = cycles_[now];
    pins.inputs = arrivals;
    for_each_bit(PortMask{arrivals.flit_ports}, [&](PortId p) { pins.flits[p] = arrivals.flits[p]; });
    for_each_bit(PortMask{arrivals.credit_ports}, [&](PortId p) { pins.credits[p] = arrivals.credits[p]; });
  }
  void at_terminal(Cycle /*now*/, TerminalId /*terminal*/, const PortInputs& /*arrivals*/) override {}

  const std::vector<Pins>& cycles() const { return cycles_; }

 private:
  NodeId node_;
  std::vector<Pins> cycles_;
};

}  // namespace

void write_router_vectors(std::ostream& out, const Design& design, NodeId node,
                          const RouterTraffic& traffic) {
  VectorWriter router(out, design, node);
  play_around(design, node, traffic, design.seed, [&](auto& neighbours) {
    for (int cycle = 0; cycle < traffic.cycles; ++cycle) neighbours.take(router.step(neighbours.next()));
  });
}

void write_network_vectors(std::ostream& out, const Experiment& experiment, NodeId node, int cycles) {
  Arrivals arrivals(node, cycles);
  SimulationOptions options;
  options.pins = &arrivals;
  simulate(experiment, *find_level("fast"), options);
  VectorWriter router(out, experiment.design, node);
  for (const Arrivals::Pins& pins : arrivals.cycles()) {
    PortInputs inputs = pins.inputs;
    inputs.flits = pins.flits.data();
    inputs.credits = pins.credits.data();
    router.step(inputs);
  }
}

}  // namespace switchyard
