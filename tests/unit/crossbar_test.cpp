#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "hw/alloc/crossbar.h"
#include "hw/base/random_stream.h"
#include "hw/base/types.h"

namespace switchyard {
namespace {

TEST(Crossbar, MovesTheSelectedWordAndNothingElse) {
  RandomStream random(31, 0, Purpose::Process);
  for (int round = 0; round < 500; ++round) {
    const std::size_t inputs = 1 + random.below(32);
    const std::size_t outputs = 1 + random.below(32);
    std::vector<std::uint32_t> data(inputs);
    for (std::uint32_t& word : data) word = static_cast<std::uint32_t>(random.next());
    std::vector<PortMask> select(outputs, 0);
    std::vector<std::uint32_t> expected(outputs, 0);
    for (std::size_t o = 0; o < outputs; ++o) {
      if (random.below(3) == 0) continue;  // Nothing selected.
      const std::uint32_t input = random.below(static_cast<std::uint32_t>(inputs));
      select[o] = PortMask{1} << input;
      expected[o] = data[input];
    }
    std::vector<std::uint32_t> out(outputs, 0xdeadbeef);
    cross<std::uint32_t, PortMask>(data, select, out);
    ASSERT_EQ(out, expected) << "round " << round;
  }
}

TEST(Crossbar, CopiesAWordToEveryOutputThatSelectsIt) {
  const std::vector<int> data{7, 8};
  const std::vector<PortMask> select{0b10, 0b00, 0b10};
  std::vector<int> out(3);
  cross<int, PortMask>(data, select, out);
  EXPECT_EQ(out, (std::vector{8, 0, 8}));
}

}  // namespace
}  // namespace switchyard
