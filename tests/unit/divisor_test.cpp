#include "hw/base/divisor.h"

#include <gtest/gtest.h>

#include <limits>

#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

void expect_exact(std::uint32_t n, std::uint32_t d) {
  const Divisor divisor(d);
  ASSERT_EQ(divisor.quotient(n), n / d) << n << " / " << d;
  ASSERT_EQ(divisor.remainder(n), n % d) << n << " % " << d;
}

TEST(Divisor, IsExactNextToEveryMultiple) {
  constexpr std::uint32_t kMax = std::numeric_limits<std::uint32_t>::max();
  RandomStream random(1, 0, Purpose::Length);
  for (const std::uint32_t d :
       {1U, 2U, 3U, 5U, 7U, 256U, 641U, 65535U, 65536U, 65537U, 1U << 31, kMax - 1, kMax}) {
    for (const std::uint32_t n : {0U, 1U, d - 1, d, kMax / d * d, kMax / d * d - 1, kMax}) expect_exact(n, d);
    for (int i = 0; i < 10000; ++i) {
      const std::uint32_t multiple = random.below(kMax / d) * d;
      expect_exact(multiple, d);
      expect_exact(multiple + d - 1, d);
    }
  }
}

TEST(Divisor, IsExactForRandomNumbers) {
  RandomStream random(2, 0, Purpose::Length);
  for (int i = 0; i < 1000000; ++i) {
    expect_exact(static_cast<std::uint32_t>(random.next()),
                 1 + static_cast<std::uint32_t>(random.next() >> (33 + i % 31)));
  }
}

}  // namespace
}  // namespace switchyard
