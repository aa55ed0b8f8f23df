#include "testbench/messages/supersteps.h"

#include <fmt/format.h>

#include <map>
#include <numeric>
#include <utility>

#include "hw/base/shuffle.h"
#include "testbench/messages/generator.h"
#include "testbench/messages/payload.h"

namespace switchyard {
namespace {

struct Program {
  std::uint64_t supersteps = 1;
  std::uint32_t h = 1;
  Cycle compute = 0;
  std::uint32_t flits = 1;
  std::uint64_t seed = 0;
  std::vector<TerminalId> terminals;

  std::uint64_t messages() const { return std::uint64_t{h} * terminals.size(); }  ///< Of a superstep.
};

class SuperstepStream final : public MessageStream {
 public:
  explicit SuperstepStream(Program program)
      : program_(std::move(program)),
        random_(program_.seed, 0, Purpose::Program),
        order_(program_.terminals.size()),
        compute_(program_.terminals.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
  }

  bool next(GraphMessage& message) override {
    const std::size_t all = order_.size();
    const std::uint64_t superstep = id_ / program_.messages();
    if (superstep == program_.supersteps) return false;
    if (id_ % program_.messages() == 0) draw_compute();
    if (id_ % all == 0) shuffle(order_, random_);
    const std::uint32_t from = order_[id_ % all];
    message = {};
    message.source = program_.terminals[from];
    message.destination = program_.terminals[order_[(id_ + 1) % all]];
    message.flits = program_.flits;
    message.compute = compute_[from];
    message.phase = superstep;
    message.value = own_value(id_);
    ++id_;
    return true;
  }

 private:
  void draw_compute() {
    for (Cycle& cycles : compute_)
      cycles = static_cast<Cycle>(random_.unit() * static_cast<double>(2 * program_.compute + 1));
  }

  Program program_;
  RandomStream random_;
  std::vector<std::uint32_t> order_;  ///< Each sends to the one behind it, the last to the first.
  std::vector<Cycle> compute_;        ///< Of each in this superstep.
  MessageId id_ = 0;
};

/// Counts by destination. Supersteps do not overlap: there is a barrier between them.
class SuperstepCheck final : public ResultCheck {
 public:
  explicit SuperstepCheck(const Program& program) : h_(program.h), messages_(program.messages()) {
    for (const TerminalId terminal : program.terminals) came_[terminal] = 0;
  }

  std::string came(const MessageEnds& message, std::uint64_t /*value*/) override {
    const std::uint64_t superstep = message.id / messages_;
    if (superstep != superstep_)
      return fmt::format("message {} of superstep {} comes in superstep {}", message.id, superstep,
                         superstep_);
    ++came_[message.destination];
    if (++all_ != messages_) return {};
    for (auto& [terminal, came] : came_) {
      if (came != h_)
        return fmt::format("in superstep {} terminal {} was sent {} messages instead of {}", superstep_,
                           terminal, came, h_);
      came = 0;
    }
    all_ = 0;
    ++superstep_;
    return {};
  }

 private:
  std::uint32_t h_;
  std::uint64_t messages_;
  std::uint64_t superstep_ = 0;
  std::uint64_t all_ = 0;                     ///< Messages of this superstep that have come,
  std::map<TerminalId, std::uint32_t> came_;  ///< and by destination.
};

}  // namespace

MessageGraph build_supersteps(const TrafficContext& context) {
  const ConfigNode& config = context.config;
  Program program;
  program.seed = context.seed;
  program.supersteps =
      config.integer<std::uint64_t>("supersteps", kRounds, {"supersteps", "with a barrier after each"});
  program.h = config.integer<std::uint32_t>(
      "h", {1, 65536}, 1, {"messages", "that each terminal sends in a superstep, and is sent"});
  program.compute =
      config.integer<Cycle>("compute", {0, 1'000'000'000}, 0,
                            {"cycles", "in the mean, of a terminal before it sends in a superstep; drawn"});
  const Payload payload = read_payload(context, "of a message");
  program.terminals = both_ways(context.topology);
  MessageGraph graph;
  graph.in_bytes = true;
  if (context.topology == nullptr || !config.sound()) return graph;
  if (program.terminals.size() < 2) {
    fail_at(config, "graph",
            fmt::format("needs two terminals that send and receive, not {}", program.terminals.size()));
    return graph;
  }
  if (!set_lengths(context, payload, 1, 1, graph)) return graph;
  program.flits = payload.blocks(1);
  graph.make_stream = [program] { return std::make_unique<SuperstepStream>(program); };
  graph.make_check = [program] { return std::make_unique<SuperstepCheck>(program); };
  return graph;
}

}  // namespace switchyard
