#include "testbench/messages/random_graph.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "testbench/messages/generator.h"
#include "testbench/traffic/packet_length.h"

namespace switchyard {
namespace {

constexpr std::size_t kKnown = 16;  ///< Messages that a terminal remembers.

struct RandomGraph {
  std::uint64_t messages = 1;
  double dependences = 1;
  Cycle compute = 0;
  PacketLength length = PacketLength::fixed(1);
  std::uint32_t classes = 1;
  std::uint64_t window = 1;
  std::uint64_t seed = 0;
  std::vector<TerminalId> terminals;
};

class RandomStreamOfMessages final : public MessageStream {
 public:
  explicit RandomStreamOfMessages(RandomGraph graph)
      : graph_(std::move(graph)),
        random_(graph_.seed, 0, Purpose::Program),
        known_(graph_.terminals.size()) {}

  bool next(GraphMessage& message) override {
    constexpr std::uint32_t kOperations = 6;
    if (id_ == graph_.messages) return false;
    const auto terminals = static_cast<std::uint32_t>(graph_.terminals.size());
    const std::uint32_t from = random_.below(terminals);
    const std::uint32_t to = (from + 1 + random_.below(terminals - 1)) % terminals;
    message.source = graph_.terminals[from];
    message.destination = graph_.terminals[to];
    message.flits = static_cast<std::uint32_t>(graph_.length.draw(random_));
    message.label = static_cast<std::uint8_t>(random_.below(graph_.classes));
    message.operation = static_cast<MessageOperation>(random_.below(kOperations));
    message.earliest = 0;
    message.compute = static_cast<Cycle>(random_.unit() * static_cast<double>(2 * graph_.compute + 1));
    message.value = own_value(id_);
    draw_waits_for(message, known_[from]);
    known_[from].add(id_);
    known_[to].add(id_);
    ++id_;
    return true;
  }

 private:
  /// The last messages that a terminal has sent or been sent.
  struct Known {
    std::array<MessageId, kKnown> ids{};
    std::size_t count = 0;
    void add(MessageId id) { ids[count++ % kKnown] = id; }
    std::size_t size() const { return std::min(count, kKnown); }
  };

  void draw_waits_for(GraphMessage& message, const Known& known) {
    const double whole = std::floor(graph_.dependences);
    const bool one_more = random_.unit() < graph_.dependences - whole;
    const std::size_t wanted = static_cast<std::size_t>(whole) + (one_more ? 1 : 0);
    std::array<MessageId, kKnown> choice = known.ids;
    std::size_t left = known.size();
    message.waits_for.clear();
    while (left != 0 && message.waits_for.size() < wanted) {
      MessageId& chosen = choice[random_.below(static_cast<std::uint32_t>(left))];
      if (id_ - chosen < graph_.window) message.waits_for.push_back(chosen);
      chosen = choice[--left];
    }
  }

  RandomGraph graph_;
  RandomStream random_;
  std::vector<Known> known_;  ///< [place of the terminal]
  MessageId id_ = 0;
};

}  // namespace

MessageGraph build_random_graph(const TrafficContext& context) {
  const ConfigNode& config = context.config;
  RandomGraph random;
  random.seed = context.seed;
  random.messages = config.integer<std::uint64_t>("messages", kRounds, {"messages", "of the graph"});
  random.dependences = config.real("dependences", {0, static_cast<double>(kKnown)}, 1,
                                   {"messages", "for which a message waits, in the mean"});
  random.compute = config.integer<Cycle>(
      "compute", {0, 1'000'000'000}, 0,
      {"cycles", "in the mean, from the last message that a message waits for until it is ready"});
  random.length = read_packet_length(config, "message_length");
  random.classes =
      config.integer<std::uint32_t>("classes", {1, 256}, 1, {"classes", "of messages, each as likely"});
  random.window = read_message_window(config);
  MessageGraph graph;
  graph.longest_message = random.length.longest();
  graph.mean_message = random.length.mean();
  if (context.topology == nullptr || !config.sound()) return graph;
  random.terminals = both_ways(context.topology);
  if (random.terminals.size() < 2) {
    config.fail(config.path() + ": a random graph needs two terminals that send and receive");
    return graph;
  }
  graph.make_stream = [random] { return std::make_unique<RandomStreamOfMessages>(random); };
  return graph;
}

}  // namespace switchyard
