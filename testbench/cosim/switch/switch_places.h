#pragma once

#include <string>
#include <tuple>

#include "hw/alloc/vc_allocator.h"
#include "testbench/cosim/flit_words.h"
#include "testbench/cosim/pin_layout.h"

namespace switchyard {

/// Where the outputs of a router's blocks are in PinWords. Of blocks that are not there, nothing is used.
struct SwitchPlaces {
  std::size_t link_grants = 0;    ///< [output port]
  std::size_t grants = 0;         ///< [input port]: output ports.
  std::size_t vc_grants = 0;      ///< [input port]
  std::size_t header_grants = 0;  ///< [input VC][word]: output VCs. VC: port * vcs_per_port + VC.
  std::size_t matching = 0;       ///< [input VC]: output VC, both by their numbers without gaps.
  std::size_t flits = 0;          ///< [output][word]: of the crossbar, as bytes_of().

  int vcs_per_port = 0;
  std::size_t words_of_row = 0;  ///< Of the head flit grants.

  std::size_t link_grant(PortId port) const { return link_grants + port; }
  std::size_t grant(std::size_t input) const { return grants + input; }
  std::size_t vc_grant(PortId port) const { return vc_grants + port; }
  std::size_t flit(std::size_t output) const { return flits + output * std::tuple_size_v<FlitWords>; }
  /// The word and the bit in it that grant a head flit the VC that it asks for.
  std::size_t header_word(const VcRequest& request) const {
    return header_grants + static_cast<std::size_t>(request.port * vcs_per_port + request.vc) * words_of_row +
           output_vc(request) / 32;
  }
  std::uint32_t header_bit(const VcRequest& request) const {
    return std::uint32_t{1} << output_vc(request) % 32;
  }

 private:
  int output_vc(const VcRequest& request) const { return request.out_port * vcs_per_port + request.out_vc; }
};

/// Adds the grants of an arbiter per port. Returns the first word.
inline std::size_t add_arbiters(PinLayout& layout, const std::string& name, int ports, int vcs) {
  const std::size_t first = layout.size();
  for (int p = 0; p < ports; ++p) layout.add(name + std::to_string(p) + ".gnt_o", vcs);
  return first;
}

}  // namespace switchyard
