#include <gtest/gtest.h>
#include <tlm_utils/simple_target_socket.h>
#include <algorithm>
#include <deque>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/analysis/zero_load.h"
#include "hw/design/read/read_design.h"
#include "testbench/catalog/standard_catalogs.h"
#include "testbench/experiment/experiment.h"
#include "testbench/platform/memory.h"
#include "tests/support/dice.h"
#include "tests/support/socket_bench.h"

namespace switchyard {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using Payload = tlm::tlm_generic_payload;

const char* const kNetwork =
    "topology: {kind: torus, radix: [4, 4]}\n"
    "router: {kind: duato, virtual_channels: 4, input_depth: 8, output_depth: 4}\n"
    "routing: {kind: duato}\n";

struct Parts {
  Design design;
  InterconnectConfig config;
};

Parts parts_of(const std::string& interconnect) {
  ConfigDocument document =
      ConfigDocument::from_text(kNetwork + ("interconnect:\n" + interconnect), "test.yaml");
  std::optional<Design> design = read_design(document.root(), standard_catalogs().hardware);
  std::optional<InterconnectConfig> config = read_interconnect(document.root(), design ? &*design : nullptr);
  document.finish();
  return {*std::move(design), *std::move(config)};
}

/// Two initiators at nodes 0 and 1, a memory at node 5, its upper half at 0x8000, its lower half at 0x1000.
const std::string kSockets =
    "  initiators: [0, 1]\n  targets: [5]\n  regions:\n"
    "    - {base: 0x1000, size: 0x400, target: 5}\n"
    "    - {base: 0x8000, size: 0x400, target: 5, offset: 0x400}\n";

/// An initiator by hand: what comes back is kept.
class Hand : public sc_core::sc_module, public tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_initiator_socket<> socket{"socket"};

  explicit Hand(const sc_core::sc_module_name& name) : sc_core::sc_module(name) { socket.bind(*this); }

  Payload& payload(tlm::tlm_command command, std::uint64_t address, unsigned length) {
    Payload& p = pool.take();
    p.set_command(command);
    p.set_address(address);
    p.set_data_ptr(data);
    p.set_data_length(length);
    p.set_streaming_width(length);
    return p;
  }
  tlm::tlm_sync_enum begin(Payload& p, const sc_time& after = {}) {
    phase = tlm::BEGIN_REQ;
    delay = after;
    return socket->nb_transport_fw(p, phase, delay);
  }
  tlm::tlm_sync_enum nb_transport_bw(Payload& p, tlm::tlm_phase& seen, sc_time&) override {
    (seen == tlm::END_REQ ? end_requests : begin_responses).push_back(sc_core::sc_time_stamp());
    if (seen == tlm::END_REQ) return tlm::TLM_ACCEPTED;
    responses.push_back(&p);
    if (const auto react = std::exchange(on_response, nullptr)) react();
    return accepts ? tlm::TLM_ACCEPTED : tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override {
    invalidated.emplace_back(first, last);
  }

  PayloadPool pool;
  unsigned char data[8192] = {};
  tlm::tlm_phase phase;
  sc_time delay;
  bool accepts = false;               ///< END_RESP comes by hand.
  std::function<void()> on_response;  ///< Is called once.
  std::vector<sc_time> end_requests;
  std::vector<sc_time> begin_responses;
  std::vector<Payload*> responses;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> invalidated;
};

/// A platform of two hands and a memory, at one level.
struct Platform {
  explicit Platform(const std::string& more = "", const std::string& level = "fast")
      : parts(parts_of(kSockets + more)),
        interconnect(("interconnect_" + level).c_str(), parts.config,
                     carrier_at(*find_level(level), parts.design)),
        memory(("memory_" + level).c_str(), 0x800, {sc_time(10, SC_NS), 8, sc_time(1, SC_NS)}),
        hands{Hand(("hand_0_" + level).c_str()), Hand(("hand_1_" + level).c_str())} {
    for (std::size_t i = 0; i < 2; ++i) hands[i].socket.bind(interconnect.from_initiator(i));
    interconnect.to_target(0).bind(memory.socket);
  }
  Platform(const Platform&) = delete;

  Parts parts;
  Interconnect interconnect;
  Memory memory;
  Hand hands[2];
};

/// Runs `body` in a thread; returns when it has.
template <class Body>
void run_thread(Body body) {
  has_systemc_threads = true;
  bool done = false;
  sc_core::sc_spawn([&] {
    body();
    done = true;
  });
  for (int i = 0; i < 1000 && !done; ++i) sc_core::sc_start(sc_time(100, SC_NS));
  EXPECT_TRUE(done);
}

void run_for(int nanoseconds) { sc_core::sc_start(sc_time(nanoseconds, SC_NS)); }

void expect_status(Platform& p, Payload& payload, tlm::tlm_response_status status) {
  sc_time delay(3, SC_NS);
  p.hands[0].phase = tlm::BEGIN_REQ;
  EXPECT_EQ(p.hands[0].socket->nb_transport_fw(payload, p.hands[0].phase, delay), tlm::TLM_COMPLETED);
  EXPECT_EQ(payload.get_response_status(), status);
  payload.release();
}

TEST(Interconnect, AnswersWhatItCannotCarryOutAtOnce) {
  Platform p;
  Hand& hand = p.hands[0];
  run_for(1);
  expect_status(p, hand.payload(tlm::TLM_READ_COMMAND, 0xfff, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  expect_status(p, hand.payload(tlm::TLM_READ_COMMAND, 0x13fd, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  expect_status(p, hand.payload(static_cast<tlm::tlm_command>(3), 0x1000, 4),
                tlm::TLM_COMMAND_ERROR_RESPONSE);
  expect_status(p, hand.payload(tlm::TLM_WRITE_COMMAND, 0x1000, 0), tlm::TLM_BURST_ERROR_RESPONSE);
  Payload& enables = hand.payload(tlm::TLM_WRITE_COMMAND, 0x1000, 4);
  enables.set_byte_enable_ptr(hand.data);
  expect_status(p, enables, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  EXPECT_EQ(hand.pool.in_use(), 0u);
}

TEST(Interconnect, CarriesABurstWhoseStreamingWidthFits) {
  Platform p;
  run_thread([&] {
    Payload& payload = p.hands[0].payload(tlm::TLM_WRITE_COMMAND, 0x13fc, 64);
    payload.set_streaming_width(4);
    sc_time delay;
    p.hands[0].socket->b_transport(payload, delay);
    EXPECT_EQ(payload.get_response_status(), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(payload.get_address(), 0x13fcu);
    payload.release();
  });
}

TEST(Interconnect, TranslatesAddresses) {
  Platform p;
  p.hands[0].data[0] = 77;
  run_thread([&] {
    Payload& payload = p.hands[0].payload(tlm::TLM_WRITE_COMMAND, 0x8003, 1);
    sc_time delay;
    p.hands[0].socket->b_transport(payload, delay);
    payload.release();
  });
  EXPECT_EQ(p.memory.store().bytes()[0x403], 77);
}

/// The timing rule, by the formula of the network: the header enters at the first edge after t, its tail
/// arrives after the zero-load latency, and is acted on half a period later; so does the response.
class InterconnectAt : public testing::TestWithParam<const char*> {};

TEST_P(InterconnectAt, TakesTheTimeOfTheNetworkAndOfTheTarget) {
  Platform p("", GetParam());
  const auto flight = [&](NodeId from, NodeId to, int flits) {
    const Design& design = p.parts.design;
    const ZeroLoadPath path = zero_load_path(*design.topology, *design.routing, from, to);
    return static_cast<double>(zero_load_latency(design.router.timing, path, flits));
  };
  run_thread([&] {
    Payload& payload = p.hands[0].payload(tlm::TLM_READ_COMMAND, 0x1000, 64);
    sc_core::wait(sc_time(100, SC_NS));
    sc_time delay(7, SC_NS);
    p.hands[0].socket->b_transport(payload, delay);
    const double edge = 107.5;  // Edge k rises at k + 0.5 ns.
    const double at_target = edge + flight(0, 5, 1) + 0.5;
    const double answered = at_target + 64 / 8 + 10;
    const double back = answered + 0.5 + flight(5, 0, 9) + 0.5;
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(back, SC_NS));
    EXPECT_EQ(delay, sc_time());
    payload.release();
  });
}

TEST(Interconnect, SendsWhatComesAtAnEdgeWithTheNext) {
  Platform fast;
  Platform clocked("", "clocked");
  run_thread([&] {
    for (int i = 0; i < 40; ++i) {  // At an edge, before it and after it, at both levels at the same time.
      sc_core::wait(sc_time(50.0 + i * 0.25, SC_NS));
      for (Platform* p : {&fast, &clocked})
        p->hands[0].begin(p->hands[0].payload(tlm::TLM_WRITE_COMMAND, 0x1000, 8));
    }
    sc_core::wait(sc_time(200, SC_NS));
  });
  EXPECT_EQ(fast.hands[0].begin_responses.size(), 40u);
  EXPECT_EQ(fast.hands[0].begin_responses, clocked.hands[0].begin_responses);
}

TEST_P(InterconnectAt, DelaysEndReqUntilItsQueueHasRoom) {
  Platform p("  request_queue: 40\n", GetParam());
  run_for(10);
  Hand& hand = p.hands[0];
  EXPECT_EQ(hand.begin(hand.payload(tlm::TLM_WRITE_COMMAND, 0x1000, 256)), tlm::TLM_UPDATED);  // 33 flits.
  EXPECT_EQ(hand.phase, tlm::END_REQ);
  EXPECT_EQ(hand.begin(hand.payload(tlm::TLM_WRITE_COMMAND, 0x1000, 64)), tlm::TLM_ACCEPTED);  // 9 more.
  run_for(30);
  EXPECT_EQ(hand.end_requests.size(), 0u);
  run_for(10);
  ASSERT_EQ(hand.end_requests.size(), 1u);
  // The first flit leaves at 10.5, so the tail at 42.5, and is acted on half a period later.
  EXPECT_EQ(hand.end_requests[0], sc_time(43, SC_NS));
}

TEST_P(InterconnectAt, DelaysEndReqOfARequestWhoseTimeCameLater) {
  Platform p("  request_queue: 40\n", GetParam());
  run_for(10);
  Hand& hand = p.hands[0];
  hand.begin(hand.payload(tlm::TLM_WRITE_COMMAND, 0x1000, 256));
  hand.begin(hand.payload(tlm::TLM_WRITE_COMMAND, 0x1000, 64), sc_time(5, SC_NS));
  run_for(40);
  ASSERT_EQ(hand.end_requests.size(), 1u);
  EXPECT_EQ(hand.end_requests[0], sc_time(43, SC_NS));
}

/// Two requests of a socket to one place behind a long one, of which the first, a write, waits for room and
/// the second, a read, has room at once. One of the two blocks.
class OrderOfASocket : public testing::TestWithParam<std::tuple<const char*, bool>> {};

TEST_P(OrderOfASocket, IsKeptWhicheverRequestBlocks) {
  const auto& level = std::get<0>(GetParam());
  const bool first_blocks = std::get<1>(GetParam());
  Platform p("  request_queue: 40\n", level);
  Hand& hand = p.hands[0];
  unsigned char written[64];
  std::fill(std::begin(written), std::end(written), static_cast<unsigned char>(7));
  Payload& write = hand.payload(tlm::TLM_WRITE_COMMAND, 0x1000, 64);  // 9 flits.
  write.set_data_ptr(written);
  Payload& read = hand.payload(tlm::TLM_READ_COMMAND, 0x1000, 64);  // 1 flit.
  Payload& blocking = first_blocks ? write : read;
  Payload& other = first_blocks ? read : write;
  run_thread([&] {
    sc_core::wait(sc_time(10, SC_NS));
    hand.begin(hand.payload(tlm::TLM_WRITE_COMMAND, 0x1100, 256));  // 33 flits.
    sc_core::sc_spawn([&] {
      if (first_blocks) sc_core::wait(sc_time(1, SC_NS));
      EXPECT_EQ(hand.begin(other), tlm::TLM_ACCEPTED);
    });
    sc_time delay(first_blocks ? 0 : 1, SC_NS);
    hand.socket->b_transport(blocking, delay);
  });
  run_for(200);
  ASSERT_EQ(hand.end_requests.size(), 1u);
  EXPECT_EQ(hand.end_requests[0], sc_time(43, SC_NS)) << "when the tail of the 33 flits has left";
  ASSERT_EQ(hand.responses.size(), 2u);
  EXPECT_EQ(hand.data[0], 7);
  EXPECT_EQ(hand.data[63], 7);
}

INSTANTIATE_TEST_SUITE_P(Levels, OrderOfASocket,
                         testing::Combine(testing::Values("fast", "clocked", "approximate"),
                                          testing::Bool()));

/// A target that has done with every request after 3 ns.
class Prompt final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Prompt> socket{"socket"};

  explicit Prompt(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    socket.register_nb_transport_fw(this, &Prompt::answer);
  }

 private:
  tlm::tlm_sync_enum answer(Payload& payload, tlm::tlm_phase&, sc_time& delay) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay += sc_time(3, SC_NS);
    return tlm::TLM_COMPLETED;
  }
};

/// Two hands on both sides of a prompt target, whose responses have room for one of 17 flits.
struct Crowd {
  explicit Crowd(const std::string& level)
      : parts(parts_of("  initiators: [4, 6]\n  targets: [5]\n  response_queue: 20\n"
                       "  regions: [{base: 0, size: 4096, target: 5}]\n")),
        interconnect("interconnect", parts.config, carrier_at(*find_level(level), parts.design)) {
    for (std::size_t i = 0; i < 2; ++i) hands[i].socket.bind(interconnect.from_initiator(i));
    interconnect.to_target(0).bind(target.socket);
  }

  Parts parts;
  Interconnect interconnect;
  Prompt target{"target"};
  Hand hands[2] = {Hand("hand_0"), Hand("hand_1")};
};

TEST_P(InterconnectAt, AResponseThatWaitsForRoomFollowsWithoutAGap) {
  Crowd crowd(GetParam());
  Hand* const hands = crowd.hands;
  run_for(10);
  hands[0].begin(hands[0].payload(tlm::TLM_READ_COMMAND, 0, 128));  // 17 flits.
  run_for(3);
  hands[1].begin(hands[1].payload(tlm::TLM_READ_COMMAND, 0, 128));  // The same way in the other direction.
  run_for(200);
  ASSERT_EQ(hands[0].begin_responses.size(), 1u);
  ASSERT_EQ(hands[1].begin_responses.size(), 1u);
  EXPECT_EQ(hands[1].begin_responses[0] - hands[0].begin_responses[0], sc_time(17, SC_NS));
}

/// A target that answers two requests with BEGIN_RESP: the first one's after 5 ns, the second one's in
/// END_RESP of the first.
class Pair final : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  tlm::tlm_target_socket<> socket{"socket"};

  explicit Pair(const sc_core::sc_module_name& name) : sc_core::sc_module(name) { socket.bind(*this); }

 private:
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_time& delay) override {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    if (phase == tlm::BEGIN_REQ) {
      requests_.push_back(&payload);
      if (requests_.size() == 2) begin_response(sc_time(5, SC_NS));
      phase = tlm::END_REQ;
      delay = {};
      return tlm::TLM_UPDATED;
    }
    if (!requests_.empty()) begin_response({});
    return tlm::TLM_COMPLETED;
  }
  void begin_response(sc_time delay) {
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    Payload& payload = *requests_.front();
    requests_.pop_front();
    socket->nb_transport_bw(payload, phase, delay);
  }
  void b_transport(Payload&, sc_time&) override {}
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(Payload&) override { return 0; }

  std::deque<Payload*> requests_;
};

TEST_P(InterconnectAt, AResponseThatBeginsInEndRespStaysBehindTheOneThatEnds) {
  Parts parts = parts_of(
      "  initiators: [4]\n  targets: [5]\n  response_queue: 20\n"
      "  regions: [{base: 0, size: 4096, target: 5}]\n");
  Interconnect interconnect("interconnect", parts.config, carrier_at(*find_level(GetParam()), parts.design));
  Pair target("target");
  Hand hand("hand");
  hand.socket.bind(interconnect.from_initiator(0));
  interconnect.to_target(0).bind(target.socket);
  run_for(10);
  Payload* const sent[2] = {&hand.payload(tlm::TLM_READ_COMMAND, 0, 128),  // A response of 17 flits.
                            &hand.payload(tlm::TLM_READ_COMMAND, 0, 128)};
  for (Payload* payload : sent) hand.begin(*payload);
  run_for(200);
  ASSERT_EQ(hand.responses.size(), 2u);
  EXPECT_EQ(hand.responses[0], sent[0]);
  EXPECT_EQ(hand.responses[1], sent[1]);
  EXPECT_EQ(hand.begin_responses[1] - hand.begin_responses[0], sc_time(17, SC_NS))
      << "it had to wait for room";
}

/// A target that answers the second of two requests with its end, due after a time, and sends the response of
/// the first a while later, due after another time.
class Juggler final : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  tlm::tlm_target_socket<> socket{"socket"};

  explicit Juggler(const sc_core::sc_module_name& name) : sc_core::sc_module(name) { socket.bind(*this); }

  sc_time second_due;
  sc_time pause;  ///< Zero: before the second one is answered.
  sc_time first_due;

 private:
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_time& delay) override {
    if (phase == tlm::END_RESP) return tlm::TLM_COMPLETED;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay = {};
    if (first_ == nullptr) {
      first_ = &payload;
      phase = tlm::END_REQ;
      return tlm::TLM_UPDATED;
    }
    if (pause == sc_time()) {
      respond_to_first();
    } else {
      sc_core::sc_spawn([this] {
        sc_core::wait(pause);
        respond_to_first();
      });
    }
    delay = second_due;
    return tlm::TLM_COMPLETED;
  }
  void respond_to_first() {
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_time delay = first_due;
    socket->nb_transport_bw(*std::exchange(first_, nullptr), phase, delay);
  }
  void b_transport(Payload&, sc_time&) override {}
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(Payload&) override { return 0; }

  Payload* first_ = nullptr;
};

TEST_P(InterconnectAt, ResponsesLeaveWhenTheyAreDueAndThoseOfOneTimeInTheOrderOfTheirCalls) {
  Parts parts =
      parts_of("  initiators: [4]\n  targets: [5]\n  regions: [{base: 0, size: 4096, target: 5}]\n");
  Interconnect interconnect("interconnect", parts.config, carrier_at(*find_level(GetParam()), parts.design));
  Juggler target("target");
  Hand hand("hand");
  hand.socket.bind(interconnect.from_initiator(0));
  interconnect.to_target(0).bind(target.socket);
  has_systemc_threads = true;
  run_for(10);
  for (int second_due = 0; second_due < 5; ++second_due) {
    for (int pause = 0; pause < 4; ++pause) {
      for (int first_due = 1; first_due < 5; ++first_due) {
        target.second_due = sc_time(second_due, SC_NS);
        target.pause = sc_time(pause, SC_NS);
        target.first_due = sc_time(first_due, SC_NS);
        hand.responses.clear();
        Payload* const sent[2] = {&hand.payload(tlm::TLM_READ_COMMAND, 0, 8),
                                  &hand.payload(tlm::TLM_READ_COMMAND, 0, 8)};
        for (Payload* payload : sent) hand.begin(*payload);
        run_for(100);
        const int time = pause + first_due;
        const bool in_order = time < second_due || (time == second_due && pause == 0);
        ASSERT_EQ(hand.responses.size(), 2u);
        EXPECT_EQ(hand.responses.front(), sent[in_order ? 0 : 1])
            << "after " << time << " ns, called " << pause << " ns later, and after " << second_due << " ns";
        for (Payload* payload : sent) payload->release();
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, InterconnectAt, testing::Values("fast", "clocked", "approximate"));

TEST(Interconnect, BeginsAResponseWhenTheOneBeforeHasEnded) {
  Platform p;
  Hand& hand = p.hands[0];
  hand.accepts = true;
  run_for(10);
  for (int i = 0; i < 3; ++i) hand.begin(hand.payload(tlm::TLM_READ_COMMAND, 0x1000, 8));
  run_for(200);
  ASSERT_EQ(hand.responses.size(), 1u);
  hand.phase = tlm::END_RESP;
  hand.delay = sc_time(25, SC_NS);
  const sc_time now = sc_core::sc_time_stamp();
  hand.socket->nb_transport_fw(*hand.responses[0], hand.phase, hand.delay);
  run_for(200);
  ASSERT_EQ(hand.responses.size(), 2u);
  EXPECT_EQ(hand.begin_responses[1], now + sc_time(25, SC_NS));
}

TEST(Interconnect, ReportsARequestBeforeEndReq) {
  Platform p("  request_queue: 1\n");
  run_for(10);
  Hand& hand = p.hands[0];
  hand.begin(hand.payload(tlm::TLM_WRITE_COMMAND, 0x1000, 256));
  hand.begin(hand.payload(tlm::TLM_WRITE_COMMAND, 0x1000, 8));
  EXPECT_THROW(hand.begin(hand.payload(tlm::TLM_WRITE_COMMAND, 0x1000, 8)), sc_core::sc_report);
}

TEST(Interconnect, DebugTransportTakesNoTimeAndStopsAtTheEndOfARegion) {
  Platform p;
  run_for(5);
  p.memory.store().bytes()[0x3ff] = 42;
  Hand& hand = p.hands[0];
  Payload& payload = hand.payload(tlm::TLM_READ_COMMAND, 0x13ff, 16);
  EXPECT_EQ(hand.socket->transport_dbg(payload), 1u);
  EXPECT_EQ(hand.data[0], 42);
  EXPECT_EQ(payload.get_data_length(), 16u);
  EXPECT_EQ(payload.get_address(), 0x13ffu);
  payload.set_address(0x5000);
  EXPECT_EQ(hand.socket->transport_dbg(payload), 0u);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(5, SC_NS));
}

TEST(Interconnect, RefusesDirectMemoryUnlessTheConfigurationAllowsIt) {
  Platform p;
  tlm::tlm_dmi dmi;
  EXPECT_FALSE(
      p.hands[0].socket->get_direct_mem_ptr(p.hands[0].payload(tlm::TLM_READ_COMMAND, 0x1000, 4), dmi));
}

TEST(Interconnect, TranslatesDirectMemoryBack) {
  Platform p("  dmi: true\n");
  run_for(1);
  tlm::tlm_dmi dmi;
  EXPECT_TRUE(
      p.hands[0].socket->get_direct_mem_ptr(p.hands[0].payload(tlm::TLM_READ_COMMAND, 0x8010, 4), dmi));
  EXPECT_EQ(dmi.get_start_address(), 0x8000u);
  EXPECT_EQ(dmi.get_end_address(), 0x83ffu);
  EXPECT_EQ(dmi.get_dmi_ptr(), p.memory.store().bytes().data() + 0x400);
  EXPECT_FALSE(
      p.hands[0].socket->get_direct_mem_ptr(p.hands[0].payload(tlm::TLM_READ_COMMAND, 0x10, 4), dmi));
  p.memory.socket->invalidate_direct_mem_ptr(0x3f0, 0x40f);
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> expected{{0x13f0, 0x13ff}, {0x8000, 0x800f}};
  EXPECT_EQ(p.hands[0].invalidated, expected);
  EXPECT_EQ(p.hands[1].invalidated, expected);
}

/// Blocking only, behind a convenience socket.
struct BlockingTarget : sc_core::sc_module {
  tlm_utils::simple_target_socket<BlockingTarget> socket{"socket"};
  explicit BlockingTarget(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    socket.register_b_transport(this, &BlockingTarget::b_transport);
  }
  void b_transport(Payload& payload, sc_time& delay) {
    store.carry_out(payload);
    delay += sc_time(5, SC_NS);
    ++calls;
  }
  ByteStore store{0x800};
  int calls = 0;
};

TEST(Interconnect, CallsTargetsThatOnlyBlock) {
  const Parts parts = parts_of(kSockets);
  Interconnect interconnect("interconnect", parts.config, carrier_at(*find_level("fast"), parts.design));
  BlockingTarget target("target");
  Hand hands[2] = {Hand("hand_0"), Hand("hand_1")};
  for (std::size_t i = 0; i < 2; ++i) hands[i].socket.bind(interconnect.from_initiator(i));
  interconnect.to_target(0).bind(target.socket);
  hands[0].data[0] = 9;
  run_thread([&] {
    for (int i = 0; i < 3; ++i) {
      hands[1].begin(hands[1].payload(tlm::TLM_WRITE_COMMAND, 0x1000, 16));
      Payload unmanaged;
      unmanaged.set_write();
      unmanaged.set_address(0x1100);
      unmanaged.set_data_ptr(hands[0].data);
      unmanaged.set_data_length(1);
      unmanaged.set_streaming_width(1);
      sc_time delay;
      hands[0].socket->b_transport(unmanaged, delay);
      EXPECT_TRUE(unmanaged.is_response_ok());
      EXPECT_FALSE(unmanaged.has_mm());
    }
  });
  EXPECT_EQ(target.calls, 6);
  EXPECT_EQ(hands[1].begin_responses.size(), 3u);
  EXPECT_EQ(target.store.bytes()[0x100], 9);
}

/// An extension that a target adds, to go with the payload's last reference.
struct Mark : tlm::tlm_extension<Mark> {
  static inline int alive_ = 0;
  Mark() { ++alive_; }
  ~Mark() override { --alive_; }
  tlm::tlm_extension_base* clone() const override { return new Mark; }
  void copy_from(const tlm::tlm_extension_base&) override {}
};

struct MarkingTarget : sc_core::sc_module {
  tlm_utils::simple_target_socket<MarkingTarget> socket{"socket"};
  explicit MarkingTarget(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    socket.register_b_transport(this, &MarkingTarget::b_transport);
  }
  void b_transport(Payload& payload, sc_time&) {
    if (payload.get_extension<Mark>() != nullptr) found_marked = true;
    payload.set_auto_extension(new Mark);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  bool found_marked = false;
};

TEST(Interconnect, FreesTheExtensionsThatATargetAddsToAPayloadWithoutManager) {
  const Parts parts = parts_of(kSockets);
  Interconnect interconnect("interconnect", parts.config, carrier_at(*find_level("fast"), parts.design));
  MarkingTarget target("target");
  Hand hands[2] = {Hand("hand_0"), Hand("hand_1")};
  for (std::size_t i = 0; i < 2; ++i) hands[i].socket.bind(interconnect.from_initiator(i));
  interconnect.to_target(0).bind(target.socket);
  run_thread([&] {
    Payload reused;
    for (int i = 0; i < 3; ++i) {
      reused.set_read();
      reused.set_address(0x1000);
      reused.set_data_ptr(hands[0].data);
      reused.set_data_length(4);
      reused.set_streaming_width(4);
      sc_time delay;
      hands[0].socket->b_transport(reused, delay);
      EXPECT_TRUE(reused.is_response_ok());
      EXPECT_EQ(Mark::alive_, 0);
    }
  });
  EXPECT_FALSE(target.found_marked);
}

class ResetAt : public testing::TestWithParam<std::string> {};

TEST_P(ResetAt, AnswersWhatWasUnderWayWithAnErrorAndGoesOn) {
  SocketBench bench("bench",
                    {.network = kNetwork,
                     .interconnect = "",
                     .initiators = 6,
                     .targets = 4,
                     .transactions = 150,
                     .may_fail = true},
                    *find_level(GetParam()));
  for (int i = 0; i < 4; ++i) {
    sc_core::sc_start(sc_time(331.3, SC_NS));
    bench.interconnect().reset();
  }
  EXPECT_TRUE(run_to_end({&bench}, sc_time(200, sc_core::SC_US)));
  EXPECT_EQ(bench.faults(/*at_end=*/true), "");
  EXPECT_GT(bench.failed(), 10u);
  EXPECT_LT(bench.failed(), 200u);
}

TEST_P(ResetAt, LetsAnInitiatorSendAgainWhenItIsAnswered) {
  Platform p("", GetParam());
  Hand& hand = p.hands[0];
  run_for(10);
  hand.begin(hand.payload(tlm::TLM_WRITE_COMMAND, 0x1000, 64));
  hand.on_response = [&] { hand.begin(hand.payload(tlm::TLM_WRITE_COMMAND, 0x1000, 64)); };
  run_for(5);
  p.interconnect.reset();
  ASSERT_EQ(hand.responses.size(), 1u);
  EXPECT_TRUE(hand.responses[0]->is_response_error());
  run_for(500);
  ASSERT_EQ(hand.responses.size(), 2u);
  EXPECT_TRUE(hand.responses[1]->is_response_ok());
  EXPECT_EQ(hand.begin(hand.payload(tlm::TLM_WRITE_COMMAND, 0x1000, 8)), tlm::TLM_UPDATED)
      << "the queue is empty";
  run_for(500);
  EXPECT_EQ(hand.responses.size(), 3u);
  for (Payload* payload : hand.responses) payload->release();
}

TEST_P(ResetAt, AnswersWhoWaitsForRoomAtTheTargetWithAllQueuesEmpty) {
  Crowd crowd(GetParam());
  Hand* const hands = crowd.hands;
  run_for(10);
  hands[0].begin(hands[0].payload(tlm::TLM_READ_COMMAND, 0, 128));  // A response of 17 flits.
  run_for(3);
  hands[1].begin(hands[1].payload(tlm::TLM_READ_COMMAND, 0, 128));
  run_for(14);  // The first response has begun to leave, the second has not.
  ASSERT_EQ(hands[0].responses.size() + hands[1].responses.size(), 0u);
  for (Hand& hand : crowd.hands)
    hand.on_response = [&hand] { hand.begin(hand.payload(tlm::TLM_WRITE_COMMAND, 0, 64)); };
  crowd.interconnect.reset();
  run_for(500);
  for (Hand& hand : crowd.hands) {
    ASSERT_EQ(hand.responses.size(), 2u);
    EXPECT_TRUE(hand.responses[0]->is_response_error());
    EXPECT_TRUE(hand.responses[1]->is_response_ok());
    EXPECT_EQ(hand.begin(hand.payload(tlm::TLM_WRITE_COMMAND, 0, 8)), tlm::TLM_UPDATED);
  }
  run_for(500);
  for (Hand& hand : crowd.hands) EXPECT_EQ(hand.responses.size(), 3u);
}

TEST_P(ResetAt, MayComeFromWhoIsAnswered) {
  Platform p("", GetParam());
  run_for(10);
  for (Hand& hand : p.hands) hand.begin(hand.payload(tlm::TLM_WRITE_COMMAND, 0x1000, 64));
  p.hands[0].on_response = [&] {
    p.hands[0].begin(p.hands[0].payload(tlm::TLM_READ_COMMAND, 0x1000, 8));
    p.interconnect.reset();
  };
  run_for(5);
  p.interconnect.reset();
  run_for(500);
  ASSERT_EQ(p.hands[0].responses.size(), 2u);
  EXPECT_TRUE(p.hands[0].responses[1]->is_response_error());
  EXPECT_EQ(p.hands[1].responses.size(), 1u);
  EXPECT_EQ(p.interconnect.under_way(), 0u);
  for (Hand& hand : p.hands) hand.begin(hand.payload(tlm::TLM_READ_COMMAND, 0x1000, 8));
  run_for(500);
  for (Hand& hand : p.hands) EXPECT_TRUE(hand.responses.back()->is_response_ok());
}

TEST_P(ResetAt, MayComeFromTwoProcessesAtATime) {
  Platform p("", GetParam());
  run_for(10);
  p.hands[0].begin(p.hands[0].payload(tlm::TLM_WRITE_COMMAND, 0x1000, 64));
  for (int i = 0; i < 2; ++i) {
    has_systemc_threads = true;
    sc_core::sc_spawn([&] {
      sc_core::wait(sc_time(5, SC_NS));
      p.interconnect.reset();
    });
  }
  run_for(500);
  ASSERT_EQ(p.hands[0].responses.size(), 1u);
  EXPECT_TRUE(p.hands[0].responses[0]->is_response_error());
  p.hands[0].begin(p.hands[0].payload(tlm::TLM_READ_COMMAND, 0x1000, 8));
  run_for(500);
  EXPECT_TRUE(p.hands[0].responses.back()->is_response_ok());
}

TEST_P(ResetAt, AnswersInitiatorByInitiatorInTheOrderOfTheirRequests) {
  Platform p("", GetParam());
  Dice dice(1);
  run_for(10);
  for (int round = 0; round < 20; ++round) {
    // Transits are used again, so those of the next round stand in the pool in another order.
    for (int i = dice.between(0, 8); i > 0; --i) {
      Hand& hand = p.hands[dice.between(0, 1)];
      hand.begin(hand.payload(tlm::TLM_READ_COMMAND, 0x1000, 8));
    }
    run_for(dice.between(200, 400));
    for (Hand& hand : p.hands) hand.responses.clear();
    std::vector<Payload*> sent[2];
    for (int i = dice.between(2, 12); i > 0; --i) {
      const int initiator = dice.between(0, 1);
      Hand& hand = p.hands[initiator];
      sent[initiator].push_back(&hand.payload(tlm::TLM_READ_COMMAND, 0x1000, 8));
      hand.begin(*sent[initiator].back());
    }
    run_for(dice.between(1, 5));  // None has reached the target.
    p.hands[1].on_response = [&] { EXPECT_EQ(p.hands[0].responses, sent[0]); };
    p.interconnect.reset();
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(p.hands[i].responses, sent[i]);
    p.hands[1].on_response = nullptr;
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, ResetAt, testing::Values("fast", "clocked", "approximate"),
                         [](const auto& test) { return test.param; });

TEST(Interconnect, MayBeAbandonedInTheMiddle) {
  SocketBench bench("bench", {.network = kNetwork, .interconnect = "", .transactions = 1000},
                    *find_level("fast"));
  sc_core::sc_start(sc_time(1234.5, SC_NS));
  EXPECT_FALSE(bench.finished());
  EXPECT_GT(bench.interconnect().under_way(), 0u);
  EXPECT_EQ(bench.faults(/*at_end=*/false), "");
}

}  // namespace
}  // namespace switchyard
