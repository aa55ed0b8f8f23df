#include "testbench/regression/router_vectors.h"

#include <ostream>
#include <string>
#include <vector>

#include "testbench/cosim/router/vc_router_pins.h"
#include "testbench/regression/router_neighbours.h"

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

void append_side(Word& word, const Design& design, PortMask flit_ports, const Flit* flits,
                 const VcMask* credits, PortMask credit_ports, PortMask request_ports) {
  for (PortId p = 0; p < design.topology->port_count(); ++p) {
    const Flit flit = flit_ports.test(p) ? flits[p] : Flit{};
    for (const std::uint32_t bits : words_of(flit)) word.append(bits, 32);
  }
  for (PortId p = 0; p < design.topology->port_count(); ++p) {
    word.append(credit_ports.test(p) ? credits[p] : VcMask{0}, design.router.terminal.virtual_channels);
  }
  if (design.half_duplex()) word.append(request_ports, design.topology->port_count() - 1);
}

bool stores_a_flit(const RouterCore& model) {
  bool stores = false;
  model.visit_buffers([&](const BufferView& buffer) { stores |= buffer.occupancy != 0; });
  return stores;
}

}  // namespace

void write_router_vectors(std::ostream& out, const Design& design, NodeId node,
                          const RouterTraffic& traffic) {
  const std::unique_ptr<RouterCore> model = design.make_router(node);
  RouterNeighbours neighbours(design, node, traffic.load, traffic.longest_packet, design.seed);
  PortOutputs outputs;
  for (int cycle = 0; cycle < traffic.cycles; ++cycle) {
    const PortInputs inputs = neighbours.next();
    outputs.clear();
    const bool awake = model->step(inputs, outputs);
    Word word;
    append_side(word, design, inputs.flit_ports, inputs.flits, inputs.credits, inputs.credit_ports,
                inputs.request_ports);
    append_side(word, design, outputs.flit_ports, outputs.flits.data(), outputs.credits.data(),
                outputs.credit_ports, outputs.request_ports);
    const bool busy = awake || outputs.flit_ports != 0 || outputs.credit_ports != 0 || stores_a_flit(*model);
    word.append(busy, 1);
    out << word.hex() << '\n';
    neighbours.take(outputs);
  }
}

}  // namespace switchyard
