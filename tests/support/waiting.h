#pragma once

#include <algorithm>
#include <vector>

#include "testbench/monitor/wait_graph.h"

namespace switchyard {

/// Whether `buffer` wants `other`, as its router says.
inline bool waits_for(const Design& design, const Network& network, const WaitingBuffer& buffer,
                      const WaitingBuffer& other) {
  const std::vector<WaitFor> waits = network.router(buffer.node).waits_for(buffer.buffer);
  return std::any_of(waits.begin(), waits.end(), [&](const WaitFor& wait) {
    if (wait.where == WaitFor::Where::Here) return other.node == buffer.node && other.buffer == wait.buffer;
    if (wait.buffer.port == design.topology->terminal_port()) return false;
    const PortRef far = design.topology->peer({buffer.node, wait.buffer.port});
    const Side side = wait.where == WaitFor::Where::Far ? Side::Input : Side::Output;
    return other.node == far.node && other.buffer == BufferRef{side, far.port, wait.buffer.vc};
  });
}

/// Whether each buffer waits for the next, the last for the first, and none comes twice.
inline bool is_cycle(const Design& design, const Network& network,
                     const std::vector<WaitingBuffer>& buffers) {
  if (buffers.empty()) return false;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (!waits_for(design, network, buffers[i], buffers[(i + 1) % buffers.size()])) return false;
    if (std::count(buffers.begin(), buffers.end(), buffers[i]) != 1) return false;
  }
  return true;
}

}  // namespace switchyard
