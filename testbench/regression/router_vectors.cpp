#include "testbench/regression/router_vectors.h"

#include <ostream>
#include <string>
#include <vector>

#include "testbench/cosim/router_pins.h"
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
                 const VcMask* credits, PortMask credit_ports) {
  for (PortId p = 0; p < design.topology->port_count(); ++p) {
    const Flit flit = (flit_ports >> p & 1) != 0 ? flits[p] : Flit{};
    for (const std::uint32_t bits : words_of(flit)) word.append(bits, 32);
  }
  for (PortId p = 0; p < design.topology->port_count(); ++p) {
    word.append((credit_ports >> p & 1) != 0 ? credits[p] : 0U, design.terminal.virtual_channels);
  }
}

constexpr int kCountBits = 8;

/// For an input lane: whether there is something to see; its front flit and number of flits; whether it holds
/// an output lane; and whom it waits for: the output lane that feeds it, far input lanes [output lane], input
/// lanes of this router.
void append_lane(Word& word, const RouterCore& model, const LaneView& seen, int vcs, int lanes) {
  const bool in_use = seen.occupancy != 0 || seen.bound;
  bool feeder = false;
  std::vector<bool> far(static_cast<std::size_t>(lanes));
  std::vector<bool> here(far.size());
  for (const Want& want : in_use ? model.wants(seen.lane) : std::vector<Want>{}) {
    const auto other = static_cast<std::size_t>(want.lane.port * vcs + want.lane.vc);
    if (want.where == Want::Where::Feeder) feeder = true;
    if (want.where == Want::Where::Far) far[other] = true;
    if (want.where == Want::Where::Here) here[other] = true;
  }
  word.append(in_use, 1);
  for (const std::uint32_t bits : words_of(seen.front != nullptr ? *seen.front : Flit{}))
    word.append(bits, 32);
  word.append(static_cast<std::uint64_t>(seen.occupancy), kCountBits);
  word.append(seen.bound, 1);
  word.append(feeder, 1);
  for (const bool waits : far) word.append(waits, 1);
  for (const bool waits : here) word.append(waits, 1);
}

/// Whether anything is stored or driven; then the lane.
void append_inspection(Word& word, const RouterCore& model, bool active, int vcs, int lanes, int lane) {
  model.visit_lanes([&](const LaneView& view) { active |= view.occupancy != 0; });
  word.append(active, 1);
  int next = 0;
  model.visit_lanes([&](const LaneView& view) {
    if (next++ == lane) append_lane(word, model, view, vcs, lanes);
  });
}

}  // namespace

void write_router_vectors(std::ostream& out, const Design& design, NodeId node,
                          const RouterTraffic& traffic) {
  const std::unique_ptr<RouterCore> model = design.make_router(node);
  RouterNeighbours neighbours(design, node, traffic.load, traffic.longest_packet, design.seed);
  const int vcs = design.terminal.virtual_channels;
  const int lanes = design.topology->port_count() * vcs;
  PortOutputs outputs;
  for (int cycle = 0; cycle < traffic.cycles; ++cycle) {
    const PortInputs inputs = neighbours.next();
    outputs.clear();
    const bool awake = model->step(inputs, outputs);
    Word word;
    append_side(word, design, inputs.flit_ports, inputs.flits, inputs.credits, inputs.credit_ports);
    append_side(word, design, outputs.flit_ports, outputs.flits.data(), outputs.credits.data(),
                outputs.credit_ports);
    append_inspection(word, *model, awake || outputs.flit_ports != 0 || outputs.credit_ports != 0, vcs, lanes,
                      cycle % lanes);
    out << word.hex() << '\n';
    neighbours.take(outputs);
  }
}

}  // namespace switchyard
