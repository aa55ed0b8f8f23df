#include "testbench/messages/total_exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "hw/topology/grid.h"
#include "testbench/messages/block_ledger.h"
#include "testbench/messages/exchange_schedules.h"
#include "testbench/messages/generator.h"
#include "testbench/messages/step_stream.h"

namespace switchyard {
namespace {

enum class Algorithm { Shift, Pairwise, IndirectPairwise, Randomized };
const std::array<std::string, 4> kAlgorithms{"shift", "pairwise", "indirect_pairwise", "randomized"};

struct Keys {
  Algorithm algorithm = Algorithm::Shift;
  Payload payload;
  Synchronization synchronization = Synchronization::None;
  GridExchange::Order order = GridExchange::Order::Interleaved;
  std::vector<std::int64_t> shape;
};

/// Of indirect_pairwise alone.
void read_grid_keys(const ConfigNode& config, Keys& keys) {
  keys.order =
      config.choice("order", GridExchange::kOrders, GridExchange::Order::Interleaved,
                    {"",
                     "of indirect_pairwise: all exchanges of rows, then of columns; or each exchange "
                     "of a row followed by those of the column that send on what came"});
  const ConfigNode shape = config.child(
      "shape", {"terminals", "of indirect_pairwise: columns and rows of the grid of all terminals",
                "two powers of two", "the radices of a topology of two dimensions"});
  for (const ConfigNode& size : shape.items()) keys.shape.push_back(size.as_integer({1, 1 << 20}));
  if (keys.algorithm == Algorithm::IndirectPairwise) return;
  for (const char* key : {"order", "shape"}) {
    const ConfigNode value = config.child(key);
    if (value.exists()) value.fail(value.path() + " has meaning for algorithm: indirect_pairwise only");
  }
}

Keys read_keys(const TrafficContext& context) {
  const ConfigNode& config = context.config;
  Keys keys;
  keys.algorithm = config.choice("algorithm", kAlgorithms, Algorithm::Shift,
                                 {"", "by which every terminal sends to every other one"});
  keys.payload = read_payload(context, "that each terminal has for each other one");
  keys.synchronization = read_synchronization(config, /*with_receive=*/true);
  read_grid_keys(config, keys);
  return keys;
}

/// Fills in the shape of the topology, if it has two dimensions and a terminal at every node.
bool find_shape(const TrafficContext& context, std::size_t terminals, Keys& keys) {
  const ConfigNode& config = context.config;
  if (!config.child("shape").exists()) {
    const Grid* grid = context.topology->shape<Grid>();
    if (grid == nullptr || grid->dimensions() != 2 || grid->node_count() != terminals)
      return fail_at(
          config, "algorithm",
          "= indirect_pairwise needs rows and columns, and the topology has none with a terminal at "
          "every node: give workload.shape");
    keys.shape = {grid->radix(0), grid->radix(1)};
  }
  if (keys.shape.size() != 2)
    return fail_at(config, "shape",
                   fmt::format("has {} dimensions instead of columns and rows", keys.shape.size()));
  const auto columns = static_cast<std::uint64_t>(keys.shape[0]);
  const auto rows = static_cast<std::uint64_t>(keys.shape[1]);
  if (columns * rows != terminals)
    return fail_at(
        config, "shape",
        fmt::format("is a grid of {}, but {} terminals send and receive", columns * rows, terminals));
  if (!std::has_single_bit(columns) || !std::has_single_bit(rows))
    return fail_at(
        config, config.child("shape").exists() ? "shape" : "algorithm",
        fmt::format("makes pairs of {} columns and {} rows: both must be powers of two", columns, rows));
  return true;
}

bool fits(const TrafficContext& context, std::size_t terminals, Keys& keys) {
  const ConfigNode& config = context.config;
  if (terminals < 2)
    return fail_at(
        config, "graph",
        fmt::format("= total_exchange needs two terminals that send and receive, not {}", terminals));
  switch (keys.algorithm) {
    case Algorithm::Shift: return true;
    case Algorithm::Pairwise:
      return std::has_single_bit(terminals) ||
             fail_at(config, "algorithm",
                     fmt::format("= pairwise needs a power of two of terminals, not {}", terminals));
    case Algorithm::IndirectPairwise: return find_shape(context, terminals, keys);
    case Algorithm::Randomized:
      if (keys.payload.packet_bytes == 0)
        return fail_at(config, "algorithm",
                       "= randomized sends a packet at a time: give workload.packet_bytes");
      return keys.synchronization != Synchronization::Receive ||
             fail_at(config, "synchronization",
                     "= receive has no meaning if randomized: in a step a terminal is sent any number of "
                     "messages");
  }
  return true;
}

ScheduleMaker schedule_of(const Keys& keys, Place places, std::uint64_t seed) {
  const Payload payload = keys.payload;
  switch (keys.algorithm) {
    case Algorithm::IndirectPairwise:
      return [order = keys.order, columns = static_cast<Place>(keys.shape[0]),
              rows = static_cast<Place>(keys.shape[1]),
              payload] { return std::make_unique<GridExchange>(order, columns, rows, payload); };
    case Algorithm::Randomized:
      return [places, payload, seed] { return std::make_unique<RandomizedExchange>(places, payload, seed); };
    default:
      return [partner = keys.algorithm == Algorithm::Shift ? DirectExchange::Partner::Shift
                                                           : DirectExchange::Partner::Pairwise,
              places, payload] { return std::make_unique<DirectExchange>(partner, places, payload); };
  }
}

/// How far back a message waits.
std::uint64_t reach_of(const Keys& keys, std::uint64_t places) {
  const bool rows_first = keys.order == GridExchange::Order::RowsFirst;
  const bool all_rows = keys.algorithm == Algorithm::IndirectPairwise && rows_first;
  return all_rows ? places * static_cast<std::uint64_t>(keys.shape[0] + 1) : 2 * places;
}

/// In the mean, and of the longest message.
std::pair<double, std::uint64_t> blocks_of(const Keys& keys) {
  if (keys.algorithm != Algorithm::IndirectPairwise) return {1, 1};
  const auto columns = static_cast<std::uint64_t>(keys.shape[0]);
  const auto rows = static_cast<std::uint64_t>(keys.shape[1]);
  const bool rows_first = keys.order == GridExchange::Order::RowsFirst;
  const std::uint64_t messages = rows_first ? columns + rows - 2 : columns * rows - 1;
  const std::uint64_t blocks = (columns - 1) * rows + columns * (rows - 1);
  return {static_cast<double>(blocks) / static_cast<double>(messages),
          rows_first ? std::max(columns, rows) : rows};
}

}  // namespace

MessageGraph build_total_exchange(const TrafficContext& context) {
  Keys keys = read_keys(context);
  MessageGraph graph;
  graph.in_bytes = true;
  if (context.topology == nullptr || !context.config.sound()) return graph;
  const std::vector<TerminalId> terminals = both_ways(context.topology);
  if (!fits(context, terminals.size(), keys)) return graph;
  const auto [mean_blocks, longest_blocks] = blocks_of(keys);
  if (!set_lengths(context, keys.payload, longest_blocks, mean_blocks, graph)) return graph;
  if (!fits_window(context.config, "algorithm", reach_of(keys, terminals.size()))) return graph;
  const bool indirect = keys.algorithm == Algorithm::IndirectPairwise;
  if (indirect) graph.classes = {"row", "column"};
  graph.each_to_each = keys.payload.blocks(1);
  const auto places = static_cast<Place>(terminals.size());
  const ScheduleMaker make_schedule = schedule_of(keys, places, context.seed);
  StepPlay play;
  play.terminals = terminals;
  play.synchronization = keys.synchronization;
  play.in_order = indirect || keys.synchronization == Synchronization::Receive;
  graph.make_stream = [make_schedule, play] { return std::make_unique<StepStream>(make_schedule(), play); };
  const bool randomized = keys.algorithm == Algorithm::Randomized;
  const std::uint64_t parts =
      randomized ? RandomizedExchange(places, keys.payload, context.seed).sweeps() : 1;
  graph.make_check = [make_schedule, terminals, parts] {
    return std::make_unique<BlockLedger>(make_schedule(), terminals, parts);
  };
  return graph;
}

}  // namespace switchyard
