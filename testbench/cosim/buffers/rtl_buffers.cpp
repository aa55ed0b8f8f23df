#include "testbench/cosim/buffers/rtl_buffers.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "testbench/cosim/buffers/buffer_pins.h"
#include "testbench/cosim/rtl_buffers_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_unit.h"

namespace switchyard {
namespace {

template <class Verilated>
class VerilatedBuffers final : public RtlUnit<RtlBuffers, Verilated> {
  using Unit = RtlUnit<RtlBuffers, Verilated>;
  using Unit::rtl;

 public:
  VerilatedBuffers(const std::string& name, const BufferSite& site, const RtlOptions& options)
      : Unit(name, "node_buffers", BufferPlaces(site.banks).layout, options),
        side_(site.side),
        banks_(site.banks),
        places_(site.banks) {
    put(rtl()->start_i, start_pins(site.starts, site.banks));
    rtl()->here_i = place_pins(site.here, kCoordBits);
    VerilatedBuffers::reset();
  }

  void reset() override {
    rtl()->colour_i = 0;
    Unit::reset();
  }

  BufferDepartures step(const BufferArrivals& arrivals) override {
    have_missed_cycles();
    this->begin_cycle();
    rtl()->colour_i = static_cast<CData>(arrivals.colour);
    drive(arrivals.flits);
    put(rtl()->withheld_i, withheld_pins(arrivals.withheld, banks_));
    this->evaluate();
    this->end_cycle();
    const PinWords& outputs = this->outputs();
    BufferDepartures departures;
    for (std::size_t port = 0; port < TurnBuffers::kPorts; ++port) {
      if ((outputs[places_.send] >> port & 1) != 0) departures.flits[port] = sample(outputs, port);
    }
    departures.withheld = withheld_vcs(outputs[places_.withheld], banks_, arrivals.colour);
    return departures;
  }
  void have_missed_cycles() override { this->catch_up(); }

 private:
  /// The colour stays: with one bank it is that of what is in it.
  void clear_pins() override {
    rtl()->push_i = 0;
    rtl()->vc_i = 0;
    put(rtl()->withheld_i, 0);
  }
  void add_answers(PinFault& fault) const override {
    for (std::size_t port = 0; port < TurnBuffers::kPorts; ++port) {
      if ((this->outputs()[places_.send] >> port & 1) != 0)
        fault.sends(PinFault::Block::NodeBuffers, port, places_.packet + (port + 1) * kPacketWords - 1);
    }
  }
  void read(PinWords& outputs) const override {
    outputs[places_.send] = rtl()->send_o;
    for (std::size_t port = 0; port < TurnBuffers::kPorts; ++port) outputs[places_.vc + port] = vc_at(port);
    for (std::size_t w = 0; w < TurnBuffers::kPorts * kPacketWords; ++w)
      outputs[places_.packet + w] = rtl()->packet_o[w];
    outputs[places_.withheld] = rtl()->withheld_o;
  }
  template <class Pins>
  static void put(Pins& pins, std::uint32_t value) {
    pins = static_cast<Pins>(value);
  }
  void drive(const std::array<Flit, TurnBuffers::kPorts>& flits) {
    unsigned push = 0;
    unsigned vcs = 0;
    for (std::size_t port = 0; port < TurnBuffers::kPorts; ++port) {
      const Flit& flit = flits[port];
      if (!flit.valid()) continue;
      push |= 1U << port;
      vcs |= static_cast<unsigned>(flit.vc) << port * kVcBits;
      const auto words = packet_words(flit, side_);
      std::copy(words.begin(), words.end(), &rtl()->packet_i[port * kPacketWords]);
    }
    rtl()->push_i = static_cast<CData>(push);
    rtl()->vc_i = static_cast<SData>(vcs);
  }
  Flit sample(const PinWords& outputs, std::size_t port) const {
    const std::uint32_t* const words = &outputs[places_.packet + port * kPacketWords];
    const NodeId row = words[0] >> kCoordBits;
    const NodeId column = words[0] & low_bits<std::uint32_t>(kCoordBits);
    return {.packet = words[1],
            .destination = row * side_ + column,
            .payload = words[2],
            .remaining = 1,
            .vc = static_cast<std::uint8_t>(outputs[places_.vc + port]),
            .head = true};
  }

  std::uint32_t vc_at(std::size_t port) const {
    return rtl()->vc_o >> port * kVcBits & low_bits<std::uint32_t>(kVcBits);
  }

  NodeId side_;
  int banks_;
  BufferPlaces places_;
};

/// What a model is built for.
struct Shape {
  int queue;
  int banks;
  friend bool operator==(const Shape&, const Shape&) = default;
};

using Make = std::unique_ptr<RtlBuffers> (*)(const std::string& name, const BufferSite& site,
                                             const RtlOptions& options);
using Table = RtlModelTable<Shape, Make>;

const Table& models() {
#define SY_MODEL(verilated, queue, banks)                                       \
  {{queue, banks},                                                              \
   [](const std::string& name, const BufferSite& site,                          \
      const RtlOptions& options) -> std::unique_ptr<RtlBuffers> {               \
     return std::make_unique<VerilatedBuffers<verilated>>(name, site, options); \
   }},
  static const Table kModels({SY_RTL_BUFFERS_MODELS});
#undef SY_MODEL
  return kModels;
}

}  // namespace

std::unique_ptr<RtlBuffers> make_rtl_buffers(NodeId node, const BufferSite& site, const RtlOptions& options) {
  const Shape shape{site.queue, site.banks};
  if (const Table::Row* model = models().find(shape))
    return model->make("router_" + std::to_string(node) + " rtl node_buffers", site, options);
  const std::string built = models().built(", ", [](const Shape& there) {
    return std::to_string(there.queue) + " and " + std::to_string(there.banks);
  });
  throw std::invalid_argument(
      "rtl/mesh/node_buffers.sv is not built for router.queue = " + std::to_string(site.queue) +
      ", router.banks = " + std::to_string(site.banks) + ". Built: " + built);
}

}  // namespace switchyard
