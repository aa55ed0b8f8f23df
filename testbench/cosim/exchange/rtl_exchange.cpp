#include "testbench/cosim/exchange/rtl_exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "testbench/cosim/registered_unit.h"
#include "testbench/cosim/rtl_exchange_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_pins.h"

namespace switchyard {
namespace {

constexpr int kFarthest = 255;

template <class Verilated, int kPorts, int kBuffers, int kEjectionSlots>
class VerilatedExchange final : public RegisteredUnit<RtlExchange, Verilated> {
  using Unit = RegisteredUnit<RtlExchange, Verilated>;
  using Unit::rtl;
  using Words = std::array<std::uint32_t, kPacketOfOneFlitWords>;
  static constexpr ExchangeShape kShape{kPorts, kBuffers, kEjectionSlots};
  static constexpr int kLinks = kShape.links();

 public:
  VerilatedExchange(const std::string& name, const ExchangeSite& site, const RtlOptions& options)
      : Unit(name, "registered_exchange", ExchangePlaces(kShape).layout, options), ways_(site), site_(site) {
    rtl()->priority_i = static_cast<CData>(site.config.priority);
    put_element<kBuffers>(rtl()->buffers_i, 0, low_bits<std::uint64_t>(site.config.buffers));
    rtl()->seed_i = site.random.state();
    rtl()->start_i = static_cast<CData>(site.first_link);
    Unit::reset();
  }

  ExchangeShape shape() const override { return kShape; }
  void have_missed_cycles() override { this->catch_up(); }

  const ExchangeDecisions& step(const ExchangeArrivals& arrivals) override {
    this->catch_up();
    this->begin_cycle();
    put_element<kLinks>(rtl()->links_i, 0, site_.links & ~arrivals.faulty);
    put_element<kLinks>(rtl()->request_i, 0, arrivals.requests);
    put_element<kLinks>(rtl()->reply_i, 0, arrivals.replies);
    for_each_bit(arrivals.requests | arrivals.replies, [&](PortId p) { put(p, arrivals.packets[p]); });
    put_element<kLinks>(rtl()->credit_i, 0, arrivals.credits);
    rtl()->room_i = static_cast<CData>(arrivals.room);
    rtl()->next_i = arrivals.has_next;
    if (arrivals.has_next) put(kLinks, arrivals.next);
    this->evaluate();
    take(this->look());
    this->end_cycle();
    return decisions_;
  }

 private:
  void put(int port, const Flit& flit) {
    put_value<Words>(rtl()->packet_i, port, words_of_packet(flit));
    put_element<kLinks>(rtl()->ways_i, port, ways_.ways_of(flit));
    put_element<8>(rtl()->distance_i, port, static_cast<std::uint64_t>(site_.distance[flit.destination]));
  }
  void take(const PinWords& outputs) {
    decisions_.asked = outputs[places_.ask];
    decisions_.answered = outputs[places_.answer];
    for_each_bit(decisions_.asked | decisions_.answered, [&](PortId p) {
      decisions_.sent[p] = packet_of_words(outputs, places_.sent + p * kPacketOfOneFlitWords);
    });
    decisions_.ejected.clear();
    for (std::uint32_t k = 0; k < outputs[places_.ejects]; ++k)
      decisions_.ejected.push_back(packet_of_words(outputs, places_.ejected + k * kPacketOfOneFlitWords));
    decisions_.injects = outputs[places_.inject] != 0;
  }

  void clear_pins() override {
    clear(rtl()->links_i);
    clear(rtl()->request_i);
    clear(rtl()->reply_i);
    clear(rtl()->packet_i);
    clear(rtl()->ways_i);
    clear(rtl()->distance_i);
    clear(rtl()->credit_i);
    clear(rtl()->room_i);
    clear(rtl()->next_i);
  }
  void add_answers(PinFault& fault) const override {
    for (PortId p = 0; p < kLinks; ++p) {
      if (((this->outputs()[places_.ask] | this->outputs()[places_.answer]) >> p & 1) != 0)
        fault.sends(PinFault::Block::ExchangeSwitch, p, places_.sent + p * kPacketOfOneFlitWords);
    }
  }
  void read(PinWords& outputs) const override {
    outputs[places_.ask] = rtl()->ask_o;
    outputs[places_.answer] = rtl()->answer_o;
    for (int p = 0; p < kLinks; ++p) copy(rtl()->sent_o, p, &outputs[places_.sent]);
    outputs[places_.inject] = rtl()->inject_o;
    outputs[places_.ejects] = rtl()->ejects_o;
    for (int k = 0; k < kEjectionSlots; ++k) copy(rtl()->ejected_o, k, &outputs[places_.ejected]);
  }
  template <class Pin>
  static void copy(const Pin& pin, int packet, std::uint32_t* words) {
    const auto from = get_value<Words>(pin, packet);
    std::copy(from.begin(), from.end(), words + packet * kPacketOfOneFlitWords);
  }

  ExchangePlaces places_{kShape};
  ExchangeSwitch ways_;  ///< Says what packets may take.
  const ExchangeSite site_;
  ExchangeDecisions decisions_;
};

using Make = std::unique_ptr<RtlExchange> (*)(const std::string& name, const ExchangeSite& site,
                                              const RtlOptions& options);
using Table = RtlModelTable<ExchangeShape, Make>;

const Table& models() {
#define SY_MODEL(verilated, ports, buffers, ejection_slots)                                            \
  {{ports, buffers, ejection_slots},                                                                   \
   [](const std::string& name, const ExchangeSite& site,                                               \
      const RtlOptions& options) -> std::unique_ptr<RtlExchange> {                                     \
     return std::make_unique<VerilatedExchange<verilated, ports, buffers, ejection_slots>>(name, site, \
                                                                                           options);   \
   }},
  static const Table kModels({SY_RTL_EXCHANGE_MODELS});
#undef SY_MODEL
  return kModels;
}

void demand(const std::string& what, bool holds) {
  if (!holds)
    throw std::invalid_argument("rtl/exchange/exchange_switch.sv cannot carry this network: it needs " +
                                what);
}

std::string describe(const ExchangeShape& shape) {
  return fmt::format("{} ports, {} buffers, {} of the ejection buffer", shape.ports, shape.buffers,
                     shape.ejection_slots);
}

}  // namespace

std::unique_ptr<RtlExchange> make_rtl_exchange(const ExchangeSite& site, const RtlOptions& options) {
  using Policy = InjectionConfig::Policy;
  const Policy policy = site.config.injection.policy;
  demand("injection.policy = competition or control",
         policy == Policy::Competition || policy == Policy::Control);
  demand(fmt::format("no more than {} hops to any node", kFarthest),
         *std::max_element(site.distance.begin(), site.distance.end()) <= kFarthest);
  const ExchangeShape wanted{site.ports, site.config.buffers, site.config.ejection_buffer};
  const Table::Row* const model = models().find_first([&](const ExchangeShape& built) {
    return built.ports == wanted.ports && built.buffers >= wanted.buffers &&
           built.ejection_slots >= wanted.ejection_slots;
  });
  if (model != nullptr)
    return model->make("router_" + std::to_string(site.node) + " rtl exchange_switch", site, options);
  throw std::invalid_argument(
      fmt::format("rtl/exchange/exchange_switch.sv is not built for {}. Built, as the most that they carry: ",
                  describe(wanted)) +
      models().built("; ", describe));
}

}  // namespace switchyard
