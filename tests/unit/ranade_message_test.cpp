#include "hw/router/combining/ranade_message.h"

#include <gtest/gtest.h>

#include "hw/router/combining/ranade_combine.h"

namespace switchyard {
namespace {

TEST(RanadeMessage, ARequestKeepsAllItsFields) {
  const Label label = make_label(200, 0x7fffffff);
  const Flit flit = Message::request(label, ModuleId::at(11, 4095), Operation::Xor, true, 0xdeadbeef);
  const Message message(flit);
  EXPECT_TRUE(flit.valid() && flit.head && flit.tail());
  EXPECT_EQ(message.kind(), MessageKind::Request);
  EXPECT_EQ(message.label(), label);
  EXPECT_EQ(message.step(), 200);
  EXPECT_EQ(message.key(), 0x7fffffffU);
  EXPECT_EQ(message.module().column(), 11);
  EXPECT_EQ(message.module().row(), 4095U);
  EXPECT_EQ(message.operation(), Operation::Xor);
  EXPECT_TRUE(message.reads());
  EXPECT_EQ(message.operand(), 0xdeadbeefU);
}

TEST(RanadeMessage, AGhostKeepsBothKindsOfBound) {
  for (const Label label :
       {make_label(3, 0), make_label(3, 99), make_label(0, 0), make_label(255, kEndKey)}) {
    EXPECT_EQ(Message(Message::ghost(label)).label(), label);
    EXPECT_EQ(Message(Message::ghost(label - 1)).label(), label - 1);
  }
}

TEST(RanadeMessage, TheEndOfAStepIsAfterItsKeysAndBeforeTheNextStep) {
  EXPECT_TRUE(is_before(make_label(7, 0x7fffffff), make_label(7, kEndKey)));
  EXPECT_TRUE(is_before(make_label(7, kEndKey), make_label(8, 0)));
  EXPECT_TRUE(is_before(make_label(255, kEndKey), make_label(0, 0)));
  EXPECT_FALSE(is_before(make_label(0, 0), make_label(255, kEndKey)));
  EXPECT_EQ(Message(Message::end_of_stream(9)).label(), make_label(9, kEndKey));
}

TEST(RanadeMessage, CombinedRequestsDoWhatBothDo) {
  const auto request = [](Operation operation, bool reads, std::uint32_t operand) {
    return Message::request(make_label(1, 5), ModuleId::at(1, 2), operation, reads, operand);
  };
  const Flit adds = request(Operation::Add, false, 3);
  const Flit reads = request(Operation::None, true, 0);
  const Flit sum = combine(adds, request(Operation::Add, true, 4));
  EXPECT_EQ(Message(sum).operand(), 7U);
  EXPECT_TRUE(Message(sum).reads());
  EXPECT_EQ(Message(sum).label(), make_label(1, 5));
  EXPECT_EQ(Message(sum).module(), ModuleId::at(1, 2));
  for (const Flit& combined : {combine(adds, reads), combine(reads, adds)}) {
    EXPECT_EQ(Message(combined).operation(), Operation::Add);
    EXPECT_EQ(Message(combined).operand(), 3U);
    EXPECT_TRUE(Message(combined).reads());
  }
  const Flit first = request(Operation::WritePriority, false, 1);
  const Flit kept = combine(first, request(Operation::WritePriority, false, 2));
  EXPECT_EQ(Message(kept).operand(), 1U);
  const Flit none = combine(reads, reads);
  EXPECT_EQ(Message(none).operation(), Operation::None);
}

}  // namespace
}  // namespace switchyard
