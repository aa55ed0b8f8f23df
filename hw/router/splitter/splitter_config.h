#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace switchyard {

/// Parameters of the switch of a multibutterfly; the words are those of the YAML. A packet is one flit.
struct SplitterConfig {
  /// How packets choose among the links to their side.
  enum class Choice : std::uint8_t {
    Adaptive,  ///< Any with room, the oldest packet first: SplitterRouter.
    Colours    ///< That of the colour whose turn it is: ColouredRouter.
  };
  static inline const std::array<std::string, 2> kChoices{"adaptive", "colours"};

  /// Which packets of a buffer may leave.
  enum class Service : std::uint8_t { Any, Head };
  static inline const std::array<std::string, 2> kServices{"any", "head"};

  Choice choice = Choice::Adaptive;
  int input_buffer = 2;            ///< Adaptive: packets per link.
  Service service = Service::Any;  ///< Adaptive.
};

}  // namespace switchyard
