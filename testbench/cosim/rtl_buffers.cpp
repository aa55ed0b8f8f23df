#include "testbench/cosim/rtl_buffers.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include "testbench/cosim/buffer_pins.h"
#include "testbench/cosim/rtl_buffers_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_context.h"
#include "testbench/cosim/rtl_cycles.h"
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_module.h"
#include "testbench/cosim/rtl_trace.h"

namespace switchyard {
namespace {

template <class Verilated>
class VerilatedBuffers final : public RtlBuffers {
 public:
  VerilatedBuffers(const std::string& name, const BufferSite& site, const RtlOptions& options)
      : rtl_(&rtl_context(), name.c_str()),
        side_(static_cast<NodeId>(site.side)),
        banks_(site.banks),
        cycles_(options.now),
        fault_(options.fault),
        places_(site.banks),
        outputs_(places_.layout.size()) {
    put(rtl_->start_i, start_pins(site.starts, site.banks));
    rtl_->here_i = place_pins(site.here, kCoordBits);
    VerilatedBuffers::reset();
  }

  void trace(RtlTrace& trace) override { trace.add(*rtl_, "node_buffers"); }

  void reset() override {
    rtl_->colour_i = 0;
    clear_pins();
    reset_module(*rtl_);
    edge_due_ = false;
    cycles_.restart();
  }

  BufferDepartures step(const BufferArrivals& arrivals) override {
    have_missed_cycles();
    begin_cycle();
    rtl_->colour_i = static_cast<CData>(arrivals.colour);
    drive(arrivals.flits);
    put(rtl_->withheld_i, withheld_pins(arrivals.withheld, banks_));
    rtl_->eval();
    end_cycle(cycles_.use());
    BufferDepartures departures;
    for (std::size_t port = 0; port < TurnBuffers::kPorts; ++port) {
      if ((rtl_->send_o >> port & 1) != 0) departures.flits[port] = sample(port);
    }
    departures.withheld = withheld_lanes(rtl_->withheld_o, banks_, arrivals.colour);
    return departures;
  }

  void have_missed_cycles() override {
    cycles_.catch_up([&](Cycle cycle) { return idle_cycle(cycle); });
  }
  void finish_cycle() override {
    cycles_.finish([&](Cycle cycle) { return idle_cycle(cycle); });
  }
  const PinWords& outputs() const override { return outputs_; }

 private:
  /// The colour stays: with one bank it is that of what is in it.
  void clear_pins() {
    rtl_->push_i = 0;
    rtl_->lane_i = 0;
    put(rtl_->withheld_i, 0);
  }
  /// The edge that ends the last cycle, and idle pins.
  void begin_cycle() {
    if (edge_due_) {
      rtl_->clk_i = 1;
      rtl_->eval();
      rtl_->clk_i = 0;
    }
    clear_pins();
  }
  void end_cycle(Cycle cycle) {
    spoil();
    read();
    settled(cycle);
    edge_due_ = true;
  }
  /// Returns whether it has changed nothing.
  bool idle_cycle(Cycle cycle) {
    const bool rests = rtl_.unchanged_by([&] {
      begin_cycle();
      rtl_->eval();
    });
    end_cycle(cycle);
    return rests;
  }

  void spoil() {
    if (!fault_) return;
    for (std::size_t port = 0; port < TurnBuffers::kPorts; ++port) {
      if ((rtl_->send_o >> port & 1) == 0) continue;
      auto& payload = rtl_->packet_o[port * kPacketWords + kPacketWords - 1];
      payload = fault_->spoil(BlockFault::Block::NodeBuffers, port, payload, payload ^ 1);
    }
  }
  void read() {
    outputs_[places_.send] = rtl_->send_o;
    for (std::size_t port = 0; port < TurnBuffers::kPorts; ++port)
      outputs_[places_.lane + port] = lane_of(port);
    for (std::size_t w = 0; w < TurnBuffers::kPorts * kPacketWords; ++w)
      outputs_[places_.packet + w] = rtl_->packet_o[w];
    outputs_[places_.withheld] = rtl_->withheld_o;
  }
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
      const auto words = packet_words(flit, side_);
      std::copy(words.begin(), words.end(), &rtl_->packet_i[port * kPacketWords]);
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
            .vc = static_cast<std::uint8_t>(lane_of(port)),
            .head = true};
  }

  std::uint32_t lane_of(std::size_t port) const {
    return rtl_->lane_o >> port * kLaneBits & low_bits<std::uint32_t>(kLaneBits);
  }

  RtlModule<Verilated> rtl_;
  NodeId side_;
  int banks_;
  RtlCycles cycles_;
  std::optional<TimedFault> fault_;
  BufferPlaces places_;
  PinWords outputs_;
  bool edge_due_ = false;
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
