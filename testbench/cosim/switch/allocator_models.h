#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hw/router/vc/switch_blocks.h"
#include "testbench/cosim/pin_layout.h"
#include "testbench/cosim/rtl_trace.h"
#include "testbench/cosim/switch/switch_places.h"

namespace switchyard {

/// A bank of rtl_allocators.h, whichever module it is: for the members see there and RtlBank.
class AnyBank {
 public:
  virtual ~AnyBank() = default;

  virtual void lay_out(PinLayout& layout, SwitchPlaces& places) = 0;
  virtual void trace(RtlTrace& trace) = 0;
  virtual void reset() = 0;
  virtual void evaluate() = 0;
  virtual void settle() = 0;
  virtual bool has_changed() = 0;
  virtual void read(PinWords& outputs) const = 0;
  virtual bool end_cycle() = 0;
};

/// A SwitchAllocator.
class AnySwitchAllocator : public AnyBank {
 public:
  virtual void request(std::size_t input, PortMask requests) = 0;
  virtual void request_vcs(std::size_t input, VcMask requests) = 0;
};

/// A RegisteredVcMatching.
class AnyVcMatching : public AnyBank {
 public:
  virtual void request(std::size_t input, std::uint64_t requests) = 0;
};

/// Of the kind that the shape names. A smaller router leaves the upper requests of a larger module at 0,
/// but a wavefront has exactly as many ports or VCs.
///
/// Errors: std::invalid_argument with what is built, if there is none.
std::unique_ptr<AnySwitchAllocator> make_switch_allocator(const std::string& scope, const SwitchShape& shape);
std::unique_ptr<AnyVcMatching> make_rtl_matching(const std::string& scope, const SwitchShape& shape);

}  // namespace switchyard
