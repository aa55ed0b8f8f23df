#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/base/bits.h"
#include "hw/base/types.h"

namespace switchyard {

/// When each of many things that one may use at a time is taken: a bit per cycle, from now to as far ahead as
/// anything is.
///
/// Who takes cycles uses those that earlier users have left free, in pieces if need be, and so finishes later
/// by what lies between. The words of all rows for the same 64 cycles lie together, as what is looked at
/// together is near in time.
class Timetable {
 public:
  struct Span {
    Cycle start;   ///< First cycle.
    Cycle finish;  ///< The cycle after the last.
  };

  explicit Timetable(std::size_t rows) : rows_(rows), words_(rows * kFewestColumns), used_(kFewestColumns) {}

  /// What was before `now` is not asked for again.
  void forget(Cycle now) {
    if (now < begin_ + kBits) return;
    for (; begin_ + kBits <= now && begin_ < end_; begin_ += kBits) clear(column_of(begin_));
    begin_ = std::max(begin_, now / kBits * kBits);
    end_ = std::max(end_, begin_);
  }

  /// The first `cycles` that are free from `from` on. Precondition: `cycles` > 0.
  Span fit(std::size_t row, Cycle from, Cycle cycles) const {
    Span span{kNever, from};
    for (;;) {
      const std::uint64_t taken = ahead(row, span.finish);
      if ((taken & 1) != 0) {
        span.finish += std::countr_one(taken);
        continue;
      }
      span.start = std::min(span.start, span.finish);
      const Cycle run = std::countr_zero(taken);
      if (run >= cycles) break;
      cycles -= run;
      span.finish += run;
    }
    span.finish += cycles;
    return span;
  }

  /// The first cycle from `from` on after which so many are free; of more than 64, 64.
  Cycle gap(std::size_t row, Cycle from, Cycle cycles) const {
    for (Cycle at = from;;) {
      const std::uint64_t taken = ahead(row, at);
      const int run = std::countr_zero(taken);
      if (run >= static_cast<int>(kBits) || static_cast<Cycle>(run) >= cycles) return at;
      at += static_cast<Cycle>(run + std::countr_one(taken >> run));
    }
  }

  /// Takes all of the span. Precondition: it is not before what has been forgotten.
  void take(std::size_t row, Span span) {
    if (span.finish > end_) reach(span.finish);
    for (Cycle at = span.start; at < span.finish;) {
      const Cycle bits = std::min(kBits - at % kBits, span.finish - at);
      const std::size_t column = column_of(at);
      std::uint64_t& word = words_[column * rows_ + row];
      if (word == 0 && !is_dense(column)) used_[column].push_back(static_cast<std::uint32_t>(row));
      word |= low_bits<std::uint64_t>(bits) << at % kBits;
      at += bits;
    }
  }

 private:
  static constexpr Cycle kBits = 64;
  static constexpr std::size_t kFewestColumns = 4;

  std::size_t columns() const { return mask_ + 1; }
  std::size_t column_of(Cycle at) const { return at / kBits & mask_; }
  std::uint64_t word(std::size_t row, Cycle at) const {
    return at < end_ ? words_[column_of(at) * rows_ + row] : 0;
  }
  /// Bit i: whether cycle `at` + i is taken.
  std::uint64_t ahead(std::size_t row, Cycle at) const {
    const Cycle bits = at % kBits;
    return word(row, at) >> bits | word(row, at + kBits) << 1 << (kBits - 1 - bits);
  }

  bool is_dense(std::size_t column) const { return used_[column].size() > rows_ / 8; }
  /// Word by word where there are few: a large network that is nearly idle is not to be swept for a packet.
  void clear(std::size_t column) {
    std::uint64_t* const words = words_.data() + column * rows_;
    if (is_dense(column)) std::fill_n(words, rows_, 0);
    for (const std::uint32_t row : used_[column]) words[row] = 0;
    used_[column].clear();
  }

  void reach(Cycle end) {
    end_ = (end + kBits - 1) / kBits * kBits;
    const std::size_t needed = (end_ - begin_) / kBits;
    if (needed <= columns()) return;
    std::vector<std::uint64_t> more(std::bit_ceil(needed) * rows_);
    std::vector<std::vector<std::uint32_t>> used(std::bit_ceil(needed));
    const std::size_t mask = used.size() - 1;
    for (std::size_t n = 0; n < columns(); ++n) {
      const Cycle at = begin_ + n * kBits;
      const std::size_t column = at / kBits & mask;
      std::copy_n(words_.begin() + static_cast<std::ptrdiff_t>(column_of(at) * rows_), rows_,
                  more.begin() + static_cast<std::ptrdiff_t>(column * rows_));
      used[column] = std::move(used_[column_of(at)]);
    }
    words_ = std::move(more);
    used_ = std::move(used);
    mask_ = mask;
  }

  std::size_t rows_;
  std::size_t mask_ = kFewestColumns - 1;
  Cycle begin_ = 0;                   ///< First cycle of the first column.
  Cycle end_ = 0;                     ///< Behind the last column that anything is in.
  std::vector<std::uint64_t> words_;  ///< [cycle / 64 modulo the columns][row]
  std::vector<std::vector<std::uint32_t>>
      used_;  ///< [column]: rows that are not 0; not all if they are many.
};

}  // namespace switchyard
