#include "testbench/messages/stencil.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "testbench/messages/generator.h"

namespace switchyard {
namespace {

/// The messages of one iteration, by their places in it.
struct Exchange {
  std::vector<std::pair<TerminalId, TerminalId>> messages;  ///< From, to.
  std::vector<std::vector<std::uint32_t>> coming;           ///< [terminal]: those to it.
};

struct Stencil {
  std::vector<std::int64_t> shape;
  bool periodic = false;
  std::uint64_t iterations = 1;
  Cycle compute = 0;
  std::uint32_t length = 1;
};

/// Neighbours of a place, each once.
std::vector<std::int64_t> neighbours_of(std::int64_t place, const Stencil& stencil) {
  std::vector<std::int64_t> neighbours;
  std::int64_t stride = 1;
  for (const std::int64_t size : stencil.shape) {
    const std::int64_t x = place / stride % size;
    for (const std::int64_t step : {1, -1}) {
      const std::int64_t to = stencil.periodic ? (x + step + size) % size : x + step;
      if (to < 0 || to >= size || to == x) continue;
      const std::int64_t neighbour = place + (to - x) * stride;
      if (std::find(neighbours.begin(), neighbours.end(), neighbour) == neighbours.end())
        neighbours.push_back(neighbour);
    }
    stride *= size;
  }
  return neighbours;
}

Exchange exchange_of(const Stencil& stencil, const std::vector<TerminalId>& terminals) {
  Exchange exchange;
  exchange.coming.resize(terminals.back() + std::size_t{1});
  for (std::size_t place = 0; place < terminals.size(); ++place) {
    for (const std::int64_t neighbour : neighbours_of(static_cast<std::int64_t>(place), stencil)) {
      exchange.coming[terminals[neighbour]].push_back(static_cast<std::uint32_t>(exchange.messages.size()));
      exchange.messages.emplace_back(terminals[place], terminals[neighbour]);
    }
  }
  return exchange;
}

class StencilStream final : public MessageStream {
 public:
  StencilStream(const Stencil& stencil, std::shared_ptr<const Exchange> exchange)
      : stencil_(stencil), exchange_(std::move(exchange)) {}

  bool next(GraphMessage& message) override {
    const std::uint64_t in_iteration = exchange_->messages.size();
    const std::uint64_t iteration = id_ / in_iteration;
    if (iteration == stencil_.iterations) return false;
    const auto [source, destination] = exchange_->messages[id_ % in_iteration];
    message = {};
    message.source = source;
    message.destination = destination;
    message.flits = stencil_.length;
    message.value = own_value(id_);
    if (iteration != 0) {
      message.compute = stencil_.compute;
      for (const std::uint32_t place : exchange_->coming[source])
        message.waits_for.push_back((iteration - 1) * in_iteration + place);
    }
    ++id_;
    return true;
  }

 private:
  Stencil stencil_;
  std::shared_ptr<const Exchange> exchange_;
  MessageId id_ = 0;
};

}  // namespace

MessageGraph build_stencil(const TrafficContext& context) {
  const ConfigNode& config = context.config;
  Stencil stencil;
  stencil.shape = config.integers(
      "shape", {1, 1 << 20}, {"terminals", "in each of two or three dimensions: all terminals together"});
  stencil.periodic =
      config.boolean("periodic", false, {"", "whether the ends of a dimension are neighbours"});
  stencil.iterations = config.integer<std::uint64_t>(
      "iterations", kRounds,
      {"iterations", "in each of which every terminal sends to all of its neighbours"});
  stencil.compute = config.integer<Cycle>(
      "compute", kComputing, 0,
      {"cycles", "from the last message of an iteration to a terminal until it sends its next ones"});
  stencil.length = read_message_length(config, "message_length", "a message");
  MessageGraph graph;
  graph.longest_message = static_cast<int>(stencil.length);
  graph.mean_message = stencil.length;
  const ConfigNode shape = config.child("shape");
  if (!config.sound() || context.topology == nullptr) return graph;
  if (stencil.shape.size() < 2 || stencil.shape.size() > 3) {
    shape.fail(
        fmt::format("{} has {} dimensions, and a stencil has 2 or 3", shape.path(), stencil.shape.size()));
    return graph;
  }
  const std::vector<TerminalId> terminals = both_ways(context.topology);
  std::int64_t product = 1;
  for (const std::int64_t size : stencil.shape) product *= size;
  if (product < 2 || product != static_cast<std::int64_t>(terminals.size())) {
    shape.fail(fmt::format("{} is a grid of {}, but {} terminals send and receive", shape.path(), product,
                           terminals.size()));
    return graph;
  }
  const auto exchange = std::make_shared<const Exchange>(exchange_of(stencil, terminals));
  if (!fits_window(config, "shape", 2 * exchange->messages.size())) return graph;
  graph.make_stream = [stencil, exchange] { return std::make_unique<StencilStream>(stencil, exchange); };
  return graph;
}

}  // namespace switchyard
