#include "testbench/messages/message_check.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

/// Terminals 0 to 3 go both ways, 4 only sends, 5 only receives.
std::vector<Attachment> terminals() {
  std::vector<Attachment> attachments;
  for (NodeId t = 0; t < 4; ++t) attachments.push_back({{t, 0}, {t, 0}});
  attachments.push_back({{0, 1}, {kNoNode, 0}});
  attachments.push_back({{kNoNode, 0}, {0, 1}});
  return attachments;
}

std::string fault_of(MessageCheck& check, TerminalId source, TerminalId destination,
                     std::vector<MessageId> waits_for = {}, std::uint32_t flits = 1) {
  GraphMessage message;
  message.source = source;
  message.destination = destination;
  message.flits = flits;
  message.waits_for = std::move(waits_for);
  const auto fault = check.look(message);
  return fault ? fault->what : "";
}

TEST(MessageCheck, TakesWhatTheSourceKnowsOf) {
  MessageCheck check(terminals(), 8);
  EXPECT_EQ(fault_of(check, 0, 1), "");
  EXPECT_EQ(fault_of(check, 1, 2, {0}), "");     // It came.
  EXPECT_EQ(fault_of(check, 1, 3, {1, 0}), "");  // It left.
  EXPECT_EQ(fault_of(check, 4, 5), "");
  EXPECT_EQ(fault_of(check, 2, 2), "");
  EXPECT_EQ(fault_of(check, 2, 0, {4}), "");
}

TEST(MessageCheck, RefusesWhatItCannotKnowOf) {
  MessageCheck check(terminals(), 8);
  EXPECT_EQ(fault_of(check, 0, 1), "");
  EXPECT_EQ(fault_of(check, 2, 1, {0}),
            "message 1 waits for 0, which goes from 0 to 1: its source, 2, does not know of it");
}

TEST(MessageCheck, TakesWhatComesToAnotherTerminalOfTheNode) {
  MessageCheck check(terminals(), 8, {0, 1, 0, 3, 4, 5});
  EXPECT_EQ(fault_of(check, 1, 0), "");
  EXPECT_EQ(fault_of(check, 2, 3, {0}), "");
  EXPECT_EQ(fault_of(check, 0, 3, {1}),  // It left from another terminal, which is not known.
            "message 2 waits for 1, which goes from 2 to 3: its source, 0, does not know of it");
  EXPECT_EQ(fault_of(check, 3, 1, {0}),
            "message 3 waits for 0, which goes from 1 to 0: its source, 3, does not know of it");
}

TEST(MessageCheck, RefusesWhatComesLaterOrTwiceOrTooLongBefore) {
  MessageCheck check(terminals(), 4);
  EXPECT_EQ(fault_of(check, 0, 1, {0}), "message 0 waits for 0, which does not come before it");
  EXPECT_EQ(fault_of(check, 0, 1, {7}), "message 1 waits for 7, which does not come before it");
  EXPECT_EQ(fault_of(check, 0, 1, {1, 0, 1}), "message 2 waits for 1 twice");
  EXPECT_EQ(fault_of(check, 0, 1, {0}), "");
  EXPECT_EQ(fault_of(check, 0, 1, {0}),
            "message 4 waits for 0, but at most for the 3 before it: workload.window = 4");
}

std::string fault_of_times(MessageCheck& check, std::uint64_t phase, Cycle slot, Cycle period) {
  GraphMessage message;
  message.destination = 1;
  message.phase = phase;
  message.slot = slot;
  message.period = period;
  const auto fault = check.look(message);
  return fault ? fault->what : "";
}

TEST(MessageCheck, RefusesPhasesThatFallAndSlotsBeyondTheirPeriod) {
  MessageCheck check(terminals(), 4);
  EXPECT_EQ(fault_of_times(check, 3, 0, 0), "");
  EXPECT_EQ(fault_of_times(check, 3, 4, 5), "");
  EXPECT_EQ(fault_of_times(check, 9, 0, 1), "");
  EXPECT_EQ(fault_of_times(check, 8, 0, 0), "phase = 8, but one before it is of phase 9: phases never fall");
  EXPECT_EQ(fault_of_times(check, 9, 5, 5), "slot = 5 is not below the period of 5 cycles");
  EXPECT_EQ(fault_of_times(check, 9, 1, 0), "slot = 1 is not below the period of 0 cycles");
}

TEST(MessageCheck, KnowsTheTerminals) {
  MessageCheck check(terminals(), 4);
  EXPECT_EQ(fault_of(check, 6, 0), "source = 6 is out of range: 0..5");
  EXPECT_EQ(fault_of(check, 0, 6), "destination = 6 is out of range: 0..5");
  EXPECT_EQ(fault_of(check, 5, 0), "source = 5 is a terminal that only receives");
  EXPECT_EQ(fault_of(check, 0, 4), "destination = 4 is a terminal that only sends");
  EXPECT_EQ(fault_of(check, 0, 1, {}, 0), "flits = 0 is out of range: 1..65535");
  EXPECT_EQ(fault_of(check, 0, 1, {}, 65536), "flits = 65536 is out of range: 1..65535");
}

}  // namespace
}  // namespace switchyard
