#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/design/design.h"
#include "testbench/cosim/router/rtl_router.h"
#include "testbench/cosim/rtl_options.h"

namespace switchyard {

/// One node's router in RTL that a project of its own brings: docs/your_own_rtl.md has its pins.
///
/// Beside a model it is an RtlRouter like any other. Without one it is clocked in every cycle: step(),
/// drive().
class OwnRtlRouter : public RtlRouter {
 public:
  /// The edge that ends the present cycle; `outputs`, which the caller has cleared: what it leaves on the
  /// pins.
  virtual void drive(PortOutputs& outputs) = 0;
};

/// Makes the RTL that stands for a router kind at level rtl_router: the value of RouterTraits::rtl.
///
/// Errors: std::invalid_argument if the RTL cannot carry the design, with what it can carry.
using OwnRtl = std::function<std::unique_ptr<OwnRtlRouter>(const Design& design, NodeId node,
                                                           const RtlOptions& options)>;

/// Null if the design's router has none.
const OwnRtl* own_rtl(const Design& design);

/// What is on site_i, 32 bits a word, the low end first.
using SiteWords = std::vector<std::uint32_t>;

/// Errors: std::invalid_argument if links of the design carry what the pins do not, or RTL `name` has other
/// numbers of ports or VCs, or another site_i.
void require_own_pins(const Design& design, const std::string& name, int ports, int virtual_channels);
void require_site(const std::string& name, std::size_t words, std::size_t pin_words);

}  // namespace switchyard
