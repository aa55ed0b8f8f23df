#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/base/bits.h"
#include "hw/base/terminals.h"
#include "hw/base/types.h"

namespace switchyard {

/// How the stages of a multistage network are joined; in the order of kWirings.
enum class Wiring : std::uint8_t { Baseline, ReverseBaseline, Omega, Flip, Butterfly, Cube };
inline const std::array<std::string, 6> kWirings{"baseline", "reverse_baseline", "omega",
                                                 "flip",     "butterfly",        "cube"};

/// Which terminal is at a position: the one whose label stands there by the paper, or the one of its number.
enum class TerminalLabels : std::uint8_t { Paper, Natural };
inline const std::array<std::string, 2> kTerminalLabels{"paper", "natural"};

struct MultistageConfig {
  Wiring wiring = Wiring::Baseline;
  TerminalId terminals = 0;  ///< M: switch_size^k, k >= 1.
  int switch_size = 2;       ///< r: 2, 4 or 8.
  TerminalLabels labels = TerminalLabels::Paper;
  int link_latency = 1;
};

/// Stages, switches and ports of a multistage interconnection network: k = log_r M stages of M / r switches
/// of r inputs and r outputs, between terminals that send on the left and receive on the right.
///
/// ```
///   left side                                              right side
///   position 0 -- W0 -- [ stage 0 ] -- W1 -- [ stage 1 ] ... -- Wk -- position 0
/// ```
///
/// A position is the number of a line from the top, 0..M-1; a digit of it is in base r, digit 0 the lowest.
/// Node stage M/r + s is switch s of a stage; its lines are s r .. s r + r - 1 on either side. Ports 0..r-1
/// are inputs, r..2r-1 outputs; one more carries nothing. All links lead one way.
///
/// With the paper's labels the output port of stage i towards terminal D is digit i of D, in every wiring.
/// The tag of a right position is the label that the paper gives it; natural labels do not change it.
///
/// Source: Wu, Feng, "On a Class of Multistage Interconnection Networks", IEEE ToC 1980; labels: Lin, Sheu,
///         Das, Feng, Wu, "A Conflict-Free Routing Scheme on Multistage Interconnection Networks", IEEE ToC
///         1990.
class Multistage {
 public:
  explicit Multistage(const MultistageConfig& config);

  const MultistageConfig& config() const { return config_; }
  int stages() const { return stages_; }
  int switch_size() const { return 1 << digit_bits_; }
  int digit_bits() const { return digit_bits_; }
  TerminalId terminal_count() const { return config_.terminals; }
  NodeId switches_per_stage() const { return NodeId{1} << switch_bits_; }
  NodeId node_count() const { return static_cast<NodeId>(stages_) << switch_bits_; }
  int port_count() const { return 2 * switch_size() + 1; }

  int stage(NodeId node) const { return static_cast<int>(node >> switch_bits_); }
  PortRef input(int stage, NodeId position) const { return {node_at(stage, position), digit(position, 0)}; }
  PortRef output(int stage, NodeId position) const {
    return {node_at(stage, position), switch_size() + digit(position, 0)};
  }
  /// Wi: where the line leads that comes from the terminals (0), or from stage i - 1.
  NodeId wired(int i, NodeId position) const;

  /// Where a terminal sends, and where it receives.
  NodeId left_position(TerminalId terminal) const { return left_[terminal]; }
  NodeId right_position(TerminalId terminal) const { return right_[terminal]; }
  Attachment attachment(TerminalId terminal) const {
    return {input(0, wired(0, left_[terminal])), last_output_[right_[terminal]]};
  }

  /// What stands in a header: digit i is its output of stage i. The paper's labels are the tags themselves.
  NodeId tag(TerminalId terminal) const {
    const PortRef& exit = last_output_[right_[terminal]];
    const int top = digit_bits_ * (stages_ - 1);
    const NodeId others = tags_[exit.node & (switches_per_stage() - 1)] & low_bits<NodeId>(top);
    return others | static_cast<NodeId>(exit.port - switch_size()) << top;
  }

  /// The output port towards a switch of the last stage. Precondition: `node` is of a stage before it.
  PortId port_towards(NodeId node, NodeId last) const {
    return switch_size() + digit(tags_[last & (switches_per_stage() - 1)], stage(node));
  }

 private:
  int digit(NodeId number, int which) const {
    return static_cast<int>(number >> (digit_bits_ * which)) & (switch_size() - 1);
  }
  NodeId node_at(int stage, NodeId position) const {
    return (static_cast<NodeId>(stage) << switch_bits_) + (position >> digit_bits_);
  }
  NodeId reversed(NodeId number) const;
  NodeId swapped(NodeId number, int which) const;
  NodeId rotated(NodeId number, int low, bool right) const;

  MultistageConfig config_;
  int digit_bits_;
  int stages_;
  int switch_bits_;                   ///< Of the number of a switch in its stage.
  std::vector<NodeId> left_;          ///< [terminal]
  std::vector<NodeId> right_;         ///< [terminal]
  std::vector<PortRef> last_output_;  ///< [right position]
  std::vector<NodeId> tags_;  ///< [switch of the last stage]: labels of its terminals, but digit k - 1.
};

}  // namespace switchyard
