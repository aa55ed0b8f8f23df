#include "testbench/cosim/queues/rtl_queues.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "testbench/cosim/registered_unit.h"
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_pins.h"
#include "testbench/cosim/rtl_queues_models.h"  // Made by CMake: the headers and the list of the models.

namespace switchyard {
namespace {

constexpr int kLargestPhits = 15;

template <class Verilated, int kPorts, int kQueues, int kSlots, int kDepartures, int kAdmissions>
class VerilatedQueues final : public RegisteredUnit<RtlQueues, Verilated> {
  using Unit = RegisteredUnit<RtlQueues, Verilated>;
  using Unit::rtl;
  static constexpr int kVcs = kPorts * kQueues;
  static constexpr int kAllSlots = kQueues * kSlots;

 public:
  VerilatedQueues(const std::string& name, const QueueSite& site, const RtlOptions& options)
      : Unit(name, "registered_queues", QueuePlaces(kShape).layout, options) {
    const KonstantinidouConfig& config = site.config;
    std::uint64_t capacities = 0;
    for (std::size_t q = 0; q < config.queue_size.size(); ++q)
      capacities |= static_cast<std::uint64_t>(config.queue_size[q]) << q * kShape.count_width();
    std::memcpy(&rtl()->capacity_i, &capacities, sizeof rtl()->capacity_i);
    rtl()->phits_i = static_cast<CData>(config.phits_per_packet);
    rtl()->head_only_i = config.queue_service == KonstantinidouConfig::Service::Head;
    rtl()->random_i = config.selection == Selection::Random;
    rtl()->seed_i = site.random.state();
    start_pins(site.starts, kShape).drive(rtl()->start_i);
    Unit::reset();
  }

  QueueSwitchShape shape() const override { return kShape; }
  void have_missed_cycles() override { this->catch_up(); }

  const QueueDepartures& step(const QueueArrivals& arrivals) override {
    this->catch_up();
    this->begin_cycle();
    put(rtl()->free_i, arrivals.free);
    put(rtl()->enter_i, arrivals.entering);
    for_each_bit(arrivals.entering, [&](int vc) {
      std::size_t at = vc * kPacketOfOneFlitWords;
      for (const std::uint32_t word : words_of_packet(arrivals.fronts[vc])) rtl()->front_i[at++] = word;
    });
    put_ways(*arrivals.queues);
    this->evaluate();
    take(this->look());
    this->end_cycle();
    return departures_;
  }

 private:
  static constexpr QueueSwitchShape kShape{kPorts, kQueues, kSlots, {kDepartures, kAdmissions}};

  template <class Pin>
  static void put(Pin& pin, std::uint64_t value) {
    std::memcpy(&pin, &value, sizeof pin);
  }
  void put_ways(const QueueSwitch& queues) {
    for (VcId q = 0; q < kQueues; ++q) {
      std::size_t slot = static_cast<std::size_t>(q) * kSlots;
      queues.queue(q).visit([&](const CentralQueue::Packet& packet) {
        put_element<kVcs>(rtl()->preferred_i, slot, packet.preferred);
        put_element<kVcs>(rtl()->escape_i, slot++, packet.escape);
      });
    }
  }
  void take(const PinWords& outputs) {
    departures_.sent = 0;
    for (int vc = 0; vc < kVcs; ++vc) {
      if ((outputs[places_.send + vc / 32] >> vc % 32 & 1) == 0) continue;
      const PortId port = vc % kPorts;
      departures_.sent.set(port);
      departures_.flits[port] = packet_of_words(outputs, places_.sent + port * kPacketOfOneFlitWords);
      departures_.flits[port].vc = static_cast<std::uint8_t>(vc / kPorts);
    }
    for (int q = 0; q < kQueues; ++q) {
      departures_.sources[q].assign(
          outputs.begin() + places_.source + q * kSlots,
          outputs.begin() + places_.source + q * kSlots + outputs[places_.pushes + q]);
    }
  }

  void clear_pins() override {
    clear(rtl()->free_i);
    clear(rtl()->enter_i);
    clear(rtl()->front_i);
    clear(rtl()->preferred_i);
    clear(rtl()->escape_i);
  }
  void add_answers(PinFault& fault) const override {
    for (int vc = 0; vc < kVcs; ++vc) {
      const PortId port = vc % kPorts;
      if ((this->outputs()[places_.send + vc / 32] >> vc % 32 & 1) != 0)
        fault.sends(PinFault::Block::QueueSwitch, port,
                    places_.sent + (port + 1) * kPacketOfOneFlitWords - 1);
    }
  }
  void read(PinWords& outputs) const override {
    copy(rtl()->send_o, kVcs, &outputs[places_.send]);
    copy(rtl()->sent_o, 32 * kPacketOfOneFlitWords * kPorts, &outputs[places_.sent]);
    copy(rtl()->read_o, kVcs, &outputs[places_.read]);
    spread<kShape.count_width()>(rtl()->pushes_o, kQueues, &outputs[places_.pushes]);
    spread<index_width(kShape.sources())>(rtl()->source_o, kAllSlots, &outputs[places_.source]);
  }
  template <class Pin>
  static void copy(const Pin& pin, int bits, std::uint32_t* words) {
    std::memcpy(words, &pin, std::min<std::size_t>(sizeof pin, (bits + 31) / 32 * sizeof *words));
  }
  /// `count` elements, a word each.
  template <int kWidth, class Pin>
  static void spread(const Pin& pin, int count, std::uint32_t* words) {
    for (int i = 0; i < count; ++i)
      words[i] = static_cast<std::uint32_t>(get_element<kWidth>(pin, static_cast<std::size_t>(i)));
  }

  QueuePlaces places_{kShape};
  QueueDepartures departures_;
};

using Make = std::unique_ptr<RtlQueues> (*)(const std::string& name, const QueueSite& site,
                                            const RtlOptions& options);
using Table = RtlModelTable<QueueSwitchShape, Make>;

const Table& models() {
#define SY_MODEL(verilated, ports, queues, slots, departures, admissions)                               \
  {{ports, queues, slots, {departures, admissions}},                                                    \
   [](const std::string& name, const QueueSite& site,                                                   \
      const RtlOptions& options) -> std::unique_ptr<RtlQueues> {                                        \
     return std::make_unique<VerilatedQueues<verilated, ports, queues, slots, departures, admissions>>( \
         name, site, options);                                                                          \
   }},
  static const Table kModels({SY_RTL_QUEUES_MODELS});
#undef SY_MODEL
  return kModels;
}

void demand(const std::string& what, bool holds) {
  if (!holds)
    throw std::invalid_argument("rtl/queues/queue_switch.sv cannot carry this network: it needs " + what);
}

}  // namespace

std::unique_ptr<RtlQueues> make_rtl_queues(const QueueSite& site, const RtlOptions& options) {
  const KonstantinidouConfig& config = site.config;
  const auto queues = static_cast<int>(config.queue_size.size());
  const int slots = *std::max_element(config.queue_size.begin(), config.queue_size.end());
  const QueueLimits limits = QueueLimits::of(config, site.ports, slots);
  demand("routing.selection = random or first", config.selection != Selection::LeastLoaded);
  demand("router.barriers = none", config.barriers == BarrierWave::Discipline::None);
  demand("router.phits_per_packet of no more than " + std::to_string(kLargestPhits),
         config.phits_per_packet <= kLargestPhits);
  const Table::Row* const model = models().find_first([&](const QueueSwitchShape& built) {
    return built.ports == site.ports && built.queues == queues && built.slots >= slots &&
           built.limits.are(limits, slots);
  });
  if (model != nullptr)
    return model->make("router_" + std::to_string(site.node) + " rtl queue_switch", site, options);
  const auto describe_shape = [](const QueueSwitchShape& shape) {
    return fmt::format("{} ports, {} queues of up to {} packets{}", shape.ports, shape.queues, shape.slots,
                       describe(shape.limits, shape.ports, shape.slots));
  };
  throw std::invalid_argument(
      fmt::format(
          "rtl/queues/queue_switch.sv is not built for {} ports and {} queues of {} packets{}. Built: ",
          site.ports, queues, slots, describe(limits, site.ports, slots)) +
      models().built("; ", describe_shape));
}

}  // namespace switchyard
