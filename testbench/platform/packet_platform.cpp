#include "hw/clocked/clocked_node.h"
#include "testbench/engine/arrival_check.h"
#include "testbench/platform/packet_monitors.h"
#include "testbench/platform/platform.h"
#include "testbench/platform/watched_platform.h"
#include "tlm/socket/approximate_carrier.h"

namespace switchyard {
namespace {

/// With the check of its packets.
class PacketPlatform final : public WatchedPlatform, private ArrivalObserver {
 public:
  PacketPlatform(const PlatformExperiment& experiment, const std::filesystem::path& record)
      : measurement_(experiment.design.topology->terminal_count(), experiment.design.distance),
        recorder_(record_packets(record, experiment.design, measurement_)),
        check_(experiment.design.topology->terminal_count(),
               recorder_ == nullptr ? static_cast<DeliveryListener&>(measurement_) : *recorder_),
        platform_(
            "platform", experiment,
            [&](CarrierListener& listener) {
              return std::make_unique<ApproximateCarrier>("carrier", experiment.design, clock_from_start(),
                                                          listener, static_cast<ArrivalObserver*>(this));
            },
            kClockPeriod) {
    measurement_.open_window(0, kNever);
  }

  const Workers& workers() const override { return platform_.workers(); }
  Cycle now() const override { return now_; }

  void run_to(Cycle end) override {
    const CycleClock clock = clock_from_start();
    sc_core::sc_start(clock.edge(end) - clock.period * 0.5 - sc_core::sc_time_stamp());
    now_ = end;
    if (recorder_ != nullptr) recorder_->write_created();
  }

  bool ended() const override { return !check_.failure().empty(); }
  void check_drained() override {}

  void collect(PlatformResults& results) override {
    if (recorder_ != nullptr) recorder_->close();
    results.memories = memory_uses(platform_);
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

  Measurement measurement_;
  std::unique_ptr<TraceRecorder> recorder_;
  ArrivalCheck check_;
  Platform platform_;
  Cycle now_ = 0;
};

}  // namespace

std::unique_ptr<WatchedPlatform> make_packet_platform(const PlatformExperiment& experiment,
                                                      const std::filesystem::path& record) {
  return std::make_unique<PacketPlatform>(experiment, record);
}

}  // namespace switchyard
