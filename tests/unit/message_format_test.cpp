#include "tlm/socket/message_format.h"

#include <gtest/gtest.h>

#include <vector>

namespace switchyard {
namespace {

std::vector<int> packets_of(const MessageFormat& format, std::uint64_t bytes) {
  std::vector<int> packets;
  format.cut(bytes, [&](int flits) { packets.push_back(flits); });
  EXPECT_EQ(format.packets(bytes), packets.size());
  return packets;
}

TEST(MessageFormat, IsAHeaderAndTheDataRoundedUp) {
  const MessageFormat format{.bytes_per_flit = 8, .header_flits = 1, .longest_packet = 64};
  EXPECT_EQ(packets_of(format, 0), std::vector<int>{1});
  EXPECT_EQ(packets_of(format, 1), std::vector<int>{2});
  EXPECT_EQ(packets_of(format, 8), std::vector<int>{2});
  EXPECT_EQ(packets_of(format, 9), std::vector<int>{3});
  EXPECT_EQ(format.flits(9), 3u);
}

TEST(MessageFormat, CutsWhatIsLongerThanAPacket) {
  const MessageFormat format{.bytes_per_flit = 4, .header_flits = 2, .longest_packet = 5};
  EXPECT_EQ(packets_of(format, 12), std::vector<int>{5});
  EXPECT_EQ(packets_of(format, 13), (std::vector<int>{5, 3}));
  EXPECT_EQ(format.flits(13), 8u);
}

TEST(MessageFormat, HasAFlitEvenWithoutHeader) {
  const MessageFormat format{.bytes_per_flit = 16, .header_flits = 0, .longest_packet = 1};
  EXPECT_EQ(packets_of(format, 0), std::vector<int>{1});
  EXPECT_EQ(packets_of(format, 33), (std::vector<int>{1, 1, 1}));
}

TEST(MessageFormat, CarriesDataWhereTheyAreNeeded) {
  const MessageFormat format;
  tlm::tlm_generic_payload payload;
  unsigned char enables[3] = {};
  payload.set_data_length(100);
  payload.set_write();
  EXPECT_EQ(format.request_bytes(payload), 100u);
  payload.set_byte_enable_ptr(enables);
  payload.set_byte_enable_length(9);
  EXPECT_EQ(format.request_bytes(payload), 102u);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(format.response_bytes(payload), 0u);
  payload.set_read();
  EXPECT_EQ(format.request_bytes(payload), 2u);
  EXPECT_EQ(format.response_bytes(payload), 100u);
  payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(format.response_bytes(payload), 0u);
  payload.set_command(tlm::TLM_IGNORE_COMMAND);
  EXPECT_EQ(format.request_bytes(payload), 0u);
}

}  // namespace
}  // namespace switchyard
