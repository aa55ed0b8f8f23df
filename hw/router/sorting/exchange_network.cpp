#include "hw/router/sorting/exchange_network.h"

#include <algorithm>

#include "hw/topology/builders.h"
#include "hw/topology/grid.h"

namespace switchyard {
namespace {

NodeId rotated_right(NodeId value, int places, int bits) {
  return places == 0 ? value : (value >> places | value << (bits - places)) & low_bits<NodeId>(bits);
}

/// The log of a power of two; nothing of another number.
std::optional<int> log_of(NodeId number) {
  if (number < 2 || (number & (number - 1)) != 0) return std::nullopt;
  return lowest_bit(number);
}

/// Writes the steps of a program down, one after the other.
class StepList {
 public:
  StepList(int bits, std::uint8_t phase, std::vector<ExchangeStep>& steps)
      : bits_(bits), steps_(steps), step_{.phase = phase, .begins_phase = true} {}

  void set_stage(int stage) { step_.stage = static_cast<std::uint8_t>(stage); }
  void exchange(int bit, int hops) {
    for (int hop = 0; hop < hops; ++hop) {
      step_.bit = static_cast<std::uint8_t>(bit);
      step_.hop = static_cast<std::uint16_t>(hop);
      step_.hops = static_cast<std::uint16_t>(hops);
      add();
    }
  }
  void rotate(int turn) {
    ExchangeStep rotation = step_;
    rotation.turn = static_cast<std::int8_t>(turn);
    rotation.hop = 0;
    rotation.hops = 1;
    steps_.push_back(rotation);
    step_.begins_phase = false;
    step_.turned = static_cast<std::uint8_t>((step_.turned + turn + bits_) % bits_);
  }
  /// Bit `bit` to place 0, by the shorter way.
  void bring(int bit) {
    const int right = (bit - step_.turned + bits_) % bits_;
    const bool left = bits_ - right < right;
    for (int n = left ? bits_ - right : right; n > 0; --n) rotate(left ? -1 : 1);
  }

 private:
  void add() {
    steps_.push_back(step_);
    step_.begins_phase = false;
  }

  int bits_;
  std::vector<ExchangeStep>& steps_;
  ExchangeStep step_;
};

bool goes_down(Primitive primitive) {
  return primitive == Primitive::Distribute || primitive == Primitive::Generalize;
}

}  // namespace

std::optional<ExchangeNetwork> ExchangeNetwork::of(const Topology& topology, Index index) {
  const std::optional<int> bits = log_of(topology.node_count());
  if (!bits || *bits > kMaxBits || !topology.has_plain_terminals()) return std::nullopt;
  if (topology.kind() == "shuffle_exchange") return ExchangeNetwork(Shape::Shuffle, *bits, nullptr, index);
  if (topology.kind() == "hypercube") return ExchangeNetwork(Shape::Cube, *bits, nullptr, index);
  if (topology.kind() != "mesh" && topology.kind() != "torus") return std::nullopt;
  const Grid& grid = *topology.shape<Grid>();
  const std::vector<int> radices = grid.radices();
  const bool alike = std::count(radices.begin(), radices.end(), radices[0]) == grid.dimensions();
  if (!alike) return std::nullopt;
  return ExchangeNetwork(Shape::Grid, *bits, &grid, index);
}

int ExchangeNetwork::dimension_of(int bit) const {
  return index_ == Index::Shuffled ? bit % grid_->dimensions() : bit / (bits_ / grid_->dimensions());
}
int ExchangeNetwork::coordinate_bit_of(int bit) const {
  return index_ == Index::Shuffled ? bit / grid_->dimensions() : bit % (bits_ / grid_->dimensions());
}

NodeId ExchangeNetwork::node_of(NodeId index) const {
  if (shape_ != Shape::Grid) return index;
  const int side_bits = bits_ / grid_->dimensions();
  NodeId node = 0;
  for (int bit = 0; bit < bits_; ++bit)
    node |= (index >> bit & 1) << (dimension_of(bit) * side_bits + coordinate_bit_of(bit));
  return node;
}

NodeId ExchangeNetwork::index_of(NodeId node, int turned) const {
  if (shape_ != Shape::Grid) return rotated_right(node, (bits_ - turned) % bits_, bits_);
  const int side_bits = bits_ / grid_->dimensions();
  NodeId index = 0;
  for (int bit = 0; bit < bits_; ++bit)
    index |= (node >> (dimension_of(bit) * side_bits + coordinate_bit_of(bit)) & 1) << bit;
  return index;
}

PortId ExchangeNetwork::partner_port(int bit, bool set) const {
  if (shape_ == Shape::Cube) return bit;
  if (shape_ == Shape::Shuffle) return ShuffleExchangeConfig::kExchange;
  const int dimension = dimension_of(bit);
  return set ? grid_->down_port(dimension) : grid_->up_port(dimension);
}

PortId ExchangeNetwork::opposite(PortId port) const {
  const int dimension = grid_->dimension_of(port);
  return port == grid_->up_port(dimension) ? grid_->down_port(dimension) : grid_->up_port(dimension);
}

std::vector<ExchangeStep> ExchangeNetwork::steps_of(const SortingProgram& program) const {
  std::vector<ExchangeStep> steps;
  const bool rotates = shape_ == Shape::Shuffle;
  for (std::size_t phase = 0; phase < program.phases.size(); ++phase) {
    const Primitive primitive = program.phases[phase].primitive;
    StepList list(bits_, static_cast<std::uint8_t>(phase), steps);
    if (is_sort(primitive)) {
      for (int stage = 1; stage <= bits_; ++stage) {
        list.set_stage(stage);
        for (int bit = stage - 1; bit >= 0; --bit) {
          if (rotates) list.bring(bit);
          list.exchange(bit, hops_of(bit));
        }
      }
    } else if (goes_down(primitive)) {
      for (int bit = bits_ - 1; bit >= 0; --bit) {
        if (rotates) list.rotate(-1);
        list.exchange(bit, hops_of(bit));
      }
    } else {
      for (int bit = 0; bit < bits_; ++bit) {
        list.exchange(bit, hops_of(bit));
        if (rotates) list.rotate(1);
      }
    }
  }
  return steps;
}

}  // namespace switchyard
