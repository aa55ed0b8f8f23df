#include "hw/config/data_file.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

namespace switchyard {
namespace {

constexpr std::size_t kMaxFaults = 20;
constexpr std::string_view kWhiteSpace = " \t\r";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
  return text;
}

}  // namespace

DataFile::DataFile(std::istream& text, std::string name, std::vector<std::string> columns,
                   std::vector<std::string>& faults)
    : text_(text), name_(std::move(name)), columns_(std::move(columns)), faults_(faults) {}

bool DataFile::next() {
  if (!std::exchange(again_, false) && !advance()) return false;
  if (fields_.size() > columns_.size())
    fail(columns_.size(), "'" + std::string(fields_[columns_.size()].text) + "' is one field too many");
  return true;
}

bool DataFile::begins_with_header() {
  if (!advance()) return false;
  again_ = record() != joined(columns_);
  return !again_;
}

bool DataFile::advance() {
  fields_.clear();
  while (faults_.size() < kMaxFaults && std::getline(text_, line_)) {
    ++line_number_;
    if (line_number_ == 1 && line_.starts_with(kByteOrderMark)) line_.erase(0, kByteOrderMark.size());
    split();
    if (!fields_.empty()) return true;
  }
  return false;
}

std::string DataFile::record() const {
  std::string record;
  for (const Field& field : fields_) record += (record.empty() ? "" : ",") + std::string(field.text);
  return record;
}

std::optional<std::string_view> DataFile::field(std::size_t column) {
  if (column < fields_.size()) return fields_[column].text;
  fail(column, columns_[column] + " is missing");
  return std::nullopt;
}

bool DataFile::next_is_header(const std::vector<std::string>& optional) {
  const std::vector<std::string> required = columns_;
  columns_.insert(columns_.end(), optional.begin(), optional.end());
  std::vector<std::string> found;
  if (next()) {
    for (const Field& field : fields_) found.emplace_back(field.text);
  }
  bool good = found.size() >= required.size();
  for (std::size_t i = 0; i < found.size() && good; ++i) {
    const auto first_of_name = std::find(found.begin(), found.end(), found[i]) - found.begin();
    const bool known = i < required.size()
                           ? found[i] == required[i]
                           : std::find(optional.begin(), optional.end(), found[i]) != optional.end();
    good = known && first_of_name == static_cast<std::ptrdiff_t>(i);
  }
  if (!good)
    fail(0, "the first line must be the header " + joined(required) +
                (optional.empty() ? "" : ", and behind it any of " + joined(optional)));
  columns_ = good ? found : required;
  return good;
}

std::optional<std::size_t> DataFile::column(std::string_view name) const {
  const auto found = std::find(columns_.begin(), columns_.end(), name);
  if (found == columns_.end()) return std::nullopt;
  return found - columns_.begin();
}

std::optional<std::int64_t> DataFile::number_or(std::optional<std::size_t> column, IntRange range,
                                                std::int64_t fallback) {
  return text(column).empty() ? fallback : number(*column, range);
}

std::string_view DataFile::text(std::optional<std::size_t> column) const {
  return column && *column < fields_.size() ? fields_[*column].text : std::string_view();
}

std::optional<std::int64_t> DataFile::number(std::size_t column, IntRange range) {
  const std::optional<std::string_view> text = field(column);
  if (!text) return std::nullopt;
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (stop != text->data() + text->size() || error == std::errc::invalid_argument) {
    fail(column, columns_[column] + " = '" + std::string(*text) + "' is not a whole number");
  } else if (error != std::errc() || value < range.min || value > range.max) {
    fail_range(column, std::to_string(range.min) + ".." + std::to_string(range.max));
  } else {
    return value;
  }
  return std::nullopt;
}

std::optional<double> DataFile::real(std::size_t column, RealRange range) {
  const std::optional<std::string_view> text = field(column);
  if (!text) return std::nullopt;
  double value = 0;
  const auto [stop, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (stop != text->data() + text->size() || error == std::errc::invalid_argument) {
    fail(column, columns_[column] + " = '" + std::string(*text) + "' is not a number");
  } else if (error != std::errc() || !(value >= range.min && value <= range.max)) {
    fail_range(column, text_of(range));
  } else {
    return value;
  }
  return std::nullopt;
}

void DataFile::fail_range(std::size_t column, const std::string& range) {
  fail(column, columns_[column] + " = " + std::string(fields_[column].text) + " is out of range: " + range);
}

std::string DataFile::required_text(std::size_t column) {
  if (has(column)) return std::string(fields_[column].text);
  fail(column, columns_[column] + " is missing");
  return {};
}

std::optional<std::size_t> DataFile::choice(std::size_t column, std::span<const std::string_view> words) {
  const std::string found = required_text(column);
  if (found.empty()) return std::nullopt;
  const auto word = std::find(words.begin(), words.end(), found);
  if (word != words.end()) return word - words.begin();
  std::string list;
  for (const std::string_view each : words) list.append(list.empty() ? "" : ", ").append(each);
  fail(column, columns_[column] + " = '" + found + "' is not one of " + list);
  return std::nullopt;
}

void DataFile::fail(std::size_t column, const std::string& message) {
  const std::size_t begin = column < fields_.size() ? fields_[column].begin : line_.size();
  const std::int64_t line = std::max<std::int64_t>(line_number_, 1);  // An empty file has no line.
  faults_.push_back(name_ + ':' + std::to_string(line) + ':' + std::to_string(begin + 1) +
                    ": error: " + message);
}

void DataFile::split() {
  fields_.clear();
  line_.resize(std::min(line_.find('#'), line_.size()));
  line_.resize(line_.find_last_not_of(kWhiteSpace) + 1);
  if (line_.empty()) return;
  for (std::size_t begin = 0; begin <= line_.size();) {
    const std::size_t end = std::min(line_.find(',', begin), line_.size());
    const std::size_t first = std::min(line_.find_first_not_of(kWhiteSpace, begin), end);
    const std::string_view padded = std::string_view(line_).substr(first, end - first);
    fields_.push_back({padded.substr(0, padded.find_last_not_of(kWhiteSpace) + 1), first});
    begin = end + 1;
  }
}

void report(const std::vector<std::string>& faults, const ConfigNode& name) {
  for (const std::string& fault : faults) name.fail(name.path() + ": " + fault);
}

}  // namespace switchyard
