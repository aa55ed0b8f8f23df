#pragma once

#include <string>
#include <tuple>
#include <utility>

#include "hw/base/types.h"

namespace switchyard {

/// The first fault of a run: of several in one cycle, that of the first place. So it is the same in whichever
/// order places are looked at.
class FirstFailure {
 public:
  /// Whether a fault there and then would come before what is known.
  bool would_be(Cycle now, std::size_t place) const { return std::tie(now, place) < std::tie(at_, place_); }
  /// Precondition: would_be(now, place).
  void set(Cycle now, std::size_t place, std::string what) {
    at_ = now;
    place_ = place;
    what_ = std::move(what);
  }
  /// That of both that comes first.
  void join(const FirstFailure& other) {
    if (would_be(other.at_, other.place_)) *this = other;
  }
  const std::string& what() const { return what_; }  ///< Empty: all is well.

 private:
  Cycle at_ = kNever;
  std::size_t place_ = 0;
  std::string what_;
};

}  // namespace switchyard
