#include "testbench/messages/payload.h"

#include <fmt/format.h>

#include <algorithm>

namespace switchyard {

Payload read_payload(const TrafficContext& context, const std::string& grain_is) {
  constexpr IntRange kBytes{1, 65536};
  Payload payload;
  payload.flit_width = static_cast<std::uint32_t>(context.flit_width);
  payload.grain = context.config.integer<std::uint32_t>("grain", kBytes, {"bytes", grain_is});
  const ConfigNode packet =
      context.config.child("packet_bytes", {"bytes",
                                            "of payload in a packet at most, whole flits of flit.width: a "
                                            "longer message goes as several packets, the last one shorter",
                                            text_of(kBytes), "none: a message is one packet"});
  if (!packet.exists()) return payload;
  payload.packet_bytes = packet.as_integer<std::uint32_t>(kBytes);
  if (packet.sound() && 8 * payload.packet_bytes % payload.flit_width != 0)
    packet.fail(fmt::format("{}: {} bytes are no whole flits, of {} bits each", packet.path(),
                            payload.packet_bytes, payload.flit_width));
  return payload;
}

bool set_lengths(const TrafficContext& context, const Payload& payload, std::uint64_t longest_blocks,
                 double mean_blocks, MessageGraph& graph) {
  constexpr std::uint64_t kMaxFlits = 65535;
  graph.in_bytes = true;
  const std::uint64_t flits = payload.flits(longest_blocks * payload.grain);
  graph.longest_message = static_cast<int>(std::min(flits, kMaxFlits));
  graph.mean_message = std::max(1.0, mean_blocks * 8 * payload.grain / payload.flit_width);
  if (payload.packet_bytes != 0)
    graph.longest_packet = static_cast<int>(std::min(payload.flits(payload.packet_bytes), kMaxFlits));
  if (flits <= kMaxFlits) return true;
  const ConfigNode grain = context.config.child("grain");
  grain.fail(fmt::format("{} = {} makes messages of {} blocks and {} flits, and a message has {} at most",
                         grain.path(), payload.grain, longest_blocks, flits, kMaxFlits));
  return false;
}

}  // namespace switchyard
