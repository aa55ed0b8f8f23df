#pragma once

#include <concepts>

namespace switchyard {

/// The quotient of two counts, without the loss of the integers' division.
template <class A, class B>
requires std::integral<A> || std::integral<B>
constexpr double ratio(A a, B b) { return static_cast<double>(a) / static_cast<double>(b); }

}  // namespace switchyard
