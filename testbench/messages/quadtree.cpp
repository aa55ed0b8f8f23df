#include "testbench/messages/quadtree.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "hw/topology/multistage.h"
#include "testbench/messages/generator.h"
#include "testbench/messages/message_file.h"
#include "testbench/tree/tree_slots.h"

namespace switchyard {
namespace {

struct Keys {
  bool ascend = true;
  int descendants = 4;
  bool stretch = false;
  TerminalId root = 0;
  MessageOperation operation = MessageOperation::Add;
  std::uint64_t rounds = 1;
  bool pipelined = false;
  bool scheduled = false;
  Cycle compute = 0;
  std::uint32_t length = 1;
  bool skip_redundant = false;
};

/// A message of every round.
struct Step {
  TreePath path;
  int level = 0;
  std::uint64_t phase = 0;               ///< Of the round.
  Cycle behind = 0;                      ///< Cycles behind the first message of its parent in this phase.
  Cycle slot = 0;                        ///< Of a period.
  std::vector<std::uint32_t> waits_for;  ///< Places in the round.
  bool has_number = false;               ///< Whether that of its sender is its own value.
};

/// All rounds are alike.
struct Round {
  Keys keys;
  TerminalId terminals = 0;
  int levels = 0;
  Cycle period = 1;
  std::vector<Step> steps;
  bool root_has_own = false;  ///< It is its own child, so its number never travels.

  /// What a terminal has in a round.
  std::uint64_t number_of(TerminalId terminal, std::uint64_t round) const {
    return own_value(round * terminals + terminal);
  }
};

/// What combined with a number below 2^63 leaves that.
std::uint64_t nothing_for(MessageOperation operation) {
  return operation == MessageOperation::Min ? ~std::uint64_t{0} >> 1 : 0;
}

/// The steps of a level. `coming`: places of the messages that came to each terminal with the step before.
class RoundBuilder {
 public:
  RoundBuilder(const CommunicationTree& tree, Round& round) : tree_(tree), round_(round) {
    const Keys& keys = round.keys;
    if (keys.pipelined && keys.scheduled) slots_.emplace(tree, by_digits(tree.dimension(), 1));
    for (int level = 1; keys.skip_redundant && level <= tree.levels(); ++level) {
      for (const TreeLabel label : tree.labels(level)) inner_.insert(label);
    }
  }

  void add_levels() {
    for (int phase = 0; phase < tree_.levels(); ++phase)
      add_level(round_.keys.ascend ? phase : tree_.levels() - 1 - phase, static_cast<std::uint64_t>(phase));
  }

 private:
  void add_level(int level, std::uint64_t phase) {
    const Keys& keys = round_.keys;
    std::unordered_map<TerminalId, std::vector<std::uint32_t>> came;
    std::unordered_map<TreeLabel, Cycle> sent;  // Messages of a parent.
    for (const TreePath& up : tree_.messages(level)) {
      if (up.from == up.to || is_redundant(up.from, level)) continue;
      Step step;
      step.path = keys.ascend ? up : TreePath{up.to, up.from};
      step.level = level;
      step.phase = phase;
      if (keys.scheduled) step.behind = sent[up.to]++ * keys.length;
      if (slots_) {
        const auto slot = static_cast<Cycle>(slots_->slot(up.from, level));
        step.slot = (slot * keys.length + keys.compute) % round_.period;
      }
      if (const auto found = came_.find(step.path.from); found != came_.end()) step.waits_for = found->second;
      step.has_number = has_number(step.path.from, level);
      came[step.path.to].push_back(static_cast<std::uint32_t>(round_.steps.size()));
      round_.steps.push_back(std::move(step));
    }
    came_ = std::move(came);
  }

  /// As a leaf an inner node is sent what it has.
  bool is_redundant(TreeLabel child, int level) const { return level == 0 && inner_.count(child) != 0; }

  bool has_number(TreeLabel sender, int level) const {
    if (!round_.keys.ascend) return level == tree_.levels() - 1;
    return level == 0 || (level == 1 && tree_.parent(sender, 0) == sender);
  }

  const CommunicationTree& tree_;
  Round& round_;
  std::optional<TreeSlots> slots_;
  std::unordered_set<TreeLabel> inner_;  ///< Filled where these are not to be sent as leaves what they have.
  std::unordered_map<TerminalId, std::vector<std::uint32_t>> came_;
};

std::shared_ptr<const Round> round_of(const Keys& keys, TerminalId terminals) {
  const int dimension = std::countr_zero(terminals);
  const int d = keys.stretch ? 1 : std::countr_zero(static_cast<unsigned>(keys.descendants));
  const CommunicationTree tree(dimension, d, keys.root);
  auto round = std::make_shared<Round>();
  round->keys = keys;
  round->terminals = terminals;
  round->levels = tree.levels();
  round->period = static_cast<Cycle>(tree.most_descendants()) * keys.length;
  round->root_has_own = tree.parent(keys.root, 0) == keys.root;
  RoundBuilder(tree, *round).add_levels();
  return round;
}

class QuadtreeStream final : public MessageStream {
 public:
  explicit QuadtreeStream(std::shared_ptr<const Round> round) : round_(std::move(round)) {}

  bool next(GraphMessage& message) override {
    const Keys& keys = round_->keys;
    const std::uint64_t round = id_ / round_->steps.size();
    if (round == keys.rounds) return false;
    const Step& step = round_->steps[id_ % round_->steps.size()];
    message = {};
    message.source = step.path.from;
    message.destination = step.path.to;
    message.flits = keys.length;
    message.label = static_cast<std::uint8_t>(step.level);
    message.operation = keys.ascend ? keys.operation : MessageOperation::Add;
    message.value =
        step.has_number ? round_->number_of(step.path.from, round) : nothing_for(message.operation);
    for (const std::uint32_t place : step.waits_for)
      message.waits_for.push_back(round * round_->steps.size() + place);
    set_times(message, step, round);
    ++id_;
    return true;
  }

 private:
  void set_times(GraphMessage& message, const Step& step, std::uint64_t round) const {
    const Keys& keys = round_->keys;
    if (!keys.pipelined) {
      message.phase = round * static_cast<std::uint64_t>(round_->levels) + step.phase;
      message.compute = keys.compute + step.behind;
      return;
    }
    if (step.waits_for.empty()) {
      message.earliest = round * round_->period + keys.compute;
    } else {
      message.compute = keys.compute;
    }
    if (!keys.scheduled) return;
    message.slot = step.slot;
    message.period = round_->period;
  }

  std::shared_ptr<const Round> round_;
  MessageId id_ = 0;
};

/// Compares with all numbers of the terminals, which it takes from them and not from the tree.
class TreeCheck final : public ResultCheck {
 public:
  explicit TreeCheck(std::shared_ptr<const Round> round) : round_(std::move(round)) {
    for (const Step& step : round_->steps) to_root_ += ends_at_root(step) ? 1 : 0;
  }

  std::string came(const MessageEnds& message, std::uint64_t value) override {
    const std::uint64_t round = message.id / round_->steps.size();
    const Step& step = round_->steps[message.id % round_->steps.size()];
    if (!round_->keys.ascend) return fault_of("a terminal was sent", round, value, number(root(), round));
    if (!ends_at_root(step)) return {};
    Partial& partial = partial_.try_emplace(round, first_partial(round)).first->second;
    partial.value = combine(round_->keys.operation, partial.value, value);
    if (++partial.messages != to_root_) return {};
    const std::uint64_t result = partial.value;
    partial_.erase(round);
    return fault_of("the root has", round, result, reduction(round));
  }

 private:
  struct Partial {
    std::uint64_t value;
    std::uint64_t messages = 0;
  };

  TerminalId root() const { return round_->keys.root; }
  std::uint64_t number(TerminalId terminal, std::uint64_t round) const {
    return round_->number_of(terminal, round);
  }
  bool ends_at_root(const Step& step) const { return step.level == round_->levels - 1; }

  Partial first_partial(std::uint64_t round) const {
    return {round_->root_has_own ? number(root(), round) : nothing_for(round_->keys.operation)};
  }

  std::uint64_t reduction(std::uint64_t round) const {
    std::uint64_t result = number(0, round);
    for (TerminalId terminal = 1; terminal < round_->terminals; ++terminal)
      result = combine(round_->keys.operation, result, number(terminal, round));
    return result;
  }

  static std::string fault_of(const char* who, std::uint64_t round, std::uint64_t actual,
                              std::uint64_t expected) {
    if (actual == expected) return {};
    return fmt::format("in round {} of the tree {} {} instead of {}", round, who, actual, expected);
  }

  std::shared_ptr<const Round> round_;
  std::uint64_t to_root_ = 0;
  std::unordered_map<std::uint64_t, Partial> partial_;  ///< [round]
};

Keys read_keys(const ConfigNode& config) {
  static const std::vector<std::string> kDirections{"ascend", "descend"};
  static const std::vector<std::string> kLevels{"one_at_a_time", "pipelined"};
  static const std::vector<std::string> kSlots{"none", "scheduled"};
  Keys keys;
  keys.ascend =
      config.choice("direction", kDirections, 0, {"", "of the messages: to the root or from it"}) == 0;
  keys.descendants =
      config.integer<int>("descendants", {4, 1 << 24}, 4,
                          {"terminals", "below each inner node: a power of two; the root may have fewer"});
  keys.stretch = config.boolean(
      "stretch", false, {"", "whether inner nodes have two descendants, but four at the two lowest levels"});
  keys.root = config.integer<TerminalId>("root", {0, kNoNode - 1}, 0, {"terminal", "of the tree's root"});
  keys.operation = read_operation(config, "the numbers of all terminals on the way up");
  keys.rounds = config.integer<std::uint64_t>("rounds", kRounds, 1, {"rounds", "up or down the whole tree"});
  keys.pipelined = config.choice("levels", kLevels, 0,
                                 {"",
                                  "whether a level waits for all of the level before, and a round for the "
                                  "round before, or a round begins a period after the round before"}) == 1;
  keys.scheduled =
      config.choice("slots", kSlots, 0,
                    {"",
                     "whether the messages of a parent go one after the other, at times that "
                     "are free of conflicts on multistage networks, or when they are ready"}) == 1;
  keys.compute = config.integer<Cycle>("compute", kComputing, 0,
                                       {"cycles", "of each terminal before it sends a message"});
  keys.length = read_message_length(config, "message_length", "a message");
  keys.skip_redundant =
      config.boolean("skip_redundant", false,
                     {"", "whether inner nodes are not sent, as leaves, what they have: for `descend`"});
  return keys;
}

/// How many terminals the tree has, 0 where that cannot be.
TerminalId terminals_of_tree(const TrafficContext& context) {
  const TerminalId terminals = context.topology->terminal_count();
  if (both_ways(context.topology).size() != terminals) {
    context.config.fail(context.config.path() + ": a tree needs all terminals to send and receive");
  } else if (terminals < 4 || !std::has_single_bit(terminals)) {
    context.config.fail(fmt::format("{}: a tree needs 4, 8, 16, ... terminals, and there are {}",
                                    context.config.path(), terminals));
  } else {
    return terminals;
  }
  return 0;
}

bool fits(const ConfigNode& config, const Keys& keys, TerminalId terminals) {
  constexpr TerminalId kLeastOfStretch = 16;
  const auto fail = [&](const char* key, const std::string& what) {
    const ConfigNode value = config.child(key);
    (value.exists() ? value : config).fail(fmt::format("{} {}", value.path(), what));
    return false;
  };
  if (!std::has_single_bit(static_cast<unsigned>(keys.descendants)))
    return fail("descendants", fmt::format("= {} is no power of two", keys.descendants));
  if (static_cast<TerminalId>(keys.descendants) > terminals)
    return fail("descendants", fmt::format("= {}, but there are {} terminals", keys.descendants, terminals));
  if (keys.root >= terminals)
    return fail("root", fmt::format("= {} is out of range: 0..{}", keys.root, terminals - 1));
  if (keys.stretch && config.child("descendants").exists())
    return fail("descendants", "cannot be chosen in a stretched tree: it has 4 at two levels, then 2");
  if (keys.stretch && terminals < kLeastOfStretch)
    return fail("stretch", fmt::format("= true needs 16 terminals, and there are {}", terminals));
  if (keys.skip_redundant && keys.ascend)
    return fail("skip_redundant", "= true, but only what descends is sent twice to an inner node");
  return true;
}

std::string warning_about(const Topology& topology) {
  const auto* const network = topology.shape<Multistage>();
  if (network == nullptr || network->config().labels == TerminalLabels::Paper) return {};
  return "topology.labels = natural: trees are free of conflicts with labels: paper; `switchyard conflicts` "
         "counts those of this network";
}

}  // namespace

MessageGraph build_quadtree(const TrafficContext& context) {
  const ConfigNode& config = context.config;
  const Keys keys = read_keys(config);
  MessageGraph graph;
  graph.longest_message = static_cast<int>(keys.length);
  graph.mean_message = keys.length;
  if (!config.sound() || context.topology == nullptr) return graph;
  const TerminalId terminals = terminals_of_tree(context);
  if (terminals == 0 || !fits(config, keys, terminals)) return graph;
  const std::shared_ptr<const Round> round = round_of(keys, terminals);
  if (!fits_window(config, "descendants", round->steps.size())) return graph;
  for (int level = 0; level < round->levels; ++level) graph.classes.push_back(fmt::format("level {}", level));
  graph.warning = warning_about(*context.topology);
  graph.make_stream = [round] { return std::make_unique<QuadtreeStream>(round); };
  graph.make_check = [round] { return std::make_unique<TreeCheck>(round); };
  return graph;
}

}  // namespace switchyard
