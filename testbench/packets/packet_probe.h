#pragma once

#include <bitset>
#include <filesystem>
#include <unordered_map>
#include <vector>

#include "hw/design/design.h"
#include "hw/terminal/terminal.h"
#include "testbench/monitor/packet_log.h"
#include "testbench/packets/packet_file.h"

namespace switchyard {

struct PacketOptions {
  static constexpr std::size_t kClasses = 256;

  std::filesystem::path file;
  std::vector<NodeId> nodes;        ///< Empty: all.
  std::bitset<kClasses> classes{};  ///< [label]; none: all.
  std::vector<std::string>
      class_names;  ///< [label]: what the file calls it; by number where there is no name.
  Cycle from = 0;   ///< First and last cycle in which a packet is created that is written.
  Cycle to = kNever;
};

/// Writes the way of every packet that comes to one of the nodes; the same bytes at every level.
///
/// Packets are in order of their ejection, those of one cycle by number. Then come those that are still under
/// way at the end, by number. In memory are those under way, and those that have arrived since
/// write_arrived().
///
/// Errors: those of PendingFile, from all but the functions of LinkObserver.
class PacketProbe final : public LinkObserver {
 public:
  /// `design` and `log`, which holds all packets under way, must outlive it.
  PacketProbe(const Design& design, PacketOptions options, const PacketLog& log);

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override;
  void at_terminal(Cycle now, TerminalId terminal, const PortInputs& arrivals) override;

  /// To be called now and then, between two cycles.
  void write_arrived();
  /// Completes the file. Without it no file is left behind.
  void close();

 private:
  bool covers(const PacketRecord* packet) const {
    return packet != nullptr && packet->created >= options_.from && packet->created <= options_.to &&
           (options_.classes.none() || options_.classes[packet->label]);
  }
  bool comes_by(const PacketWay& way) const;
  PacketWay take(PacketId packet, const PacketRecord& record);

  PacketOptions options_;
  const Topology& topology_;
  const PacketLog& log_;
  std::vector<bool> is_chosen_;                                     ///< [node]; empty: all are.
  std::unordered_map<PacketId, std::vector<PacketHop>> under_way_;  ///< Where their heads have been.
  std::vector<PacketWay> arrived_;
  PacketFile file_;
};

}  // namespace switchyard
