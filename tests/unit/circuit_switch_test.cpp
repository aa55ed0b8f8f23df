#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/router/circuit/circuit_switch.h"
#include "tests/support/dice.h"

namespace switchyard {
namespace {

/// Inputs and far ends of crosspoints: offers packets, answers or refuses headers at random, and holds what
/// the crosspoints do against the rules, of which it keeps books of its own.
class SwitchDriver {
 public:
  SwitchDriver(CircuitBlock& block, const CircuitSite& site, std::uint64_t number)
      : block_(block), site_(site), dice_(number), inputs_(site.ports), outputs_(site.ports) {}

  /// Runs a cycle; says what is wrong, if anything is.
  std::string cycle() {
    draw();
    const CircuitArrivals arrivals = arrive();
    const CircuitDepartures departures = block_.step(arrivals);
    std::string fault = check(arrivals, departures);
    follow(arrivals, departures);
    return fault;
  }

  int delivered() const { return delivered_; }
  int refusals() const { return refusals_; }
  int longest_wait() const { return longest_wait_; }

 private:
  struct Input {
    std::deque<Flit> flits;  ///< Of a packet, that have not left.
    int wanted = 0;
    bool sent = false;    ///< The header has left, and its circuit is not over.
    int passed_over = 0;  ///< Headers that won the output while this one wanted it.
    int pause = 0;
  };
  struct Output {
    std::optional<int> holder;
    bool answered = false;
    std::optional<int> answer_in;  ///< Cycles until the header is answered or refused.
  };

  void draw() {
    for (Input& input : inputs_) {
      if (input.sent || !input.flits.empty() || dice_.chance(0.4)) continue;
      input = {};
      input.wanted = dice_.chance(0.3) ? 0 : dice_.between(0, site_.ports - 1);
      const int flits = dice_.between(1, 5);
      for (int left = flits; left > 0; --left)
        input.flits.push_back({next_packet_, 7, next_packet_ * 31 + static_cast<std::uint32_t>(left),
                               static_cast<std::uint16_t>(left), 0, left == flits});
      ++next_packet_;
    }
  }

  bool offers_header(const Input& input) const {
    return !input.flits.empty() && !input.sent && input.pause == 0;
  }

  CircuitArrivals arrive() {
    CircuitArrivals arrivals;
    for (int i = 0; i < site_.ports; ++i) {
      Input& input = inputs_[i];
      if (input.pause > 0) --input.pause;
      const bool header = offers_header(input);
      const bool follower = input.sent && !input.flits.empty() && dice_.chance(0.8);
      if (!header && !follower) continue;
      arrivals.offered.set(i);
      arrivals.headers.set(i, header);
      arrivals.flits[i] = &input.flits.front();
      arrivals.wanted[i] = static_cast<std::uint8_t>(input.wanted);
    }
    for (int o = 0; o < site_.ports; ++o) {
      Output& output = outputs_[o];
      arrivals.room.set(o, dice_.chance(0.9));
      arrivals.faulty.set(o, dice_.chance(0.05));
      if (!output.answer_in || --*output.answer_in > 0) continue;
      output.answer_in.reset();
      const bool refused = site_.drops && dice_.chance(0.4);
      (refused ? arrivals.refused : arrivals.answered).set(o);
    }
    return arrivals;
  }

  std::string check(const CircuitArrivals& arrivals, const CircuitDepartures& departures) {
    PortMask taken = 0;
    for (int o = 0; o < site_.ports; ++o) {
      const Output& output = outputs_[o];
      PortMask wanting = 0;
      for (const int i : arrivals.headers) wanting.set(i, inputs_[i].wanted == o);
      const bool sends = departures.sent.test(o);
      if (!output.holder) {
        const bool may = arrivals.room.test(o) && !arrivals.faulty.test(o) && wanting != 0;
        if (sends != may) return "a free output is not given to those that want it, or given to nobody";
      }
      if (!sends) continue;
      if (!arrivals.room.test(o)) return "a flit leaves where there is no room";
      const auto from = std::find_if(inputs_.begin(), inputs_.end(), [&](const Input& input) {
        return !input.flits.empty() && input.flits.front() == departures.flits[o];
      });
      if (from == inputs_.end()) return "a flit that nobody has offered";
      const auto i = static_cast<int>(from - inputs_.begin());
      if (!arrivals.offered.test(i) || taken.test(i)) return "a flit that is not offered, or leaves twice";
      if (from->wanted != o) return "a flit leaves through an output that it does not want";
      if (output.holder && *output.holder != i) return "a held output sends what is not its holder's";
      if (output.holder && arrivals.headers.test(i)) return "a second header";
      const bool open = !site_.answers || output.answered || arrivals.answered.test(o);
      if (output.holder && !open) return "a flit follows before the answer";
      taken.set(i);
    }
    if (taken != departures.taken) return "what has left is told wrong";
    PortMask answered = 0, refused = 0;
    for (const int o : arrivals.answered) answered.set(*outputs_[o].holder);
    for (const int o : arrivals.refused) refused.set(*outputs_[o].holder);
    if (site_.drops) refused |= arrivals.headers & ~departures.taken;
    if (answered != departures.answered || refused != departures.refused) return "an answer goes astray";
    for (const int o : arrivals.answered) {
      const int i = *outputs_[o].holder;
      const bool follows = arrivals.offered.test(i) && arrivals.room.test(o);
      if (follows && !departures.taken.test(i)) return "a flit does not follow its answer at once";
    }
    return "";
  }

  void follow(const CircuitArrivals& arrivals, const CircuitDepartures& departures) {
    for (const int o : arrivals.answered) {
      outputs_[o].answered = true;
      if (inputs_[*outputs_[o].holder].flits.empty()) end(o);
    }
    for (const int o : arrivals.refused) {
      ++refusals_;
      end(o);
    }
    for (const int i : arrivals.headers & ~departures.taken) {
      Input& input = inputs_[i];
      if (departures.sent.test(input.wanted) && !outputs_[input.wanted].holder) ++input.passed_over;
      longest_wait_ = std::max(longest_wait_, input.passed_over);
      if (!site_.drops) continue;
      ++refusals_;
      input.pause = dice_.between(1, 9);
    }
    for (const int i : departures.taken) {
      Input& input = inputs_[i];
      const int o = input.wanted;
      const bool header = !std::exchange(input.sent, true);
      if (header) outputs_[o] = {i, !site_.answers, std::nullopt};
      if (header && site_.answers) outputs_[o].answer_in = dice_.between(1, 6);
      input.flits.pop_front();
      if (!input.flits.empty()) continue;
      ++delivered_;
      if (!header || !site_.answers) end(o);
    }
  }

  /// The circuit is over.
  void end(int o) {
    inputs_[*outputs_[o].holder] = {};
    outputs_[o] = {};
  }

  CircuitBlock& block_;
  CircuitSite site_;
  Dice dice_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  PacketId next_packet_ = 1;
  int delivered_ = 0;
  int refusals_ = 0;
  int longest_wait_ = 0;
};

CircuitSite random_site(std::uint64_t number) {
  Dice dice(number);
  CircuitSite site;
  site.ports = dice.one_of({2, 3, 4, 5, 8, 16, 32});
  site.drops = dice.chance(0.5);
  site.answers = site.drops || dice.chance(0.5);
  for (int o = 0; o < site.ports; ++o) site.starts.push_back(dice.between(0, site.ports - 1));
  return site;
}

TEST(CircuitSwitch, KeepsItsRulesWhateverComes) {
  for (std::uint64_t number = 1; number <= 60; ++number) {
    const CircuitSite site = random_site(number);
    CircuitSwitch circuits(site);
    SwitchDriver driver(circuits, site, number);
    for (int cycle = 0; cycle < 2000; ++cycle) ASSERT_EQ(driver.cycle(), "") << number << ", cycle " << cycle;
    EXPECT_GT(driver.delivered(), 200) << number;
    EXPECT_EQ(driver.refusals() > 0, site.drops) << number;
  }
}

TEST(CircuitSwitch, AHeaderThatWaitsLosesToEachOtherInputOnceAtMost) {
  for (std::uint64_t number = 1; number <= 60; ++number) {
    CircuitSite site = random_site(number);
    site.drops = false;
    CircuitSwitch circuits(site);
    SwitchDriver driver(circuits, site, number);
    for (int cycle = 0; cycle < 2000; ++cycle) ASSERT_EQ(driver.cycle(), "");
    EXPECT_LE(driver.longest_wait(), site.ports - 1) << number;
    EXPECT_GE(driver.longest_wait(), site.ports == 2 ? 1 : 2) << number;
  }
}

TEST(CircuitSwitch, ResetForgetsCircuitsAndTurns) {
  const CircuitSite site{.ports = 3, .starts = {2, 2, 2}};
  CircuitSwitch circuits(site);
  const Flit header{1, 0, 0, 2, 0, true};
  for (int time = 0; time < 2; ++time) {
    CircuitArrivals arrivals;
    arrivals.offered = arrivals.headers = arrivals.room = 0b111;
    arrivals.flits.fill(&header);
    arrivals.wanted.fill(1);
    EXPECT_EQ(circuits.step(arrivals).taken, PortMask{0b100}) << time;
    arrivals.headers = arrivals.offered = 0b011;
    EXPECT_EQ(circuits.step(arrivals).taken, PortMask{0}) << time;
    circuits.reset();
  }
}

}  // namespace
}  // namespace switchyard
