#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace switchyard {

using WireId = std::uint32_t;

/// How a viewer shows a wire's value, and whether it shows a scope's contents at first.
enum class Radix : std::uint8_t { Binary, Decimal, Hexadecimal, Text };
enum class Fold : std::uint8_t { Open, Closed };

/// What a wave file holds: wires of 1..65536 bits in a hierarchy of scopes, in the order of their
/// declaration.
///
/// Wires are numbered from 0 in that order.
///
/// Errors: std::invalid_argument for a name that is empty or not of visible ASCII characters, and for a
///         width out of range.
class WaveTree {
 public:
  struct Entry {
    enum class Kind : std::uint8_t { Open, Wire, Alias, Close } kind;
    std::string name;  ///< Close: that of the scope.
    int width = 0;
    Radix radix = Radix::Decimal;
    Fold fold = Fold::Open;
    WireId wire = 0;  ///< Alias: the one that has another name here.
  };

  /// Declares a scope; `declare()` declares what is in it.
  template <class Declare>
  void scope(const std::string& name, Fold fold, Declare&& declare) {
    add({Entry::Kind::Open, name, 0, Radix::Decimal, fold});
    std::forward<Declare>(declare)();
    add({Entry::Kind::Close, name, 0, Radix::Decimal, fold});
  }
  WireId wire(const std::string& name, int width, Radix radix = Radix::Decimal);
  /// Another name, in this scope, for a wire of so many bits.
  void alias(const std::string& name, int width, WireId wire) {
    add({Entry::Kind::Alias, name, width, Radix::Binary, Fold::Open, wire});
  }

  const std::vector<Entry>& entries() const { return entries_; }
  WireId wire_count() const { return wire_count_; }

 private:
  void add(Entry entry);

  std::vector<Entry> entries_;
  WireId wire_count_ = 0;
};

}  // namespace switchyard
