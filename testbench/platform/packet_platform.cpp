#include "testbench/platform/platform_network.h"
#include "testbench/run/arrival_check.h"
#include "tlm/socket/approximate_carrier.h"

namespace switchyard {
namespace {

/// A network without flits, and the check of its packets.
class PacketPlatform final : public PlatformNetwork, private ArrivalObserver {
 public:
  explicit PacketPlatform(const Design& design)
      : design_(design),
        measurement_(design.topology->node_count(), design.distance),
        check_(design.topology->node_count(), measurement_) {
    measurement_.open_window(0, kNever);
  }

  std::unique_ptr<PacketCarrier> make_carrier(CarrierListener& listener) override {
    return std::make_unique<ApproximateCarrier>("carrier", design_, clock_from_start(), listener,
                                                static_cast<ArrivalObserver*>(this));
  }

  Cycle now() const override { return now_; }

  void run_to(Cycle end) override {
    const CycleClock clock = clock_from_start();
    sc_core::sc_start(clock.edge(end) - clock.period * 0.5 - sc_core::sc_time_stamp());
    now_ = end;
  }

  bool ended() const override { return !check_.failure().empty(); }
  void check_drained() override {}

  void collect(PlatformResults& results) override {
    results.packets = check_.log().delivered();
    results.flit_hops = check_.flit_hops();
    results.event_hash = measurement_.event_hash().hex();
    results.failed_check = check_.failure();
  }

 private:
  void created(PacketId, Cycle queued, NodeId source, NodeId destination, int flits) override {
    check_.created(source, {queued, destination, flits});
  }
  void arrived(const PacketArrival& arrival) override { check_.arrived(arrival); }
  void reset() override {}

  const Design& design_;
  Measurement measurement_;
  ArrivalCheck check_;
  Cycle now_ = 0;
};

}  // namespace

std::unique_ptr<PlatformNetwork> make_packet_platform(const Design& design) {
  return std::make_unique<PacketPlatform>(design);
}

}  // namespace switchyard
