#include <gtest/gtest.h>

#include <deque>
#include <string>

#include "hw/alloc/half_duplex_arbiter.h"
#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

/// Both ends of a link, and the wires on which each end's requests reach the other `latency` cycles later.
template <class Arbiter>
class Link {
 public:
  struct Grants {
    bool a;
    bool b;
  };

  Link(Arbiter a, Arbiter b, int latency)
      : a_(a), b_(b), to_a_(static_cast<std::size_t>(latency), false), to_b_(to_a_) {}

  /// One cycle: who may send, and then who asks.
  Grants cycle(bool a_wants, bool b_wants) {
    const Grants grants{a_.grant(to_a_.front()), b_.grant(to_b_.front())};
    to_a_.pop_front();
    to_b_.pop_front();
    a_.request(a_wants);
    b_.request(b_wants);
    to_b_.push_back(a_wants);
    to_a_.push_back(b_wants);
    return grants;
  }
  bool busy() const { return a_.busy() || b_.busy(); }
  void reset() {
    a_.reset();
    b_.reset();
    to_a_.assign(to_a_.size(), false);
    to_b_ = to_a_;
  }

 private:
  Arbiter a_;
  Arbiter b_;
  std::deque<bool> to_a_;
  std::deque<bool> to_b_;
};

template <class Arbiter = HalfDuplexArbiter>
Link<Arbiter> link_of(int latency, bool a_first = true, bool b_first = false) {
  return {Arbiter(a_first, latency), Arbiter(b_first, latency), latency};
}

/// Random requests; what is wrong with the grants, if anything.
template <class Arbiter>
std::string fault_of(Link<Arbiter> link, int latency) {
  RandomStream random(static_cast<std::uint64_t>(latency), 0, Purpose::Process);
  std::deque<int> asked(static_cast<std::size_t>(latency), 0);  // Bit 0: a, bit 1: b.
  int ties_of_a = 0;
  int ties_of_b = 0;
  for (int cycle = 0; cycle < 2000; ++cycle) {
    const int wants = static_cast<int>(random.below(4));
    const auto grants = link.cycle((wants & 1) != 0, (wants & 2) != 0);
    const int due = asked.front();
    asked.pop_front();
    asked.push_back(wants);
    if (grants.a && grants.b) return "both may send";
    if (grants.a && (due & 1) == 0) return "an end may send that did not ask";
    if (grants.b && (due & 2) == 0) return "an end may send that did not ask";
    if (due != 0 && !grants.a && !grants.b) return "one asked, and none may send";
    if (due != 3) continue;
    ties_of_a += grants.a ? 1 : 0;
    ties_of_b += grants.b ? 1 : 0;
    if (ties_of_a - ties_of_b < 0 || ties_of_a - ties_of_b > 1) return "the ends do not take turns";
  }
  return "";
}

constexpr int kLatencies[] = {1, 2, 7, 64};

TEST(HalfDuplexArbiter, EndsAgreeAndTakeTurnsAndNoCycleIsLost) {
  for (const int latency : kLatencies) EXPECT_EQ(fault_of(link_of(latency), latency), "") << latency;
}

TEST(HalfDuplexArbiter, DecidesARequestOneLatencyLater) {
  for (const int latency : kLatencies) {
    SCOPED_TRACE(latency);
    auto link = link_of(latency);
    link.cycle(false, true);
    for (int cycle = 1; cycle < latency; ++cycle) {
      EXPECT_TRUE(link.busy());
      EXPECT_FALSE(link.cycle(false, false).b) << "cycle " << cycle;
    }
    EXPECT_TRUE(link.busy());
    EXPECT_TRUE(link.cycle(false, false).b);
    EXPECT_FALSE(link.busy());
  }
}

TEST(HalfDuplexArbiter, ResetForgetsRequestsAndTurns) {
  for (const int latency : kLatencies) {
    auto link = link_of(latency);
    for (int cycle = 0; cycle < latency + 5; ++cycle) link.cycle(true, true);
    link.reset();
    EXPECT_FALSE(link.busy());
    EXPECT_EQ(fault_of(link, latency), "") << latency;
  }
}

TEST(HalfDuplexArbiterMutant, TwoEndsThatAreBothFirstAreFound) {
  EXPECT_EQ(fault_of(link_of(2, /*a_first=*/true, /*b_first=*/true), 2), "both may send");
}

TEST(HalfDuplexArbiterMutant, EndsOfDifferentLatencyAreFound) {
  const Link<HalfDuplexArbiter> link(HalfDuplexArbiter(true, 2), HalfDuplexArbiter(false, 1), 2);
  EXPECT_NE(fault_of(link, 2), "");
}

/// The end that is first wins every tie.
class UnfairArbiter {
 public:
  UnfairArbiter(bool first, int latency) : first_(first), arbiter_(first, latency) {}
  bool grant(bool far_request) {
    HalfDuplexArbiter before = arbiter_;
    const bool asked = before.grant(/*far_request=*/false);
    arbiter_.grant(far_request);
    return asked && (first_ || !far_request);
  }
  void request(bool wanted) { arbiter_.request(wanted); }

 private:
  bool first_;
  HalfDuplexArbiter arbiter_;
};

TEST(HalfDuplexArbiterMutant, AnEndThatAlwaysWinsIsFound) {
  EXPECT_EQ(fault_of(link_of<UnfairArbiter>(3), 3), "the ends do not take turns");
}

}  // namespace
}  // namespace switchyard
