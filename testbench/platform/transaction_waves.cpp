#include "testbench/platform/transaction_waves.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace switchyard {
namespace {

constexpr int kPhaseBits = 8 * 10;  // BEGIN_RESP
constexpr int kCommandBits = 8 * 6;
constexpr VcdWriter::Time kPeriod = 1000;  // ps

VcdWriter::Time picoseconds(const sc_core::sc_time& time) {
  return static_cast<VcdWriter::Time>(std::llround(time / sc_core::sc_time(1, sc_core::SC_PS)));
}

const char* text_of(tlm::tlm_command command) {
  if (command == tlm::TLM_READ_COMMAND) return "READ";
  return command == tlm::TLM_WRITE_COMMAND ? "WRITE" : "IGNORE";
}

/// A character in eight bits, the last one lowest.
std::string bits_of(const char* text) {
  std::string bits;
  for (; *text != 0; ++text) {
    for (int b = 7; b >= 0; --b) bits += (*text >> b & 1) != 0 ? '1' : '0';
  }
  return bits;
}

std::string wave_name(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c <= ' ' || c > '~' || c == '.'; }, '_');
  return name;
}

}  // namespace

TransactionWaves::TransactionWaves(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    Socket& socket = sockets_.emplace_back(Socket{wave_name(name)});
    const auto taken = [&](const Socket& other) { return &other != &socket && other.name == socket.name; };
    while (std::any_of(sockets_.begin(), sockets_.end(), taken)) socket.name += '_';
  }
}

tlm::tlm_target_socket<>& TransactionWaves::before(tlm::tlm_target_socket<>& target, std::size_t socket) {
  taps_.push_back(std::make_unique<SocketTap>(sc_core::sc_gen_unique_name("tap"), socket,
                                              static_cast<SocketTap::Listener&>(*this)));
  taps_.back()->initiator_socket.bind(target);
  return taps_.back()->target_socket;
}

void TransactionWaves::declare(WaveTree& tree) {
  tree.scope("platform", Fold::Open, [&] {
    for (Socket& socket : sockets_) {
      tree.scope(socket.name, Fold::Open, [&] {
        socket.outstanding = tree.wire("outstanding", 16);
        socket.phase = tree.wire("phase", kPhaseBits, Radix::Text);
        socket.command = tree.wire("command", kCommandBits, Radix::Text);
        socket.address = tree.wire("address", 64, Radix::Hexadecimal);
        socket.length = tree.wire("length", 32);
      });
    }
  });
}

void TransactionWaves::on_phase(std::size_t socket, const SocketTap::Event& event) {
  to_come_.emplace(picoseconds(event.time), Change{socket, event});
}

void TransactionWaves::show_none(VcdWriter& vcd, const Socket& socket) {
  for (const WireId wire : {socket.phase, socket.command, socket.address, socket.length})
    vcd.set_absent(wire);
}

void TransactionWaves::sample(VcdWriter& vcd, Time time) {
  if (!std::exchange(begun_, true)) {
    for (const Socket& socket : sockets_) {
      vcd.set(socket.outstanding, 0);
      show_none(vcd, socket);
    }
  }
  while (!to_come_.empty() && to_come_.begin()->first <= time) {
    show(vcd, to_come_.begin()->first, to_come_.begin()->second);
    to_come_.erase(to_come_.begin());
  }
  for (const Socket& socket : sockets_) {
    if (socket.under_way == 0 && time >= socket.changed_at + kPeriod) show_none(vcd, socket);
  }
}

void TransactionWaves::show(VcdWriter& vcd, Time at, const Change& change) {
  Socket& socket = sockets_[change.socket];
  const SocketTap::Event& event = change.event;
  if (event.phase == tlm::BEGIN_REQ) ++socket.under_way;
  if (event.phase == tlm::END_RESP) --socket.under_way;
  socket.changed_at = at;
  vcd.set(socket.outstanding, socket.under_way);
  vcd.set(socket.phase, bits_of(event.phase.get_name()));
  vcd.set(socket.command, bits_of(text_of(event.command)));
  vcd.set(socket.address, event.address);
  vcd.set(socket.length, event.length);
}

std::unique_ptr<TransactionWaves> waves_of(const PlatformConfig& config) {
  std::vector<std::string> names;
  for (const MasterConfig& master : config.masters) names.push_back(master.name);
  for (std::size_t m = 0; m < config.memories.size(); ++m) names.push_back("memory_" + std::to_string(m));
  return std::make_unique<TransactionWaves>(names);
}

}  // namespace switchyard
