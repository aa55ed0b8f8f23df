#pragma once

#include <string>
#include <tuple>

#include "hw/alloc/vc_allocator.h"
#include "testbench/cosim/pin_layout.h"
#include "testbench/cosim/switch/flit_words.h"

namespace switchyard {

/// Where the outputs of a router's blocks are in PinWords. Of blocks that are not there, nothing is used.
struct SwitchPlaces {
  std::size_t link_grants = 0;    ///< [output port]
  std::size_t grants = 0;         ///< [input port]: output ports.
  std::size_t lane_grants = 0;    ///< [input port]
  std::size_t header_grants = 0;  ///< [input lane][word]: output lanes. Lane: port * lanes_per_port + lane.
  std::size_t flits = 0;          ///< [output][word]: of the crossbar, as bytes_of().

  int lanes_per_port = 0;
  std::size_t words_of_row = 0;  ///< Of the header grants.

  std::size_t link_grant(PortId port) const { return link_grants + static_cast<std::size_t>(port); }
  std::size_t grant(std::size_t input) const { return grants + input; }
  std::size_t lane_grant(PortId port) const { return lane_grants + static_cast<std::size_t>(port); }
  std::size_t flit(std::size_t output) const { return flits + output * std::tuple_size_v<FlitWords>; }
  /// The word and the bit in it that grant a header the lane that it asks for.
  std::size_t header_word(const LaneRequest& request) const {
    return header_grants +
           static_cast<std::size_t>(request.port * lanes_per_port + request.vc) * words_of_row +
           static_cast<std::size_t>(output_lane(request) / 32);
  }
  std::uint32_t header_bit(const LaneRequest& request) const {
    return std::uint32_t{1} << output_lane(request) % 32;
  }

 private:
  int output_lane(const LaneRequest& request) const {
    return request.out_port * lanes_per_port + request.out_vc;
  }
};

/// Adds the grants of an arbiter per port. Returns the first word.
inline std::size_t add_arbiters(PinLayout& layout, const std::string& name, int ports, int lanes) {
  const std::size_t first = layout.size();
  for (int p = 0; p < ports; ++p) layout.add(name + std::to_string(p) + ".gnt_o", lanes);
  return first;
}

}  // namespace switchyard
