#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <map>
#include <vector>

#include "testbench/traffic/bernoulli.h"
#include "testbench/traffic/class_source.h"
#include "testbench/traffic/open_loop.h"
#include "testbench/traffic/uniform.h"
#include "tests/support/dice.h"

namespace switchyard {
namespace {

constexpr NodeId kTerminals = 5;
constexpr std::uint64_t kSeed = 7;

struct Given {
  Cycle cycle;
  NodeId destination;
  int flits;
  int label;
  friend bool operator==(const Given&, const Given&) = default;
};
using Log = std::vector<std::vector<Given>>;  ///< [terminal]

std::unique_ptr<PacketSource> stream(std::uint64_t seed, double load) {
  return std::make_unique<OpenLoopSource>(kTerminals, seed, std::make_shared<UniformPattern>(kTerminals),
                                          std::make_shared<Bernoulli>(load), PacketLength::between(1, 3));
}

/// One to three classes, some with replies.
std::shared_ptr<TrafficClasses> random_classes(Dice& dice) {
  auto classes = std::make_shared<TrafficClasses>();
  const int count = dice.between(1, 3);
  for (int i = 0; i < count; ++i) {
    TrafficClass made{"c" + std::to_string(i)};
    const bool answered = dice.chance(0.7);
    const int service = dice.between(0, 9);
    const int length = dice.between(1, 5);
    const int outstanding = dice.between(0, 3);
    if (answered) {
      made.reply = Reply{static_cast<std::uint8_t>(classes->size() + 1), PacketLength::fixed(length),
                         static_cast<Cycle>(service)};
      if (outstanding != 0) made.outstanding = outstanding;
    }
    classes->push_back(made);
    if (answered) classes->push_back({"r" + std::to_string(i)});
  }
  return classes;
}

std::vector<std::unique_ptr<PacketSource>> streams_of(const TrafficClasses& classes, double load) {
  std::vector<std::unique_ptr<PacketSource>> streams(classes.size());
  for (std::size_t label = 0; label < classes.size(); ++label) {
    if (label == 0 || !classes[label - 1].reply) streams[label] = stream(kSeed + label, load);
  }
  return streams;
}

/// How long packet n of a terminal is under way.
Cycle delay_of(std::size_t terminal, std::size_t n) { return 1 + mix64(terminal * 1000 + n) % 40; }

/// Plays the source as interfaces do: asked when it has said, and when something has come.
Log play(const std::shared_ptr<const TrafficClasses>& classes, double load, Cycle cycles) {
  ClassSource source(kTerminals, classes, streams_of(*classes, load), kSeed);
  Log log(kTerminals);
  std::vector<Cycle> ask(kTerminals, 0);
  std::map<std::pair<Cycle, PacketId>, PacketRecord> under_way;
  for (Cycle now = 0; now < cycles; ++now) {
    for (NodeId terminal = 0; terminal < kTerminals; ++terminal) {
      for (auto packet = under_way.begin(); packet != under_way.end() && packet->first.first == now;) {
        const bool here = packet->second.destination == terminal;
        if (here) source.delivered(packet->first.second, packet->second, now);
        if (here) ask[terminal] = now;
        packet = here ? under_way.erase(packet) : std::next(packet);
      }
      while (ask[terminal] <= now) {
        PacketRequest request{now, 0, 0};
        EXPECT_TRUE(source.next(terminal, request));
        ask[terminal] = request.created;
        if (request.flits == 0) continue;
        const std::size_t n = log[terminal].size();
        log[terminal].push_back({now, request.destination, request.flits, request.label});
        PacketRecord record;
        record.created = now;
        record.destination = request.destination;
        record.label = request.label;
        under_way[{now + delay_of(terminal, n), static_cast<PacketId>(n * kTerminals + terminal)}] = record;
      }
    }
  }
  return log;
}

/// The same by the rules, every terminal looked at in every cycle.
class Rules {
 public:
  Rules(const TrafficClasses& classes, double load) : classes_(classes), streams_(streams_of(classes, load)) {
    for (NodeId terminal = 0; terminal < kTerminals; ++terminal) {
      for (std::size_t label = 0; label < classes_.size(); ++label) {
        Stand& stand = stands_[{terminal, label}];
        if (streams_[label] != nullptr) streams_[label]->next(terminal, stand.upcoming);
      }
    }
  }

  Log run(Cycle cycles) {
    Log log(kTerminals);
    for (Cycle now = 0; now < cycles; ++now) {
      for (NodeId terminal = 0; terminal < kTerminals; ++terminal) {
        arrive(terminal, now);
        answer(terminal, now, log);
        for (std::size_t label = 0; label < classes_.size(); ++label) create(terminal, label, now, log);
      }
    }
    return log;
  }

 private:
  struct Stand {
    PacketRequest upcoming;
    int open = 0;         ///< Requests without a reply.
    Cycle held_back = 0;  ///< By which all that follows is later.
  };
  struct Packet {
    Cycle arrives;
    PacketId id;
    NodeId from, to;
    std::size_t label;
  };
  struct Answer {
    Cycle ready;
    NodeId to;
    std::size_t label;
  };

  void send(NodeId from, NodeId to, int flits, std::size_t label, Cycle now, Log& log) {
    const std::size_t n = log[from].size();
    log[from].push_back({now, to, flits, static_cast<int>(label)});
    packets_.push_back(
        {now + delay_of(from, n), static_cast<PacketId>(n * kTerminals + from), from, to, label});
  }
  void arrive(NodeId terminal, Cycle now) {
    packets_.sort([](const Packet& a, const Packet& b) { return a.id < b.id; });
    for (const Packet& packet : packets_) {
      if (packet.arrives != now || packet.to != terminal) continue;
      if (const auto& reply = classes_[packet.label].reply)
        answers_[terminal].push_back({now + reply->service, packet.from, packet.label + 1});
      if (packet.label != 0 && classes_[packet.label - 1].reply) --stands_[{terminal, packet.label - 1}].open;
    }
    packets_.remove_if([&](const Packet& p) { return p.arrives == now && p.to == terminal; });
  }
  void answer(NodeId terminal, Cycle now, Log& log) {
    std::list<Answer>& answers = answers_[terminal];
    answers.sort([](const Answer& a, const Answer& b) { return a.ready < b.ready; });  // Stable.
    for (; !answers.empty() && answers.front().ready <= now; answers.pop_front()) {
      const Answer& reply = answers.front();
      RandomStream unused(0, 0, Purpose::Reply);
      send(terminal, reply.to, classes_[reply.label - 1].reply->length.draw(unused), reply.label, now, log);
    }
  }
  void create(NodeId terminal, std::size_t label, Cycle now, Log& log) {
    if (streams_[label] == nullptr) return;
    Stand& stand = stands_[{terminal, label}];
    const auto& limit = classes_[label].outstanding;
    while (stand.upcoming.created + stand.held_back <= now && (!limit || stand.open < *limit)) {
      stand.held_back = now - stand.upcoming.created;
      send(terminal, stand.upcoming.destination, stand.upcoming.flits, label, now, log);
      stand.open += classes_[label].reply.has_value();
      streams_[label]->next(terminal, stand.upcoming);
    }
  }

  const TrafficClasses& classes_;
  std::vector<std::unique_ptr<PacketSource>> streams_;
  std::map<std::pair<NodeId, std::size_t>, Stand> stands_;
  std::map<NodeId, std::list<Answer>> answers_;
  std::list<Packet> packets_;
};

TEST(ClassSource, CreatesWhatTheRulesSay) {
  constexpr Cycle kCycles = 600;
  std::size_t replies = 0;
  for (std::uint64_t n = 1; n <= 60; ++n) {
    Dice dice(n);
    const auto classes = random_classes(dice);
    const double load = 0.1 * dice.between(1, 6);
    const Log log = play(classes, load, kCycles);
    const Log expected = Rules(*classes, load).run(kCycles);
    for (NodeId terminal = 0; terminal < kTerminals; ++terminal) {
      ASSERT_EQ(log[terminal], expected[terminal]) << n << ", terminal " << terminal;
      replies += std::count_if(log[terminal].begin(), log[terminal].end(), [&](const Given& packet) {
        return packet.label != 0 && (*classes)[packet.label - 1].reply.has_value();
      });
    }
  }
  EXPECT_GT(replies, 1000U);
}

TEST(ClassSource, KnowsWhenTheRequestOfAReplyWasCreated) {
  auto classes = std::make_shared<TrafficClasses>();
  classes->push_back({"request", 0, Reply{1, PacketLength::fixed(2), 4}});
  classes->push_back({"reply"});
  ClassSource source(kTerminals, classes, streams_of(*classes, 0.3), kSeed);
  PacketRecord record;
  record.created = 11;
  record.destination = 3;
  source.delivered(/*packet=*/kTerminals * 8 + 2, record, 50);
  PacketRequest request{54, 0, 0};
  ASSERT_TRUE(source.next(3, request));
  EXPECT_EQ(request.label, 1);
  EXPECT_EQ(request.destination, 2U);
  EXPECT_EQ(request.flits, 2);
  EXPECT_EQ(source.asked(3), Cycle{11});  // Its first packet.
  EXPECT_EQ(source.asked(3 + kTerminals), std::nullopt);
}

/// What was not let in has no id, and does not count as outstanding.
TEST(ClassSource, ForgetsWhatIsRefused) {
  auto classes = std::make_shared<TrafficClasses>();
  classes->push_back({"request", 0, Reply{1, PacketLength::fixed(2), 0}, /*outstanding=*/1});
  classes->push_back({"reply"});
  ClassSource source(kTerminals, classes, streams_of(*classes, 0.5), kSeed);
  Cycle now = 1000;
  PacketRequest request;
  for (int i = 0; i < 5; ++i, now += 100) {
    request = {now, 0, 0};
    ASSERT_TRUE(source.next(0, request));
    ASSERT_NE(request.flits, 0) << i;
    source.refused(0);
  }
  request = {now, 0, 0};
  ASSERT_TRUE(source.next(0, request));
  EXPECT_NE(request.flits, 0);
  request = {now + 100, 0, 0};
  ASSERT_TRUE(source.next(0, request));
  EXPECT_EQ(request.flits, 0) << "one is outstanding";
  EXPECT_EQ(request.created, kNever);
}

}  // namespace
}  // namespace switchyard
