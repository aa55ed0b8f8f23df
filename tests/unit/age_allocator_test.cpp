#include "hw/alloc/age_allocator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/matching.h"

namespace switchyard {
namespace {

using Kind = AllocatorConfig::Kind;
constexpr Kind kKinds[] = {Kind::SeparableInputFirst, Kind::SeparableOutputFirst};

/// What asks, with its age.
struct Request {
  std::uint64_t age;
  int input;
  int output;
};

/// By the words: `first` is who chooses first, by whom `second` is chosen.
template <class First, class Second>
std::vector<Request> chosen(std::vector<Request> requests, First&& first, Second&& second) {
  std::ranges::sort(requests, {}, &Request::age);
  std::vector<Request> kept;
  for (const auto& side :
       {std::function<int(const Request&)>(first), std::function<int(const Request&)>(second)}) {
    kept.clear();
    for (const Request& request : requests) {
      const bool is_oldest =
          std::ranges::none_of(kept, [&](const Request& older) { return side(older) == side(request); });
      if (is_oldest) kept.push_back(request);
    }
    requests = kept;
  }
  return kept;
}

std::vector<Request> random_ages(const Matrix& matrix, int ports, RandomStream& random) {
  std::vector<Request> requests;
  for (int i = 0; i < ports; ++i) {
    for (int o = 0; o < ports; ++o) {
      if (has(matrix, i, o)) requests.push_back({random.next(), i, o});
    }
  }
  return requests;
}

std::vector<PortMask> granted(Kind kind, const std::vector<Request>& requests, int ports) {
  std::array<std::array<std::uint64_t, kMaxPorts>, kMaxPorts> ages{};
  std::vector<PortMask> asked(static_cast<std::size_t>(ports), PortMask{0});
  std::vector<PortMask> grants(static_cast<std::size_t>(ports), ~PortMask{0});  // Must not matter.
  for (const Request& request : requests) {
    asked[request.input].set(request.output);
    ages[request.input][request.output] = request.age;
  }
  allocate_by_age<PortMask>(
      kind, asked, [&](int i, int o) { return ages[i][o]; }, grants);
  return grants;
}

TEST(AgeAllocator, LetsTheOldestGoFirstOnBothSidesByItsDefinition) {
  RandomStream random(51, 0, Purpose::Process);
  for (const int ports : {1, 2, 5, 8, kMaxPorts}) {
    for (int round = 0; round < 300; ++round) {
      const auto requests = random_ages(random_requests(random, ports, random.unit()), ports, random);
      for (const Kind kind : kKinds) {
        std::vector<PortMask> expected(static_cast<std::size_t>(ports), PortMask{0});
        const auto input = [](const Request& request) { return request.input; };
        const auto output = [](const Request& request) { return request.output; };
        const auto pairs = kind == Kind::SeparableInputFirst ? chosen(requests, input, output)
                                                             : chosen(requests, output, input);
        for (const Request& pair : pairs) expected[pair.input].set(pair.output);
        ASSERT_EQ(granted(kind, requests, ports), expected) << ports << " ports, round " << round;
      }
    }
  }
}

TEST(AgeAllocator, ServesTheOldestOfAll) {
  RandomStream random(52, 0, Purpose::Process);
  for (int round = 0; round < 1000; ++round) {
    const auto requests = random_ages(random_requests(random, 5, 0.5), 5, random);
    if (requests.empty()) continue;
    const Request oldest = *std::ranges::min_element(requests, {}, &Request::age);
    for (const Kind kind : kKinds)
      ASSERT_TRUE(granted(kind, requests, 5)[oldest.input].test(oldest.output)) << "round " << round;
  }
}

}  // namespace
}  // namespace switchyard
