#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "hw/router/vc/switch_blocks.h"
#include "testbench/cosim/block_fault.h"
#include "testbench/cosim/pin_layout.h"
#include "testbench/cosim/switch/switch_places.h"

namespace switchyard {

/// Spoils answers of a router's blocks to what they were asked in a cycle. What it has made of one stays so
/// until the end of the cycle, however often the blocks are evaluated.
class SwitchFault {
 public:
  SwitchFault(TimedFault fault, const SwitchPlaces& places) : fault_(std::move(fault)), places_(places) {}

  void asked_output_vc(PortId port, VcMask requests) { links_.push_back({port, requests}); }
  void asked_input_vc(PortId port, VcMask requests) { vcs_.push_back({port, requests}); }
  void asked_ports(std::size_t input) { ports_.push_back({input}); }
  void asked_vc(const VcRequest& request) { headers_.push_back({request}); }
  void asked_output(std::size_t output) { outputs_.push_back({output}); }

  void spoil(PinWords& outputs);
  void end_cycle();

 private:
  struct Arbiter {
    PortId port;
    VcMask requests;
    std::optional<VcMask> answer = {};
  };
  struct Port {
    std::size_t input;
    std::optional<PortMask> answer = {};
  };
  struct Header {
    VcRequest request;
    std::optional<bool> answer = {};
  };
  struct Output {
    std::size_t output;
    std::optional<std::uint32_t> answer = {};  ///< Its payload.
  };

  void spoil(BlockFault::Block block, Arbiter& arbiter, std::uint32_t& grant) const;

  TimedFault fault_;
  SwitchPlaces places_;
  std::vector<Arbiter> links_;
  std::vector<Arbiter> vcs_;
  std::vector<Port> ports_;
  std::vector<Header> headers_;
  std::vector<Output> outputs_;
};

}  // namespace switchyard
