#pragma once

#include <array>
#include <cassert>
#include <cstddef>

#include "hw/base/types.h"

namespace switchyard {

/// One element for each port of a router, found by the port's number.
///
/// Precondition: a port is 0 .. kPorts - 1, which a build with assertions checks. Not initialised, like an
/// array.
template <class T, std::size_t kPorts = kMaxPorts>
class PortArray {
 public:
  T& operator[](std::size_t port) {
    assert(port < kPorts);
    return elements_[port];
  }
  const T& operator[](std::size_t port) const {
    assert(port < kPorts);
    return elements_[port];
  }
  void fill(const T& value) { elements_.fill(value); }

  T* data() { return elements_.data(); }
  const T* data() const { return elements_.data(); }
  static constexpr std::size_t size() { return kPorts; }
  T* begin() { return data(); }
  const T* begin() const { return data(); }
  T* end() { return data() + kPorts; }
  const T* end() const { return data() + kPorts; }

 private:
  std::array<T, kPorts> elements_;
};

}  // namespace switchyard
