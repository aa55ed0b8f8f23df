#include "testbench/platform/byte_store.h"

#include <gtest/gtest.h>

#include <array>

namespace switchyard {
namespace {

class ByteStoreTest : public testing::Test {
 protected:
  ByteStoreTest() {
    payload_.set_data_ptr(data_.data());
    payload_.set_data_length(4);
    payload_.set_streaming_width(4);
    payload_.set_write();
  }
  tlm::tlm_response_status carry_out() {
    store_.carry_out(payload_);
    return payload_.get_response_status();
  }

  ByteStore store_{16};
  std::array<unsigned char, 4> data_{1, 2, 3, 4};
  tlm::tlm_generic_payload payload_;
};

TEST_F(ByteStoreTest, WritesWhatIsEnabledAgainAndAgainOverTheStreamingWidth) {
  std::array<unsigned char, 2> enables{TLM_BYTE_ENABLED, TLM_BYTE_DISABLED};
  payload_.set_address(14);
  payload_.set_streaming_width(2);
  EXPECT_EQ(carry_out(), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(store_.bytes()[14], 3);
  EXPECT_EQ(store_.bytes()[15], 4);
  payload_.set_byte_enable_ptr(enables.data());
  payload_.set_byte_enable_length(2);
  data_ = {5, 6, 7, 8};
  EXPECT_EQ(carry_out(), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(store_.bytes()[14], 7);
  EXPECT_EQ(store_.bytes()[15], 4);
}

TEST_F(ByteStoreTest, AnswersWhatItCannotCarryOut) {
  payload_.set_address(13);
  EXPECT_EQ(carry_out(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  payload_.set_address(0);
  payload_.set_streaming_width(0);  // As a new payload has it.
  EXPECT_EQ(carry_out(), tlm::TLM_BURST_ERROR_RESPONSE);
  payload_.set_streaming_width(4);
  unsigned char enable = TLM_BYTE_ENABLED;
  payload_.set_byte_enable_ptr(&enable);
  EXPECT_EQ(carry_out(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  payload_.set_byte_enable_ptr(nullptr);
  EXPECT_EQ(store_.bytes()[0], 0) << "nothing has been written";
  EXPECT_EQ(carry_out(), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(store_.bytes()[0], 1);
}

}  // namespace
}  // namespace switchyard
