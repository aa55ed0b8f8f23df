#pragma once

#include <array>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "hw/base/random_stream.h"
#include "testbench/traffic/listening_source.h"
#include "testbench/traffic/pattern.h"

namespace switchyard {

/// What each processor does between two barriers.
struct BarrierProgram {
  std::uint32_t barriers = 1;
  std::uint32_t packets = 0;  ///< Of one flit, that it sends before it arrives.
  Cycle work = 0;             ///< It arrives after 0 .. work cycles, drawn each time,
  double late_share = 0;      ///< and of so many arrivals
  Cycle late = 0;             ///< so many cycles later.
};

/// Processors that alternate between sending packets and arriving at barriers, and what must hold of those:
/// nobody is released before all have arrived; what was sent to a processor before the arrival of its sender
/// has come when it is released; and, where early packets are forbidden, nothing comes to a processor that
/// was sent after a release that it has not had.
class BarrierSource final : public ListeningSource {
 public:
  /// `pattern`: where packets go; null if there are none.
  BarrierSource(NodeId node_count, std::uint64_t seed, const BarrierProgram& program,
                std::shared_ptr<const Pattern> pattern);

  bool next(NodeId source, PacketRequest& request) override;
  bool finite() const override { return true; }
  void delivered(PacketId packet, const PacketRecord& record, Cycle now) override;
  void refused(NodeId source) override;
  void released(NodeId node, Cycle now) override;
  void forbid_early_packets() override { forbids_early_ = true; }
  bool exhausted() const override;
  const std::string& failure() const override { return failure_; }
  MessageFigures figures() const override { return {}; }
  std::optional<BarrierFigures> barriers() const override { return figures_; }

 private:
  struct Processor {
    RandomStream work;
    RandomStream destinations;
    Cycle arrives = 0;                         ///< When it will arrive next,
    Cycle arrived = 0;                         ///< and when it did.
    std::uint32_t epoch = 0;                   ///< Barriers that it has been released from.
    std::uint32_t left = 0;                    ///< Packets to send before it arrives.
    std::uint32_t sent = 0;                    ///< Packets of all epochs.
    bool waits = false;                        ///< It has arrived and has not been released.
    std::array<std::uint64_t, 2> under_way{};  ///< [odd epoch]: packets that are to come to it.
  };
  /// Of the barriers of even and of odd number; two are in progress at most.
  struct Progress {
    NodeId arrived = 0;
    NodeId released = 0;
    Cycle last_arrival = 0;
  };
  struct Packet {
    NodeId destination = 0;
    std::uint32_t epoch = 0;
  };

  void begin_phase(Processor& processor, Cycle now);
  void fail(const std::string& what);

  BarrierProgram program_;
  std::shared_ptr<const Pattern> pattern_;
  std::vector<Processor> processors_;
  std::unordered_map<PacketId, Packet> packets_;  ///< Under way.
  std::array<Progress, 2> progress_;
  BarrierFigures figures_;
  bool forbids_early_ = false;
  std::string failure_;
};

}  // namespace switchyard
