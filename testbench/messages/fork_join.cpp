#include "testbench/messages/fork_join.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "testbench/messages/generator.h"

namespace switchyard {
namespace {

struct Rounds {
  std::uint64_t rounds = 1;
  TerminalId root = 0;
  std::vector<TerminalId> others;
  Cycle service = 0;
  Cycle compute = 0;
  std::uint32_t fork_length = 1;
  std::uint32_t join_length = 1;
};

/// Round by round: what the root sends, and the answers. The first message of a round waits for all answers
/// of the one before; the others wait for the first.
class ForkJoin final : public MessageStream {
 public:
  explicit ForkJoin(Rounds rounds) : rounds_(std::move(rounds)) {}

  bool next(GraphMessage& message) override {
    const std::uint64_t width = rounds_.others.size();
    const std::uint64_t round = id_ / (2 * width);
    if (round == rounds_.rounds) return false;
    const std::uint64_t place = id_ % (2 * width);
    message = {};
    message.value = own_value(id_);
    if (place < width) {
      message.source = rounds_.root;
      message.destination = rounds_.others[place];
      message.flits = rounds_.fork_length;
      if (place != 0) {
        message.waits_for = {id_ - place};
      } else if (round != 0) {
        message.compute = rounds_.compute;
        for (MessageId answer = id_ - width; answer != id_; ++answer) message.waits_for.push_back(answer);
      }
    } else {
      message.source = rounds_.others[place - width];
      message.destination = rounds_.root;
      message.flits = rounds_.join_length;
      message.label = 1;
      message.compute = rounds_.service;
      message.waits_for = {id_ - width};
    }
    ++id_;
    return true;
  }

 private:
  Rounds rounds_;
  MessageId id_ = 0;
};

/// Those behind the root, and around. Fault: the root is none of `able`.
std::vector<TerminalId> others_behind(const ConfigNode& config, TerminalId root,
                                      std::vector<TerminalId> able) {
  const auto found = std::lower_bound(able.begin(), able.end(), root);
  if (found == able.end() || *found != root) {
    const ConfigNode value = config.child("root");
    (value.exists() ? value : config)
        .fail(fmt::format("{} = {} is no terminal that sends and receives", value.path(), root));
    return {};
  }
  std::rotate(able.begin(), found, able.end());
  able.erase(able.begin());
  return able;
}

}  // namespace

MessageGraph build_fork_join(const TrafficContext& context) {
  const ConfigNode& config = context.config;
  Rounds rounds;
  rounds.rounds = config.integer<std::uint64_t>("rounds", kRounds, {"rounds", "of a fork and a join"});
  rounds.root = config.integer<TerminalId>("root", {0, kNoNode - 1}, 0, {"terminal", "that forks and joins"});
  const std::vector<TerminalId> able = both_ways(context.topology);
  if (context.topology != nullptr) rounds.others = others_behind(config, rounds.root, able);
  const ConfigNode width = config.child(
      "width", {"terminals", "behind the root, to which it sends", "1..terminals - 1", "all others"});
  const auto most = static_cast<std::int64_t>(rounds.others.size());
  if (width.exists()) {
    const auto wanted = width.as_integer<std::uint32_t>({1, most == 0 ? kNoNode : most});
    if (most != 0) rounds.others.resize(wanted);
  }
  rounds.service = config.integer<Cycle>(
      "service", kComputing, 0, {"cycles", "from the arrival of a message until its answer is ready"});
  rounds.compute = config.integer<Cycle>(
      "compute", kComputing, 0, {"cycles", "from the last answer of a round until the next round begins"});
  rounds.fork_length = read_message_length(config, "fork_length", "a message of the root");
  rounds.join_length = read_message_length(config, "join_length", "an answer");
  MessageGraph graph;
  graph.classes = {"fork", "join"};
  graph.longest_message = static_cast<int>(std::max(rounds.fork_length, rounds.join_length));
  graph.mean_message = (rounds.fork_length + rounds.join_length) / 2.0;
  if (rounds.others.empty() || !config.sound()) return graph;
  if (!fits_window(config, "width", rounds.others.size())) return graph;
  graph.make_stream = [rounds] { return std::make_unique<ForkJoin>(rounds); };
  return graph;
}

}  // namespace switchyard
