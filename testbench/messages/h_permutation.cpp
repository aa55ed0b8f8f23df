#include "testbench/messages/h_permutation.h"

#include <utility>

#include "testbench/messages/generator.h"
#include "testbench/traffic/permutations.h"
#include "testbench/traffic/read_traffic.h"

namespace switchyard {
namespace {

struct Relation {
  std::uint64_t h = 1;
  std::uint32_t flits = 1;
  bool detour = false;
  TerminalId waves = 1;
  bool drawn = false;  ///< Whether each permutation is random, and another one.
  TerminalId terminals = 0;
  std::shared_ptr<const Pattern> pattern;
  std::uint64_t seed = 0;
};

/// Terminal by terminal, permutation by permutation, wave by wave; with detours all of a wave's first ways
/// before the second.
class HPermutation final : public MessageStream {
 public:
  explicit HPermutation(Relation relation) : relation_(std::move(relation)) {}

  bool next(GraphMessage& message) override {
    const std::uint64_t phases = relation_.waves * ways();
    for (; phase_ < phases; ++phase_, round_ = 0) {
      for (; round_ < relation_.h; ++round_, source_ = 0) {
        if (source_ == 0) draw_partners();
        while (source_ < relation_.terminals) {
          if (fill(message, source_++)) return true;
        }
      }
    }
    return false;
  }

 private:
  std::uint64_t ways() const { return relation_.detour ? 2 : 1; }

  void draw_partners() {
    if (relation_.drawn) {
      partners_ = random_permutation(relation_.terminals, mix64(relation_.seed) + round_);
      return;
    }
    partners_.resize(relation_.terminals);
    for (TerminalId t = 0; t < relation_.terminals; ++t) {
      RandomStream random = RandomStream(relation_.seed, t, Purpose::Destination).after(round_);
      partners_[t] = relation_.pattern->destination(t, random).value_or(t);
    }
  }

  /// False if it would go from a terminal to itself, or is of another wave.
  bool fill(GraphMessage& message, TerminalId terminal) {
    if (partners_[terminal] % relation_.waves != phase_ / ways()) return false;
    const bool first_way = phase_ % ways() == 0;
    RandomStream random = RandomStream(relation_.seed, terminal, Purpose::Intermediate).after(round_);
    const TerminalId via = relation_.detour ? random.below(relation_.terminals) : partners_[terminal];
    message = {};
    message.source = first_way ? terminal : via;
    message.destination = first_way ? via : partners_[terminal];
    if (message.source == message.destination) return false;
    message.flits = relation_.flits;
    message.phase = phase_;
    message.value = own_value(id_++);
    return true;
  }

  Relation relation_;
  std::vector<TerminalId> partners_;  ///< [terminal], of this round.
  std::uint64_t phase_ = 0;
  std::uint64_t round_ = 0;
  TerminalId source_ = 0;
  MessageId id_ = 0;
};

}  // namespace

MessageGraph build_h_permutation(const TrafficContext& context) {
  const ConfigNode& config = context.config;
  Relation relation;
  relation.seed = context.seed;
  relation.h = config.integer<std::uint64_t>("h", {1, 1'000'000}, 1,
                                             {"messages", "that each terminal sends, and is sent"});
  relation.detour = config.boolean(
      "detour", false,
      {"", "whether each message goes to a random terminal first, and on when all have come to theirs"});
  const IntRange waves{1, context.topology == nullptr ? kNoNode : context.topology->terminal_count()};
  relation.waves = config.integer<TerminalId>(
      "waves", waves, 1,
      {"waves", "of messages, by their destination modulo that number: each waits for the one before it",
       "1..terminals"});
  relation.flits = read_message_length(config, "message_length", "a message");
  relation.pattern = read_pattern(context);
  MessageGraph graph;
  graph.longest_message = static_cast<int>(relation.flits);
  graph.mean_message = relation.flits;
  if (relation.pattern == nullptr || !config.sound()) return graph;
  relation.drawn = config.child("pattern").as_string() == "permutation";
  relation.terminals = context.topology->terminal_count();
  if (!context.topology->all_terminals_send_and_receive()) {
    fail_at(config, "graph", "needs terminals that all send and receive");
    return graph;
  }
  graph.make_stream = [relation] { return std::make_unique<HPermutation>(relation); };
  return graph;
}

}  // namespace switchyard
