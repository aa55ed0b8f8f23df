#pragma once

#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "testbench/platform/platform_config.h"
#include "testbench/platform/socket_tap.h"
#include "testbench/wave/wave_scope.h"

namespace switchyard {

/// The transactions at the sockets of a platform as waves: platform.<socket>.{outstanding, phase, command,
/// address, length}.
///
/// The transaction is the one whose phase has changed last; it stays for a period after its end if there is
/// no other. What is not there is z; `phase` and `command` are text. A change shows at the next edge of the
/// clock, or half a period from it, and what comes before the first cycle with that: so all levels show the
/// same.
class TransactionWaves final : public WaveScope, private SocketTap::Listener {
 public:
  /// Names of the sockets; what cannot stand in a waveform becomes an underscore.
  explicit TransactionWaves(const std::vector<std::string>& names);

  /// A socket for the initiator that is to be bound to `target`: what goes through it is that of socket
  /// `socket`. To be called within the constructor of a module.
  tlm::tlm_target_socket<>& before(tlm::tlm_target_socket<>& target, std::size_t socket);

  void declare(WaveTree& tree) override;
  void sample(VcdWriter& vcd, VcdWriter::Time time) override;

 private:
  using Time = VcdWriter::Time;
  struct Socket {
    std::string name;
    WireId outstanding = 0, phase = 0, command = 0, address = 0, length = 0;
    std::uint64_t under_way = 0;
    Time changed_at = 0;
  };
  struct Change {
    std::size_t socket;
    SocketTap::Event event;
  };

  void on_phase(std::size_t socket, const SocketTap::Event& event) override;
  void show(VcdWriter& vcd, Time at, const Change& change);
  static void show_none(VcdWriter& vcd, const Socket& socket);

  std::vector<Socket> sockets_;
  std::vector<std::unique_ptr<SocketTap>> taps_;
  std::multimap<Time, Change> to_come_;
  bool begun_ = false;
};

/// `target`, or what is before it if there are waves.
inline tlm::tlm_target_socket<>& observed(TransactionWaves* waves, tlm::tlm_target_socket<>& target,
                                          std::size_t socket) {
  return waves == nullptr ? target : waves->before(target, socket);
}

/// Of the sockets of a platform: its masters, then its memories.
std::unique_ptr<TransactionWaves> waves_of(const PlatformConfig& config);

}  // namespace switchyard
