#pragma once

#include <istream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/config/config_node.h"

namespace switchyard {

/// Reads a table that a configuration names: one record per line, fields between commas.
///
/// Everything from `#` on is a comment; lines with nothing else are skipped, and so is white space around
/// fields. So is a byte order mark of UTF-8 at the very beginning. Faults are collected as `file:line:col:
/// error: message`, and reading ends after 20 of them.
class DataFile {
 public:
  /// `columns` names the fields of a record. `text` and `faults` must outlive this object.
  DataFile(std::istream& text, std::string name, std::vector<std::string> columns,
           std::vector<std::string>& faults);

  /// Goes to the next record; false if there is none. A fault if it has too many fields.
  bool next();
  /// Goes to the first record, which must hold the names of the columns; else a fault, and false. Any of the
  /// `optional` ones may follow, in any order.
  bool next_is_header(const std::vector<std::string>& optional = {});
  /// Goes to the first record. If it does not hold the names of the columns, next() will find it once more,
  /// and false.
  bool begins_with_header();
  /// The fields of a record from now on.
  void rename_columns(std::vector<std::string> columns) { columns_ = std::move(columns); }
  /// That of this name; nothing if the header has none.
  std::optional<std::size_t> column(std::string_view name) const;

  /// Field `column` of the record; a fault and nullopt if it is missing, not a number or out of range.
  std::optional<std::int64_t> number(std::size_t column, IntRange range);
  /// The same of a number that need not be whole.
  std::optional<double> real(std::size_t column, RealRange range);
  /// A whole one, but `fallback` if it is empty, or if the header has no such column.
  std::optional<std::int64_t> number_or(std::optional<std::size_t> column, IntRange range,
                                        std::int64_t fallback);
  /// Field `column` of the record, as it stands there; empty if it is missing, or if there is no such column.
  std::string_view text(std::optional<std::size_t> column) const;
  /// Whether the record has field `column`, and it is not empty.
  bool has(std::size_t column) const { return column < fields_.size() && !fields_[column].text.empty(); }
  /// Field `column` as it stands; a fault and an empty text if it is missing.
  std::string required_text(std::size_t column);
  /// Field `column`, one of `words`; a fault and nullopt if it is not.
  std::optional<std::size_t> choice(std::size_t column, std::span<const std::string_view> words);

  /// Records a fault at field `column`, or at the end of the line if there is no such field.
  void fail(std::size_t column, const std::string& message);
  /// Of the record; the first is 1.
  std::int64_t line() const { return line_number_; }
  std::size_t fields() const { return fields_.size(); }
  bool sound() const { return faults_.empty(); }

 private:
  struct Field {
    std::string_view text;
    std::size_t begin;  ///< In the line.
  };
  bool advance();
  void split();
  std::string record() const;
  /// Field `column`; a fault and nullopt if it is missing.
  std::optional<std::string_view> field(std::size_t column);
  void fail_range(std::size_t column, const std::string& range);

  std::istream& text_;
  std::string name_;
  std::vector<std::string> columns_;
  std::vector<std::string>& faults_;
  std::string line_;
  std::int64_t line_number_ = 0;
  std::vector<Field> fields_;  ///< Of line_.
  bool again_ = false;         ///< The record is that which next() is to find.
};

/// Records faults of the file that `name` names, at `name`.
void report(const std::vector<std::string>& faults, const ConfigNode& name);

}  // namespace switchyard
