#include "testbench/cosim/rtl_buffers.h"

#include <verilated_vcd_c.h>

#include <stdexcept>
#include <string>

#include "testbench/cosim/buffer_pins.h"
#include "testbench/cosim/rtl_buffers_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_context.h"
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_module.h"

namespace switchyard {
namespace {

constexpr int kCoordBits = 16;
constexpr std::size_t kPacketWords = 3;  ///< {row, column}, the packet's number, its payload.

template <class Verilated>
class VerilatedBuffers final : public RtlBuffers {
 public:
  VerilatedBuffers(const std::string& name, const BufferSite& site)
      : rtl_(&rtl_context(), name.c_str()), side_(static_cast<NodeId>(site.side)), banks_(site.banks) {
    put(rtl_->start_i, start_pins(site.starts, site.banks));
    rtl_->here_i = place_pins(site.here, kCoordBits);
    VerilatedBuffers::reset();
  }

  void trace(VerilatedVcdC& file) override { rtl_->trace(&file, kAllTraceLevels); }

  void reset() override {
    rtl_->colour_i = rtl_->push_i = 0;
    rtl_->lane_i = 0;
    rtl_->withheld_i = 0;
    reset_module(*rtl_);
  }

  /// The edge of a cycle comes with the next use, so that a waveform shows all pins of a cycle together.
  BufferDepartures step(const BufferArrivals& arrivals) override {
    rtl_->clk_i = 1;
    rtl_->eval();
    rtl_->clk_i = 0;
    rtl_->colour_i = static_cast<CData>(arrivals.colour);
    drive(arrivals.flits);
    put(rtl_->withheld_i, withheld_pins(arrivals.withheld, banks_));
    rtl_->eval();
    BufferDepartures departures;
    for (std::size_t port = 0; port < TurnBuffers::kPorts; ++port) {
      if ((rtl_->send_o >> port & 1) != 0) departures.flits[port] = sample(port);
    }
    departures.withheld = withheld_lanes(rtl_->withheld_o, banks_, arrivals.colour);
    return departures;
  }

 private:
  template <class Pins>
  static void put(Pins& pins, std::uint32_t value) {
    pins = static_cast<Pins>(value);
  }
  void drive(const std::array<Flit, TurnBuffers::kPorts>& flits) {
    unsigned push = 0;
    unsigned lanes = 0;
    for (std::size_t port = 0; port < TurnBuffers::kPorts; ++port) {
      const Flit& flit = flits[port];
      if (!flit.valid()) continue;
      push |= 1U << port;
      lanes |= static_cast<unsigned>(flit.vc) << port * kLaneBits;
      const MeshPlace to{static_cast<int>(flit.destination % side_),
                         static_cast<int>(flit.destination / side_)};
      std::size_t at = port * kPacketWords;
      for (const std::uint32_t word : {place_pins(to, kCoordBits), flit.packet, flit.payload})
        rtl_->packet_i[at++] = word;
    }
    rtl_->push_i = static_cast<CData>(push);
    rtl_->lane_i = static_cast<SData>(lanes);
  }
  Flit sample(std::size_t port) const {
    const auto& words = rtl_->packet_o;
    const std::size_t at = port * kPacketWords;
    const NodeId row = words[at] >> kCoordBits;
    const NodeId column = words[at] & low_bits<std::uint32_t>(kCoordBits);
    return {.packet = words[at + 1],
            .destination = row * side_ + column,
            .payload = words[at + 2],
            .remaining = 1,
            .vc = static_cast<std::uint8_t>(rtl_->lane_o >> port * kLaneBits & low_bits<unsigned>(kLaneBits)),
            .head = true};
  }

  RtlModule<Verilated> rtl_;
  NodeId side_;
  int banks_;
};

/// What a model is built for.
struct Shape {
  int queue;
  int banks;
  friend bool operator==(const Shape&, const Shape&) = default;
};

using Make = std::unique_ptr<RtlBuffers> (*)(const std::string& name, const BufferSite& site);
using Table = RtlModelTable<Shape, Make>;

const Table& models() {
#define SY_MODEL(verilated, queue, banks)                                                               \
  {{queue, banks}, [](const std::string& name, const BufferSite& site) -> std::unique_ptr<RtlBuffers> { \
     return std::make_unique<VerilatedBuffers<verilated>>(name, site);                                  \
   }},
  static const Table kModels({SY_RTL_BUFFERS_MODELS});
#undef SY_MODEL
  return kModels;
}

}  // namespace

std::unique_ptr<RtlBuffers> make_rtl_buffers(NodeId node, const BufferSite& site) {
  const Shape shape{site.queue, site.banks};
  if (const Make* make = models().find(shape))
    return (*make)("router_" + std::to_string(node) + " rtl node_buffers", site);
  const std::string built = models().built(", ", [](const Shape& there) {
    return std::to_string(there.queue) + " and " + std::to_string(there.banks);
  });
  throw std::invalid_argument(
      "rtl/mesh/node_buffers.sv is not built for router.queue = " + std::to_string(site.queue) +
      ", router.banks = " + std::to_string(site.banks) + ". Built: " + built);
}

}  // namespace switchyard
