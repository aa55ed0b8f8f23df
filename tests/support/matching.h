#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "hw/base/types.h"

namespace switchyard {

/// Requests or grants of an allocator: [input]: mask of outputs.
using Matrix = std::array<std::uint64_t, 64>;
using Allocate = std::function<void(const Matrix& requests, Matrix& grants)>;

inline bool has(const Matrix& matrix, int input, int output) {
  return (matrix[static_cast<std::size_t>(input)] >> output & 1) != 0;
}
inline void add(Matrix& matrix, int input, int output) {
  matrix[static_cast<std::size_t>(input)] |= bit<std::uint64_t>(output);
}

inline Matrix random_requests(RandomStream& random, int ports, double density) {
  Matrix requests{};
  for (int i = 0; i < ports; ++i) {
    for (int o = 0; o < ports; ++o) {
      if (random.unit() < density) add(requests, i, o);
    }
  }
  return requests;
}

/// Where each of `arbiters` starts among its requesters.
inline std::vector<int> random_starts(RandomStream& random, int arbiters, int requesters) {
  std::vector<int> starts(static_cast<std::size_t>(arbiters));
  for (int& start : starts) start = static_cast<int>(random.below(static_cast<std::uint32_t>(requesters)));
  return starts;
}

template <class Allocator>
Allocate allocate_with(Allocator& allocator) {
  return [&allocator](const Matrix& requests, Matrix& grants) { allocator.allocate(requests, grants); };
}

/// Whether the allocator of narrow masks decides as that of wide ones does, in `rounds` rounds of 32 ports.
template <class Narrow, class Wide>
bool decide_alike(int rounds) {
  constexpr int kPorts = 32;
  Narrow narrow(kPorts);
  Wide wide(kPorts);
  RandomStream random(14, 0, Purpose::Process);
  for (int round = 0; round < rounds; ++round) {
    const Matrix requests = random_requests(random, kPorts, random.unit());
    std::array<PortMask, kPorts> narrow_requests{};
    std::array<PortMask, kPorts> narrow_grants{};
    Matrix grants{};
    for (std::size_t i = 0; i < kPorts; ++i) narrow_requests[i] = static_cast<PortMask>(requests[i]);
    narrow.allocate(narrow_requests, narrow_grants);
    wide.allocate(requests, grants);
    for (std::size_t i = 0; i < kPorts; ++i) {
      if (grants[i] != narrow_grants[i]) return false;
    }
  }
  return true;
}

/// How often each pair of a full matrix wins: [input][output].
template <class Allocator>
std::vector<std::vector<int>> wins_of_full_matrix(Allocator& allocator, int ports, int rounds) {
  const auto count = static_cast<std::size_t>(ports);
  Matrix all{};
  for (std::size_t i = 0; i < count; ++i) all[i] = low_bits<std::uint64_t>(ports);
  std::vector<std::vector<int>> wins(count, std::vector<int>(count));
  for (int round = 0; round < rounds; ++round) {
    Matrix grants{};
    allocator.allocate(all, grants);
    for (std::size_t i = 0; i < count; ++i) {
      for_each_bit(grants[i], [&](int o) { ++wins[i][static_cast<std::size_t>(o)]; });
    }
  }
  return wins;
}

/// What is wrong with grants as a matching of these requests; empty: nothing.
inline std::string fault_of_matching(const Matrix& requests, const Matrix& grants) {
  std::uint64_t taken = 0;
  bool any_request = false;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    any_request |= requests[i] != 0;
    if ((grants[i] & ~requests[i]) != 0) return "a grant without a request";
    if (std::popcount(grants[i]) > 1) return "an input has two outputs";
    if ((taken & grants[i]) != 0) return "an output has two inputs";
    taken |= grants[i];
  }
  return any_request && taken == 0 ? "requests, and no grant" : "";
}

/// The same, and whether a pair could be added.
inline std::string fault_of_maximal_matching(const Matrix& requests, const Matrix& grants) {
  std::uint64_t taken = 0;
  for (const std::uint64_t outputs : grants) taken |= outputs;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (grants[i] == 0 && (requests[i] & ~taken) != 0) return "a pair could be added";
  }
  return fault_of_matching(requests, grants);
}

/// The first fault in 1000 rounds of random requests.
template <class FaultOf>
std::string fault_in_random_rounds(int ports, const Allocate& allocate, FaultOf fault_of) {
  RandomStream random(static_cast<std::uint64_t>(ports), 0, Purpose::Process);
  for (int round = 0; round < 1000; ++round) {
    const Matrix requests = random_requests(random, ports, 0.1 * (1 + round % 9));
    Matrix grants{};
    for (int i = 0; i < ports; ++i)
      grants[static_cast<std::size_t>(i)] = ~std::uint64_t{0};  // Must not matter.
    allocate(requests, grants);
    const std::string fault = fault_of(requests, grants);
    if (!fault.empty()) return fault;
  }
  return "";
}

}  // namespace switchyard
