#pragma once

#include <memory>
#include <span>
#include <tuple>

#include "hw/router/switch_blocks.h"
#include "testbench/cosim/flit_words.h"
#include "testbench/cosim/pin_layout.h"
#include "testbench/cosim/rtl_model.h"
#include "testbench/cosim/rtl_options.h"

namespace switchyard {

/// Where the outputs of the blocks are in PinWords. Of blocks that are not there, nothing is used.
struct SwitchPlaces {
  std::size_t link_grants = 0;    ///< [output port]
  std::size_t grants = 0;         ///< [input port]: output ports.
  std::size_t lane_grants = 0;    ///< [input port]
  std::size_t header_grants = 0;  ///< [input lane][word]: output lanes. Lane: port * lanes_per_port + lane.
  std::size_t flits = 0;          ///< [output][word]: of the crossbar, as bytes_of().

  int lanes_per_port = 0;
  std::size_t words_of_row = 0;  ///< Of the header grants.

  std::size_t link_grant(PortId port) const { return link_grants + static_cast<std::size_t>(port); }
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

/// One router's blocks in RTL, by their pins. What is put on them lasts until the end of the cycle.
class RtlSwitch : public RtlModel {
 public:
  virtual void reset() = 0;
  virtual void request_link_lane(PortId port, VcMask requests) = 0;
  virtual void request_input_lane(PortId port, VcMask requests) = 0;
  virtual void request_ports(std::span<const PortMask> requests) = 0;
  virtual void request_lanes(std::span<const LaneRequest> requests) = 0;
  virtual void send(std::size_t input, std::size_t output, const Flit& flit) = 0;
  /// What comes out with what is on the pins by now. Outputs that the router has no use for are there too.
  virtual const PinWords& evaluate() = 0;
  /// What came out last; in a settled cycle, what it ends with.
  virtual const PinWords& outputs() const = 0;
  /// No more comes in this cycle.
  virtual void end_cycle() = 0;

  virtual const PinLayout& layout() const = 0;
  virtual const SwitchPlaces& places() const = 0;
};

/// The Verilated rr_arbiter, sep_if_allocator, vc_allocator and mux_crossbar of rtl/ of router `node`.
///
/// Models are built for a few sizes; a smaller router leaves the upper requests at 0, which changes no grant.
///
/// Errors: std::invalid_argument with the sizes that are built, if none is large enough; also if the program
///         was built without Verilator.
std::unique_ptr<RtlSwitch> make_rtl_switch(NodeId node, const SwitchShape& shape,
                                           const RtlOptions& options = {});

}  // namespace switchyard
