#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "hw/alloc/port_allocator.h"
#include "hw/alloc/vc_allocator.h"
#include "hw/base/flit.h"
#include "hw/base/types.h"
#include "hw/router/vc/switch_starts.h"

namespace switchyard {

/// The arbiters, the allocators and the crossbar of one router, as its core asks them: what RTL can stand in
/// for.
///
/// Whatever stands behind it must decide as the core does by itself (RoundRobinArbiter, PortAllocator,
/// VcAllocator), or the network behaves differently. A block is used at most once in a cycle, the crossbar
/// once for each output; priorities move on as the cycle ends.
class SwitchBlocks {
 public:
  virtual ~SwitchBlocks() = default;

  virtual void reset() = 0;
  /// Output `port`'s link arbiter: which of the requesting output VCs sends. Precondition: `requests != 0`.
  virtual VcMask pick_output_vc(PortId port, VcMask requests) = 0;
  /// Input `port`'s arbiter behind the allocator: which of its VCs crosses. Precondition: `requests != 0`.
  virtual VcMask pick_input_vc(PortId port, VcMask requests) = 0;
  /// The switch allocator: see PortAllocator. An element for each input port.
  virtual void allocate(std::span<const PortMask> requests, std::span<PortMask> grants) = 0;
  /// The VC allocator: see VcAllocator. Asked only where SwitchShape::allocates_vcs.
  virtual void allocate_vcs(std::span<VcRequest> requests) = 0;
  /// The matching of head flits with output VCs: see VcMatching. Asked only with SwitchShape::vc_allocator.
  /// An element for each VC of all ports.
  virtual void match_vcs(std::span<const std::uint64_t> requests, std::span<std::uint64_t> grants) = 0;
  /// The crossbar: what appears at `output` when `flit` is put on `input`. Ports, or VCs where every VC
  /// crosses by itself.
  virtual Flit cross(std::size_t input, std::size_t output, const Flit& flit) = 0;
  /// Nothing more is asked in this cycle. A router that sleeps leaves out cycles.
  virtual void end_cycle() = 0;
};

/// How many of what a router's blocks serve.
struct SwitchShape {
  int ports = 0;
  int virtual_channels = 0;
  std::size_t crossbar_size = 0;  ///< Inputs and outputs of the crossbar: ports or VCs.
  AllocatorConfig allocator{};    ///< Of a crossbar of ports.
  bool allocates_vcs = false;     ///< One head flit per cycle gets an output VC, from the VC allocator.
  std::optional<AllocatorConfig> vc_allocator{};  ///< All of them are matched with output VCs.
  SwitchStarts starts{};                          ///< After each reset; where one is not given, it is 0.

  bool crosses_by_vc() const { return crossbar_size != static_cast<std::size_t>(ports); }
};

using SwitchFactory = std::function<std::unique_ptr<SwitchBlocks>(NodeId, const SwitchShape&)>;

}  // namespace switchyard
