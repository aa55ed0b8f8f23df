#include "testbench/cosim/chaos/rtl_visits.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "testbench/cosim/registered_unit.h"
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_pins.h"
#include "testbench/cosim/rtl_visits_models.h"  // Made by CMake: the headers and the list of the models.

namespace switchyard {
namespace {

template <class Verilated, int kPorts, int kSlots, int kEjectionSlots, int kVisits>
class VerilatedVisits final : public RegisteredUnit<RtlVisits, Verilated> {
  using Unit = RegisteredUnit<RtlVisits, Verilated>;
  using Unit::rtl;
  static constexpr VisitShape kShape{kPorts, kSlots, kEjectionSlots, kVisits};
  static constexpr int kLinks = kShape.links();

 public:
  VerilatedVisits(const std::string& name, const VisitSite& site, const RtlOptions& options)
      : Unit(name, "registered_visits", VisitPlaces(kShape).layout, options) {
    const ChaosConfig& config = site.config;
    rtl()->variant_i = static_cast<CData>(config.variant);
    rtl()->counted_i = config.empty_visits == ChaosConfig::EmptyVisits::Counted;
    rtl()->capacity_i = static_cast<CData>(config.queue_size);
    rtl()->visits_i = static_cast<CData>(config.visits_per_cycle);
    rtl()->seed_i = site.random.state();
    rtl()->start_i = static_cast<CData>(site.first_channel);
    Unit::reset();
  }

  VisitShape shape() const override { return kShape; }
  void have_missed_cycles() override { this->catch_up(); }

  const VisitDecisions& step(const VisitArrivals& arrivals) override {
    this->catch_up();
    this->begin_cycle();
    put_element<kLinks>(rtl()->faulty_i, 0, arrivals.faulty & low_bits<PortMask>(kLinks));
    put_element<kLinks>(rtl()->free_i, 0, arrivals.free);
    put_element<kLinks>(rtl()->full_i, 0, arrivals.full);
    for_each_bit(arrivals.full, [&](PortId p) { put(p, arrivals.packets[p]); });
    rtl()->room_i = static_cast<CData>(arrivals.room);
    rtl()->next_i = arrivals.has_next;
    if (arrivals.has_next) put(kLinks, arrivals.next);
    rtl()->waiting_i = static_cast<CData>((arrivals.waiting > 1) << 1 | (arrivals.waiting > 0));
    this->evaluate();
    take(this->look());
    this->end_cycle();
    return decisions_;
  }

 private:
  void put(int port, const VisitArrivals::Packet& packet) {
    put_value(rtl()->packet_i, port, packet.packet);
    put_value(rtl()->created_i, port, packet.created);
    put_element<kLinks>(rtl()->ways_i, port, packet.ways);
  }
  void take(const PinWords& outputs) {
    decisions_.visits.clear();
    for (int k = 0; k < kVisits; ++k) {
      const PortMask visited = outputs[places_.visited + k];
      if (visited == 0) break;
      const PortId channel = lowest_bit(visited);
      const auto same = [&](const VisitDecisions::Visit& visit) { return visit.channel == channel; };
      const std::vector<VisitDecisions::Visit>& before = decisions_.visits;
      // What there was to send and to read, the first visit to the channel has taken.
      const bool first = std::none_of(before.begin(), before.end(), same);
      decisions_.visits.push_back({.channel = channel,
                                   .sends = first && (outputs[places_.send] >> channel & 1) != 0,
                                   .sent = outputs[places_.sent + channel],
                                   .reads = first && (outputs[places_.read] >> channel & 1) != 0,
                                   .injects = (outputs[places_.inject] >> k & 1) != 0});
    }
  }

  void clear_pins() override {
    clear(rtl()->faulty_i);
    clear(rtl()->free_i);
    clear(rtl()->full_i);
    clear(rtl()->packet_i);
    clear(rtl()->created_i);
    clear(rtl()->ways_i);
    clear(rtl()->room_i);
    clear(rtl()->next_i);
    clear(rtl()->waiting_i);
  }
  void add_answers(PinFault& fault) const override {
    for (PortId p = 0; p < kLinks; ++p) {
      if ((this->outputs()[places_.send] >> p & 1) != 0)
        fault.sends(PinFault::Block::VisitSequencer, p, places_.sent + p);
    }
  }
  void read(PinWords& outputs) const override {
    for (int k = 0; k < kVisits; ++k)
      outputs[places_.visited + k] = static_cast<std::uint32_t>(get_element<kLinks>(rtl()->visited_o, k));
    outputs[places_.send] = rtl()->send_o;
    for (int p = 0; p < kLinks; ++p) outputs[places_.sent + p] = get_value<std::uint32_t>(rtl()->sent_o, p);
    outputs[places_.read] = rtl()->read_o;
    outputs[places_.inject] = rtl()->inject_o;
    outputs[places_.ejects] = rtl()->ejects_o;
    for (int k = 0; k < kEjectionSlots; ++k)
      outputs[places_.ejected + k] = get_value<std::uint32_t>(rtl()->ejected_o, k);
  }

  VisitPlaces places_{kShape};
  VisitDecisions decisions_;
};

using Make = std::unique_ptr<RtlVisits> (*)(const std::string& name, const VisitSite& site,
                                            const RtlOptions& options);
using Table = RtlModelTable<VisitShape, Make>;

const Table& models() {
#define SY_MODEL(verilated, ports, slots, ejection_slots, visits)                                          \
  {{ports, slots, ejection_slots, visits},                                                                 \
   [](const std::string& name, const VisitSite& site,                                                      \
      const RtlOptions& options) -> std::unique_ptr<RtlVisits> {                                           \
     return std::make_unique<VerilatedVisits<verilated, ports, slots, ejection_slots, visits>>(name, site, \
                                                                                               options);   \
   }},
  static const Table kModels({SY_RTL_VISITS_MODELS});
#undef SY_MODEL
  return kModels;
}

void demand(const std::string& what, bool holds) {
  if (!holds)
    throw std::invalid_argument("rtl/chaos/visit_sequencer.sv cannot carry this network: it needs " + what);
}

std::string describe(const VisitShape& shape) {
  return fmt::format("{} ports, a queue of {} packets, {} of the ejection buffer, {} visits per cycle",
                     shape.ports, shape.slots, shape.ejection_slots, shape.visits);
}

}  // namespace

std::unique_ptr<RtlVisits> make_rtl_visits(const VisitSite& site, const RtlOptions& options) {
  using Policy = InjectionConfig::Policy;
  const ChaosConfig& config = site.config;
  const Policy policy = config.injection.policy;
  demand("injection.policy = competition or control",
         policy == Policy::Competition || policy == Policy::Control);
  const VisitShape wanted{site.channels + 1, config.queue_size, config.ejection_buffer,
                          config.visits_per_cycle};
  const Table::Row* const model = models().find_first([&](const VisitShape& built) {
    return built.ports == wanted.ports && built.slots >= wanted.slots &&
           built.ejection_slots >= wanted.ejection_slots && built.visits >= wanted.visits;
  });
  if (model != nullptr)
    return model->make("router_" + std::to_string(site.node) + " rtl visit_sequencer", site, options);
  throw std::invalid_argument(
      fmt::format("rtl/chaos/visit_sequencer.sv is not built for {}. Built, as the most that they carry: ",
                  describe(wanted)) +
      models().built("; ", describe));
}

}  // namespace switchyard
