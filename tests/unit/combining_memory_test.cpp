#include <array>
#include <cstring>

#include <gtest/gtest.h>

#include "hw/design/read/read_design.h"
#include "testbench/catalog/standard_catalogs.h"
#include "testbench/experiment/experiment.h"
#include "tests/support/combining_bench.h"

namespace switchyard {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using Payload = tlm::tlm_generic_payload;
using Words = std::array<std::uint32_t, 4>;

constexpr std::uint64_t kBase = 0x100;
constexpr unsigned kSockets = 3;

struct Sockets : sc_core::sc_module {
  sc_core::sc_vector<tlm::tlm_initiator_socket<>> each{"socket", kSockets};
  explicit Sockets(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
};

/// Sockets at the processors 0, 3 and 5 of a butterfly of two dimensions with 32 words from kBase on, used by
/// hand.
struct CombiningMemoryTest : testing::Test, tlm::tlm_bw_transport_if<> {
  void build(const std::string& more = "") {
    ConfigDocument document = ConfigDocument::from_text(
        "topology: {kind: butterfly, dimensions: 2}\n"
        "router: {kind: ranade, words: 32}\n"
        "combining_memory: {initiators: [0, 3, 5], base: 0x100" +
            more + "}\n",
        "test.yaml");
    design = *read_design(document.root(), standard_catalogs().hardware);
    const auto config = read_combining_memory(document.root(), &design);
    document.finish();
    const TimedNetworkBuilder fast = [](const Design& of, const TerminalFactory& make_terminal) {
      return find_level("fast")->build(of, make_terminal, nullptr, {});
    };
    memory = std::make_unique<CombiningMemory>("memory", *config, design, fast, &log);
    for (std::size_t i = 0; i < kSockets; ++i) {
      sockets[i].bind(*this);
      sockets[i].bind(memory->from_initiator(i));
    }
    run_for(0);
  }

  Payload& payload(tlm::tlm_command command, std::uint64_t address, Words& words, unsigned length = 4) {
    Payload& p = pool.take();
    p.set_command(command);
    p.set_address(kBase + address);
    p.set_data_ptr(reinterpret_cast<unsigned char*>(words.data()));
    p.set_data_length(length);
    p.set_streaming_width(length);
    return p;
  }
  tlm::tlm_sync_enum begin(std::size_t socket, Payload& p, const sc_time& after = {}) {
    phase = tlm::BEGIN_REQ;
    sc_time delay = after;
    return sockets[socket]->nb_transport_fw(p, phase, delay);
  }
  tlm::tlm_sync_enum nb_transport_bw(Payload& p, tlm::tlm_phase& seen, sc_time&) override {
    if (seen == tlm::END_REQ) {
      end_requests.push_back(sc_core::sc_time_stamp());
      return tlm::TLM_ACCEPTED;
    }
    responses.push_back({sc_core::sc_time_stamp(), p.get_response_status()});
    p.release();
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  void expect_answer(tlm::tlm_response_status status, Payload& p) {
    EXPECT_EQ(begin(0, p), tlm::TLM_COMPLETED);
    EXPECT_EQ(p.get_response_status(), status);
    p.release();
  }
  unsigned debug(tlm::tlm_command command, std::uint64_t address, Words& words, unsigned length) {
    Payload& p = payload(command, address, words, length);
    const unsigned done = sockets[1]->transport_dbg(p);
    p.release();
    return done;
  }
  static void run_for(double nanoseconds) { sc_core::sc_start(sc_time(nanoseconds, SC_NS)); }

  struct Response {
    sc_time time;
    tlm::tlm_response_status status;
  };
  Design design;
  StepLog log;
  PayloadPool pool;
  Sockets initiators{"initiators"};
  sc_core::sc_vector<tlm::tlm_initiator_socket<>>& sockets = initiators.each;
  std::unique_ptr<CombiningMemory> memory;
  tlm::tlm_phase phase;
  std::vector<sc_time> end_requests;
  std::vector<Response> responses;
};

TEST_F(CombiningMemoryTest, AnswersWhatItCannotCarryOutAtOnce) {
  build();
  run_for(1);
  Words words{};
  const auto read = [&](std::uint64_t address, unsigned length) -> Payload& {
    return payload(tlm::TLM_READ_COMMAND, address, words, length);
  };
  expect_answer(tlm::TLM_ADDRESS_ERROR_RESPONSE, read(static_cast<std::uint64_t>(-4), 4));
  expect_answer(tlm::TLM_ADDRESS_ERROR_RESPONSE, read(128, 4));
  expect_answer(tlm::TLM_ADDRESS_ERROR_RESPONSE, read(124, 8));
  expect_answer(tlm::TLM_ADDRESS_ERROR_RESPONSE, read(2, 4));
  expect_answer(tlm::TLM_BURST_ERROR_RESPONSE, read(0, 0));
  expect_answer(tlm::TLM_BURST_ERROR_RESPONSE, read(0, 6));
  Payload& narrow = read(0, 8);
  narrow.set_streaming_width(4);
  expect_answer(tlm::TLM_BURST_ERROR_RESPONSE, narrow);
  Payload& enabled = read(0, 4);
  unsigned char enable = TLM_BYTE_ENABLED;
  enabled.set_byte_enable_ptr(&enable);
  enabled.set_byte_enable_length(1);
  expect_answer(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE, enabled);
  expect_answer(tlm::TLM_COMMAND_ERROR_RESPONSE, payload(static_cast<tlm::tlm_command>(3), 0, words));
  expect_answer(tlm::TLM_OK_RESPONSE, payload(tlm::TLM_IGNORE_COMMAND, 0, words));
  Payload& other = read(0, 4);
  Multiprefix write(Operation::WritePriority);
  other.set_extension(&write);
  expect_answer(tlm::TLM_COMMAND_ERROR_RESPONSE, other);
  other.clear_extension(&write);
  EXPECT_EQ(pool.in_use(), 0u);
  EXPECT_EQ(memory->under_way(), 0u);
}

/// A step begins at the first edge after the request. A read goes from column 0 along its row, four times
/// through both columns and, arrived in column 0, out: as RanadeRouter says. The response comes half a period
/// later.
TEST_F(CombiningMemoryTest, TakesTheTimeOfAStep) {
  build();
  Words words{};
  run_for(20);
  begin(0, payload(tlm::TLM_READ_COMMAND, 0, words));
  run_for(100);
  ASSERT_EQ(responses.size(), 1u);
  const double hops = 1 + 4 * 2;
  EXPECT_EQ(responses[0].time, sc_time(20.5 + hops + 2 + 0.5, SC_NS));
}

TEST_F(CombiningMemoryTest, MultiprefixGoesByProcessorWhicheverAsksFirst) {
  build();
  std::array<Words, kSockets> words{};
  Multiprefix add(Operation::Add);
  std::vector<Payload*> payloads;
  run_for(20);
  for (const std::size_t socket : {2, 0, 1}) {
    words[socket][0] = static_cast<std::uint32_t>(10 * (socket + 1));
    Payload& p = payload(tlm::TLM_READ_COMMAND, 8, words[socket]);
    p.set_extension(&add);
    payloads.push_back(&p);
    begin(socket, p);
    run_for(0.125);  // Before the same edge.
  }
  run_for(100);
  for (Payload* p : payloads) p->clear_extension(&add);
  EXPECT_EQ(words[0][0], 0u);
  EXPECT_EQ(words[1][0], 10u);
  EXPECT_EQ(words[2][0], 30u);
  EXPECT_EQ(log.steps().size(), 1u);
  Words sum{};
  debug(tlm::TLM_READ_COMMAND, 8, sum, 4);
  EXPECT_EQ(sum[0], 60u);
}

TEST_F(CombiningMemoryTest, ReadsSeeTheMemoryAsItWasBeforeTheStep) {
  build(", writes: priority");
  std::array<Words, kSockets> words{Words{7}, Words{8}, Words{9}};
  run_for(20);
  begin(0, payload(tlm::TLM_WRITE_COMMAND, 0, words[0]));
  begin(1, payload(tlm::TLM_WRITE_COMMAND, 0, words[1]));
  begin(2, payload(tlm::TLM_READ_COMMAND, 0, words[2]));
  run_for(100);
  EXPECT_EQ(words[2][0], 0u);
  debug(tlm::TLM_READ_COMMAND, 0, words[2], 4);
  EXPECT_EQ(words[2][0], 7u);
}

/// The one that has waited longest says how a word changes; so nobody waits for ever.
TEST_F(CombiningMemoryTest, ChangesOfAnotherKindWaitForTheNextStep) {
  build();
  std::array<Words, kSockets> words{Words{7, 7, 7}, Words{1}, Words{}};
  Multiprefix add(Operation::Add);
  run_for(20);
  Payload& count = payload(tlm::TLM_READ_COMMAND, 0, words[1]);
  count.set_extension(&add);
  begin(0, payload(tlm::TLM_WRITE_COMMAND, 0, words[0]));
  begin(1, count);
  run_for(5);  // Step 0 is under way.
  for (int i = 0; i < 2; ++i) begin(0, payload(tlm::TLM_WRITE_COMMAND, 0, words[0]));
  run_for(200);
  count.clear_extension(&add);
  ASSERT_EQ(log.steps().size(), 4u);
  EXPECT_FALSE(log.steps()[0].operations[3].has_value());
  EXPECT_TRUE(log.steps()[1].operations[3].has_value());
  EXPECT_FALSE(log.steps()[1].operations[0].has_value());
  EXPECT_EQ(words[1][0], 7u);
}

TEST_F(CombiningMemoryTest, DelaysEndReqUntilItsQueueHasRoom) {
  build(", request_queue: 1");
  Words words{};
  run_for(20);
  EXPECT_EQ(begin(0, payload(tlm::TLM_READ_COMMAND, 0, words)), tlm::TLM_UPDATED);
  EXPECT_EQ(phase, tlm::END_REQ);
  EXPECT_EQ(begin(0, payload(tlm::TLM_READ_COMMAND, 4, words)), tlm::TLM_ACCEPTED);
  run_for(100);
  ASSERT_EQ(end_requests.size(), 1u);
  EXPECT_EQ(end_requests[0],
            sc_time(21, SC_NS));  // The step begins at 20.5, which is told half a period later.
  EXPECT_EQ(responses.size(), 2u);
}

TEST_F(CombiningMemoryTest, StepsOverlapIfTheyMay) {
  build(", in_flight: 4");
  Words words{};
  run_for(20);
  begin(0, payload(tlm::TLM_WRITE_COMMAND, 0, words, 16));
  run_for(100);
  ASSERT_EQ(log.steps().size(), 4u);
  EXPECT_EQ(log.steps()[3].begun, log.steps()[0].begun + 3);
  EXPECT_LT(log.steps()[3].begun, log.steps()[0].ended);
}

TEST_F(CombiningMemoryTest, DebugTransportCountsBytesAndStopsAtTheEnd) {
  build();
  Words words{0x11111111, 0x22222222, 0x33333333, 0x44444444};  // Before the first reset: it leaves them.
  EXPECT_EQ(debug(tlm::TLM_WRITE_COMMAND, 122, words, 16), 6u);
  run_for(20);
  Words read{};
  EXPECT_EQ(debug(tlm::TLM_READ_COMMAND, 120, read, 16), 8u);
  const std::array<unsigned char, 8> expected{0, 0, 0x11, 0x11, 0x11, 0x11, 0x22, 0x22};
  EXPECT_EQ(std::memcmp(read.data(), expected.data(), expected.size()), 0);
  EXPECT_EQ(debug(tlm::TLM_READ_COMMAND, 128, read, 4), 0u);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(20, SC_NS));
}

TEST_F(CombiningMemoryTest, RefusesDirectMemory) {
  build();
  Words words{};
  tlm::tlm_dmi dmi;
  Payload& p = payload(tlm::TLM_READ_COMMAND, 0, words);
  EXPECT_FALSE(sockets[0]->get_direct_mem_ptr(p, dmi));
  EXPECT_EQ(dmi.get_end_address(), ~sc_dt::uint64{0});
  p.release();
}

TEST_F(CombiningMemoryTest, AResetEndsWhatIsUnderWayAndLeavesTheWords) {
  build(", request_queue: 1");
  Words words{5};
  Words read{};
  debug(tlm::TLM_WRITE_COMMAND, 0, words, 4);
  run_for(20);
  for (int i = 0; i < 3; ++i) {
    begin(0, payload(tlm::TLM_READ_COMMAND, 0, read));
    run_for(2);
  }
  memory->reset();
  EXPECT_EQ(responses.size(), 2u);  // The third waits for END_REQ.
  run_for(100);
  ASSERT_EQ(responses.size(), 3u);
  EXPECT_EQ(responses[0].status, tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(responses[1].status, tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(responses[2].status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(read[0], 5u);
  EXPECT_EQ(memory->under_way(), 0u);
}

TEST_F(CombiningMemoryTest, AResetForgetsWhatIsHalfIssued) {
  build();
  Words words{};
  run_for(20);
  begin(0, payload(tlm::TLM_READ_COMMAND, 0, words));
  run_for(0.75);  // The request has left, the end of the step has not.
  memory->reset();
  for (int i = 0; i < 3; ++i) {
    run_for(50);
    begin(0, payload(tlm::TLM_READ_COMMAND, 0, words));
  }
  run_for(50);
  EXPECT_EQ(responses.size(), 4u);
  EXPECT_EQ(responses.back().status, tlm::TLM_OK_RESPONSE);
}

TEST(CombiningMemory, MayBeAbandonedInTheMiddle) {
  CombiningBench bench("bench", {.transactions = 1000}, *find_level("fast"));
  sc_core::sc_start(sc_time(1234.5, SC_NS));
  EXPECT_FALSE(bench.finished());
  EXPECT_GT(bench.memory().under_way(), 0u);
  EXPECT_EQ(bench.faults(/*at_end=*/false), "");
}

}  // namespace
}  // namespace switchyard
