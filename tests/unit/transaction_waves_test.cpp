#include "testbench/platform/transaction_waves.h"

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "tests/support/temporary_folder.h"
#include "tests/support/vcd_reader.h"

namespace switchyard {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;

/// Answers as the test says, and keeps the payload that it was given.
class Target final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Target> socket{"socket"};

  explicit Target(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    socket.register_b_transport(this, &Target::b_transport);
    socket.register_nb_transport_fw(this, &Target::nb_transport_fw);
  }

  sc_time takes;
  tlm::tlm_sync_enum answer = tlm::TLM_ACCEPTED;
  tlm::tlm_phase answers_phase = tlm::END_REQ;

 private:
  void b_transport(tlm::tlm_generic_payload&, sc_time& delay) { delay += takes; }
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload&, tlm::tlm_phase& phase, sc_time& delay) {
    if (phase == tlm::END_RESP) return tlm::TLM_COMPLETED;
    if (answer == tlm::TLM_UPDATED) phase = answers_phase;
    delay += takes;
    return answer;
  }
};

class Initiator final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Initiator> socket{"socket"};

  explicit Initiator(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    socket.register_nb_transport_bw(this, &Initiator::nb_transport_bw);
  }

 private:
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_time&) {
    return tlm::TLM_COMPLETED;
  }
};

struct Bench final : sc_core::sc_module {
  explicit Bench(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    initiator.socket.bind(waves.before(target.socket, 1));
  }

  TransactionWaves waves{{"dma 0", "dma.0", "idle"}};
  Initiator initiator{"initiator"};
  Target target{"target"};
};

class TransactionWavesTest : public testing::Test {
 protected:
  TransactionWavesTest() {
    payload_.set_command(tlm::TLM_WRITE_COMMAND);
    payload_.set_address(0x1234);
    payload_.set_data_length(96);
  }

  /// Half a nanosecond after another, up to `end`; `act` is called at its time.
  template <class Act>
  VcdDump dump(int act_at, int end, Act&& act) {
    WaveTree tree;
    bench_.waves.declare(tree);
    VcdWriter vcd(folder_ / "a.vcd", "1 ps", tree, 0);
    bench_.waves.sample(vcd, 0);
    for (int half = 1; half <= 2 * end; ++half) {
      sc_core::sc_start(sc_time(0.5, SC_NS));
      if (half == 2 * act_at) act();
      vcd.advance(static_cast<VcdWriter::Time>(half) * 500);
      bench_.waves.sample(vcd, static_cast<VcdWriter::Time>(half) * 500);
    }
    vcd.close();
    return VcdDump::read(folder_ / "a.vcd");
  }

  void begin_request(const sc_time& delay) {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time annotated = delay;
    bench_.initiator.socket->nb_transport_fw(payload_, phase, annotated);
  }

  static std::string text(const VcdDump& dump, const std::string& wire, std::uint64_t time) {
    const std::string& bits = dump.bits("platform.dma_0_." + wire, time);
    if (bits.find('z') != std::string::npos)
      return bits.find_first_not_of('z') == std::string::npos ? "z" : "?";
    std::string letters;
    for (std::size_t at = 0; at < bits.size(); at += 8) {
      const auto letter = static_cast<char>(std::stoi(bits.substr(at, 8), nullptr, 2));
      if (letter != 0) letters += letter;
    }
    return letters;
  }
  static std::uint64_t outstanding(const VcdDump& dump, std::uint64_t time) {
    return dump.number("platform.dma_0_.outstanding", time).value();
  }

  TemporaryFolder folder_;
  Bench bench_{"bench"};
  tlm::tlm_generic_payload payload_;
};

TEST_F(TransactionWavesTest, ShowABlockingTransactionFromItsDelayToItsEnd) {
  bench_.target.takes = sc_time(3, SC_NS);
  const VcdDump waves = dump(2, 10, [&] {
    sc_time delay(1, SC_NS);
    bench_.initiator.socket->b_transport(payload_, delay);
  });
  EXPECT_EQ(outstanding(waves, 2500), 0U);
  EXPECT_EQ(text(waves, "phase", 2500), "z");
  EXPECT_EQ(outstanding(waves, 3000), 1U);
  EXPECT_EQ(text(waves, "phase", 3000), "BEGIN_REQ");
  EXPECT_EQ(text(waves, "command", 3000), "WRITE");
  EXPECT_EQ(waves.number("platform.dma_0_.address", 3000), 0x1234U);
  EXPECT_EQ(waves.number("platform.dma_0_.length", 3000), 96U);
  EXPECT_EQ(outstanding(waves, 6000), 0U);
  EXPECT_EQ(text(waves, "phase", 6500), "END_RESP");
  EXPECT_EQ(text(waves, "phase", 7000), "z");
  EXPECT_EQ(waves.variable("platform.idle.outstanding").changes.size(), 1U);
}

TEST_F(TransactionWavesTest, ShowThePhasesThatCallsReturn) {
  bench_.target.answer = tlm::TLM_UPDATED;
  bench_.target.takes = sc_time(2, SC_NS);
  const VcdDump waves = dump(1, 10, [&] { begin_request(sc_core::SC_ZERO_TIME); });
  EXPECT_EQ(text(waves, "phase", 1000), "BEGIN_REQ");
  EXPECT_EQ(text(waves, "phase", 3000), "END_REQ");
  EXPECT_EQ(text(waves, "phase", 10000), "END_REQ") << "as long as it is under way";
  EXPECT_EQ(outstanding(waves, 10000), 1U);
}

TEST_F(TransactionWavesTest, EndWhatIsCompletedAtOnceAndWhatTheInitiatorCompletes) {
  bench_.target.answer = tlm::TLM_COMPLETED;
  const VcdDump waves = dump(1, 8, [&] { begin_request(sc_time(1, SC_NS)); });
  EXPECT_EQ(text(waves, "phase", 2000), "END_RESP");
  EXPECT_EQ(outstanding(waves, 2000), 0U);
  EXPECT_EQ(text(waves, "phase", 3000), "z");
}

TEST_F(TransactionWavesTest, FollowAResponseOnTheWayBack) {
  const VcdDump waves = dump(1, 8, [&] {
    begin_request(sc_core::SC_ZERO_TIME);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_time delay(4, SC_NS);
    bench_.target.socket->nb_transport_bw(payload_, phase, delay);
  });
  EXPECT_EQ(text(waves, "phase", 4500), "BEGIN_REQ");
  EXPECT_EQ(outstanding(waves, 4500), 1U);
  EXPECT_EQ(text(waves, "phase", 5000), "END_RESP");
  EXPECT_EQ(outstanding(waves, 5000), 0U);
}

}  // namespace
}  // namespace switchyard
