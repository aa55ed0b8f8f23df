#include "testbench/messages/collectives.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "hw/topology/grid.h"
#include "testbench/messages/collective_check.h"
#include "testbench/messages/collective_schedules.h"
#include "testbench/messages/generator.h"
#include "testbench/messages/message_file.h"
#include "testbench/messages/step_stream.h"

namespace switchyard {
namespace {

/// What all of them need to know.
struct Base {
  std::vector<TerminalId> terminals;
  Payload payload;
  StepPlay play;

  Place places() const { return static_cast<Place>(terminals.size()); }
};

/// A fault if there are not two terminals. Reads what is not of one operation alone, but grain.
Base read_base(const TrafficContext& context) {
  const ConfigNode& config = context.config;
  Base base;
  base.terminals = both_ways(context.topology);
  base.play.terminals = base.terminals;
  base.play.synchronization = read_synchronization(config, /*with_receive=*/false);
  base.play.compute = config.integer<Cycle>(
      "compute", kComputing, 0, {"cycles", "before each message, from the last one that it waits for"});
  if (context.topology != nullptr && base.terminals.size() < 2)
    fail_at(config, "graph",
            fmt::format("needs two terminals that send and receive, not {}", base.terminals.size()));
  return base;
}

Base read_base_and_grain(const TrafficContext& context, const std::string& grain_is) {
  Base base = read_base(context);
  base.payload = read_payload(context, grain_is);
  return base;
}

constexpr const char* kCombined = "the values of all terminals";

bool is_sound(const TrafficContext& context) { return context.topology != nullptr && context.config.sound(); }

void play(const Base& base, const ScheduleMaker& make_schedule, const CollectiveState& state,
          MessageGraph& graph) {
  graph.make_stream = [make_schedule, play = base.play] {
    return std::make_unique<StepStream>(make_schedule(), play);
  };
  graph.make_check = [make_schedule, terminals = base.terminals, state] {
    return std::make_unique<CollectiveCheck>(make_schedule(), terminals, state);
  };
}

/// The place of workload.root; a fault if it does not send and receive.
Place read_root(const TrafficContext& context, const std::vector<TerminalId>& terminals) {
  const auto root = context.config.integer<TerminalId>("root", {0, kNoNode - 1}, 0,
                                                       {"terminal", "from which or to which all goes"});
  const auto found = std::find(terminals.begin(), terminals.end(), root);
  if (found != terminals.end()) return static_cast<Place>(found - terminals.begin());
  if (is_sound(context))
    fail_at(context.config, "root", fmt::format("= {} is no terminal that sends and receives", root));
  return 0;
}

using Has = std::function<bool(Place place, std::size_t block)>;

/// What an operation does on its tree.
struct TreeOperation {
  bool down = true;
  bool all_blocks = false;
  BlockUse use = BlockUse::Move;
  MessageOperation operation = MessageOperation::Add;
};

MessageGraph build_tree(const TrafficContext& context, const Base& base, const TreeOperation& tree) {
  MessageGraph graph;
  graph.in_bytes = true;
  const Place root = read_root(context, base.terminals);
  if (!is_sound(context)) return graph;
  const Place places = base.places();
  const Place half = std::bit_ceil(places) / 2;  // So far apart are those of the step next to the root.
  const Place longest = tree.all_blocks ? std::max({places - half, half / 2, Place{1}}) : 1;
  const double mean = tree.all_blocks ? std::bit_width(half) / 2.0 : 1;
  if (!set_lengths(context, base.payload, longest, mean, graph)) return graph;
  if (!fits_window(context.config, "graph", places)) return graph;
  const Has at_root = [root](Place place, std::size_t) { return place == root; };
  const Has everywhere = [](Place, std::size_t) { return true; };
  const Has own = [](Place place, std::size_t block) { return place == block; };
  CollectiveState state;
  state.blocks = tree.all_blocks ? places : 1;
  state.operation = tree.operation;
  state.use = [use = tree.use](std::uint64_t) { return use; };
  state.at_first = tree.all_blocks ? own : everywhere;
  state.in_the_end = at_root;
  if (tree.down) std::swap(state.at_first, state.in_the_end);
  state.combined = tree.use == BlockUse::Combine;
  const TreeSchedule::Shape shape{places, root, tree.down, tree.all_blocks};
  play(
      base, [shape, payload = base.payload] { return std::make_unique<TreeSchedule>(shape, payload); }, state,
      graph);
  return graph;
}

/// The dimensions of rings; empty after a fault.
std::vector<Place> read_rings(const TrafficContext& context, Place places) {
  enum class Algorithm { Ring, ByDimension, HalvingDoubling };
  static const std::array<std::string, 3> kAlgorithms{"ring", "by_dimension", "halving_doubling"};
  const ConfigNode& config = context.config;
  const auto algorithm = config.choice(
      "algorithm", kAlgorithms, Algorithm::Ring,
      {"", "one ring of all; a ring in each dimension of a grid; or exchanges of pairs (recursive)"});
  const ConfigNode list =
      config.child("shape", {"terminals", "of by_dimension: in each dimension of the grid",
                             "all terminals together", "the radices of the topology"});
  std::vector<Place> shape;
  for (const ConfigNode& size : list.items()) shape.push_back(size.as_integer<Place>({1, 1 << 20}));
  if (list.exists() && algorithm != Algorithm::ByDimension)
    list.fail(list.path() + " has meaning for algorithm: by_dimension only");
  if (!is_sound(context)) return {};
  if (algorithm == Algorithm::Ring) return {places};
  if (algorithm == Algorithm::HalvingDoubling) {
    if (std::has_single_bit(places)) return std::vector<Place>(std::countr_zero(places), 2);
    fail_at(config, "algorithm",
            fmt::format("= halving_doubling needs a power of two of terminals, not {}", places));
    return {};
  }
  if (const Grid* grid = context.topology->shape<Grid>(); grid != nullptr && !list.exists())
    shape.assign(grid->radices().begin(), grid->radices().end());
  if (shape.empty()) fail_at(config, "algorithm", "= by_dimension needs dimensions: give workload.shape");
  std::uint64_t product = 1;
  for (const Place size : shape) product *= size;
  if (!shape.empty() && product != places)
    fail_at(config, list.exists() ? "shape" : "algorithm",
            fmt::format("makes a grid of {}, but {} terminals send and receive", product, places));
  return is_sound(context) ? shape : std::vector<Place>{};
}

MessageGraph build_rings(const TrafficContext& context, const Base& base, RingSchedule::Way way,
                         MessageOperation operation) {
  MessageGraph graph;
  graph.in_bytes = true;
  const std::vector<Place> shape = read_rings(context, base.places());
  if (shape.empty()) return graph;
  const Place places = base.places();
  const auto schedule = std::make_shared<const RingSchedule>(way, shape, base.payload);
  const auto steps = static_cast<double>(schedule->steps());
  const bool both = way == RingSchedule::Way::AllReduce;
  if (!set_lengths(context, base.payload, places / shape.back(), (both ? 2 : 1) * (places - 1) / steps,
                   graph))
    return graph;
  if (!fits_window(context.config, "algorithm", 2 * std::uint64_t{places})) return graph;
  if (both) graph.classes = {"reduce-scatter", "all-gather"};
  const Has everywhere = [](Place, std::size_t) { return true; };
  const Has own = [](Place place, std::size_t block) { return place == block; };
  CollectiveState state;
  state.blocks = places;
  state.operation = operation;
  state.use = [schedule](std::uint64_t step) {
    return schedule->combines(step) ? BlockUse::Combine : BlockUse::Copy;
  };
  state.at_first = way == RingSchedule::Way::AllGather ? own : everywhere;
  state.in_the_end = way == RingSchedule::Way::ReduceScatter ? own : everywhere;
  state.combined = way != RingSchedule::Way::AllGather;
  play(
      base, [schedule] { return std::make_unique<RingSchedule>(*schedule); }, state, graph);
  return graph;
}

}  // namespace

MessageGraph build_broadcast(const TrafficContext& context) {
  const Base base = read_base_and_grain(context, "that the root has");
  return build_tree(context, base, {.down = true, .all_blocks = false, .use = BlockUse::Copy});
}

MessageGraph build_scatter(const TrafficContext& context) {
  const Base base = read_base_and_grain(context, "that the root has for each terminal");
  return build_tree(context, base, {.down = true, .all_blocks = true, .use = BlockUse::Move});
}

MessageGraph build_gather(const TrafficContext& context) {
  const Base base = read_base_and_grain(context, "that each terminal has");
  return build_tree(context, base, {.down = false, .all_blocks = true, .use = BlockUse::Move});
}

MessageGraph build_reduce(const TrafficContext& context) {
  const Base base = read_base_and_grain(context, "that each terminal has");
  const MessageOperation operation = read_operation(context.config, kCombined);
  return build_tree(context, base,
                    {.down = false, .all_blocks = false, .use = BlockUse::Combine, .operation = operation});
}

MessageGraph build_all_gather(const TrafficContext& context) {
  const Base base = read_base_and_grain(context, "that each terminal has");
  return build_rings(context, base, RingSchedule::Way::AllGather, MessageOperation::Add);
}

MessageGraph build_reduce_scatter(const TrafficContext& context) {
  const Base base = read_base_and_grain(context, "that each terminal has for each one");
  return build_rings(context, base, RingSchedule::Way::ReduceScatter,
                     read_operation(context.config, kCombined));
}

MessageGraph build_all_reduce(const TrafficContext& context) {
  const Base base = read_base_and_grain(context, "of which each terminal has as many as there are terminals");
  return build_rings(context, base, RingSchedule::Way::AllReduce, read_operation(context.config, kCombined));
}

MessageGraph build_barrier(const TrafficContext& context) {
  const Base base = read_base(context);
  const std::uint32_t flits = read_message_length(context.config, "message_length", "a message");
  MessageGraph graph;
  graph.longest_message = static_cast<int>(flits);
  graph.mean_message = flits;
  if (!is_sound(context)) return graph;
  const Place places = base.places();
  if (!fits_window(context.config, "graph", 2 * std::uint64_t{places})) return graph;
  CollectiveState state;
  state.blocks = places;
  state.use = [](std::uint64_t) { return BlockUse::Share; };
  state.at_first = [](Place place, std::size_t block) { return place == block; };
  state.in_the_end = [](Place, std::size_t) { return true; };
  play(
      base, [places, flits] { return std::make_unique<BarrierSchedule>(places, flits); }, state, graph);
  return graph;
}

}  // namespace switchyard
