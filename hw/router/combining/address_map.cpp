#include "hw/router/combining/address_map.h"

#include <algorithm>
#include <utility>

#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

bool is_prime(std::uint32_t x) {
  if (x < 4) return x > 1;
  if (x % 2 == 0) return false;
  for (std::uint64_t d = 3; d * d <= x; d += 2) {
    if (x % d == 0) return false;
  }
  return true;
}

/// Modulo such a prime every number has one cube root.
std::uint32_t prime_from(std::uint32_t x) {
  while (x % 3 != 2 || !is_prime(x)) ++x;
  return x;
}

/// By Fermat: x^(p - 2).
std::uint64_t inverse(std::uint64_t x, std::uint32_t prime) {
  std::uint64_t power = 1;
  for (std::uint32_t rest = prime - 2; rest != 0; rest /= 2) {
    if (rest % 2 != 0) power = power * x % prime;
    x = x * x % prime;
  }
  return power;
}

}  // namespace

AddressMap::AddressMap(int columns, std::vector<NodeId> rows, std::uint32_t words, bool hashed,
                       std::uint64_t seed)
    : columns_(columns),
      rows_(std::move(rows)),
      words_(words),
      modules_(columns_ * static_cast<std::uint32_t>(rows_.size())),
      prime_(prime_from(std::max(words, modules_))),
      hashed_(hashed) {
  if (!hashed) return;
  RandomStream random(seed, /*node=*/0, Purpose::Hash);
  shift_ = random.below(prime_);
  for (Line* line : {&place_of_cube_, &key_of_place_})
    *line = {1 + random.below(prime_ - 1), random.below(prime_)};
  place_of_key_.factor = inverse(key_of_place_.factor, prime_);
  place_of_key_.offset = (prime_ - key_of_place_.offset) * place_of_key_.factor % prime_;
}

std::uint32_t AddressMap::place_of(std::uint32_t address) const {
  if (!hashed_) return address;
  const std::uint64_t x = (address + shift_) % prime_;
  return place_of_cube_.of(x * x % prime_ * x % prime_, prime_);
}

ModuleId AddressMap::module_of(std::uint32_t address) const {
  const std::uint32_t module = place_of(address) % modules_;
  return ModuleId::at(module % columns_, rows_[module / columns_]);
}

}  // namespace switchyard
