#include "hw/config/config_node.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

#include "hw/config/config_state.h"
#include "hw/config/renamed.h"

namespace switchyard {
namespace {

using Kind = ConfigTree::Kind;

/// A value as messages show it: one line, whatever it is.
std::string shown(const std::string& text) {
  const std::size_t line_end = text.find('\n');
  return line_end == std::string::npos ? text : text.substr(0, line_end) + "...";
}

template <class Number>
std::string number_text(Number number) {
  char buffer[32];  // The shortest form of a double is at most 24 characters.
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr};
}

/// The ends of a type, which are no bounds.
template <class Number>
constexpr Number kTop = std::numeric_limits<Number>::max();
template <>
constexpr double kTop<double> = std::numeric_limits<double>::infinity();
template <class Number>
constexpr Number kBottom = std::numeric_limits<Number>::lowest();
template <>
constexpr double kBottom<double> = -std::numeric_limits<double>::infinity();

/// `2..16`, or `>= 1` if the other end is the end of the type.
template <class Number>
std::string range_text(Number min, Number max) {
  if (max == kTop<Number>) return ">= " + number_text(min);
  if (min == kBottom<Number>) return "<= " + number_text(max);
  return number_text(min) + ".." + number_text(max);
}

template <class Number>
ValueShape number_shape(ValueShape::Kind kind, Number min, Number max) {
  return {kind, min == kBottom<Number> ? "" : number_text(min), max == kTop<Number> ? "" : number_text(max)};
}

/// What the whole of a text reads as, if a number.
template <class Number>
struct Reading {
  Number value = 0;
  bool is_number = false;
  bool fits = false;  ///< In the type.
};

template <class Number>
Reading<Number> read_number(const std::string& text) {
  Reading<Number> reading;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, reading.value);
  reading.fits = error == std::errc();
  reading.is_number = stop == end && error != std::errc::invalid_argument;
  return reading;
}

/// With the values and the default of the reader, unless it says others.
KeyMeaning completed(KeyMeaning says, const std::string& values, const std::string& fallback = {}) {
  if (says.values.empty()) says.values = values;
  if (says.fallback.empty()) says.fallback = fallback;
  return says;
}

}  // namespace

std::string text_of(IntRange range) { return range_text(range.min, range.max); }

std::string text_of(RealRange range) { return range_text(range.min, range.max); }

ValueShape shape_of(IntRange range) {
  return number_shape(ValueShape::Kind::WholeNumber, range.min, range.max);
}

ValueShape list_of(IntRange range) {
  return number_shape(ValueShape::Kind::WholeNumbers, range.min, range.max);
}

ValueShape shape_of(std::span<const std::string> words) {
  return {.kind = ValueShape::Kind::Word, .words = {words.begin(), words.end()}};
}

ValueShape word_shape(const std::string& word) { return {.kind = ValueShape::Kind::Word, .words = {word}}; }

ValueShape shape_of(RealRange range) { return number_shape(ValueShape::Kind::Number, range.min, range.max); }

std::string comma_list(std::span<const std::string> names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

ConfigNode::ConfigNode(ConfigDocument::State* state, ConfigTree* tree, ConfigTree* parent, std::string path)
    : state_(state), tree_(tree), parent_(parent), path_(std::move(path)) {}

bool ConfigNode::is_map() const { return exists() && tree_->kind == Kind::Map; }
bool ConfigNode::is_list() const { return exists() && tree_->kind == Kind::List; }
bool ConfigNode::is_scalar() const { return exists() && tree_->kind == Kind::Scalar; }

ConfigNode ConfigNode::child(std::string_view key) const {
  ConfigTree* found = nullptr;
  if (exists()) {
    if (is_map()) {
      tree_->ask(key);
      found = tree_->find(key);
    } else if (has_value()) {
      fail_kind("a map");
    }
  }
  return ConfigNode(state_, found, exists() ? tree_ : parent_, path_of_key(path_, key));
}

ConfigNode ConfigNode::child(std::string_view key, const KeyMeaning& says,
                             const std::vector<ValueShape>& accepts) const {
  state(key, {.says = says, .accepts = accepts});
  return child(key);
}

/// Keeps what is said of a key, if anything.
void ConfigNode::state(std::string_view key, StatedKey stated) const {
  if (stated.says.meaning.empty()) return;
  stated.path = path_of_key(path_, key);
  stated.section = state_->section;
  stated.kind = state_->kind;
  state_->stated_keys.push_back(std::move(stated));
}

bool ConfigNode::has(std::string_view key) const { return is_map() && tree_->find(key) != nullptr; }

std::vector<ConfigNode> ConfigNode::items() const {
  std::vector<ConfigNode> nodes;
  if (is_list()) {
    for (const auto& element : tree_->children) {
      nodes.push_back(ConfigNode(state_, element.get(), tree_, element->path));
    }
  } else if (exists() && has_value()) {
    fail_kind("a list");
  }
  return nodes;
}

std::int64_t ConfigNode::as_integer(IntRange range) const { return whole_number(range, ""); }

std::optional<std::int64_t> ConfigNode::as_integer_or(std::string_view word, IntRange range) const {
  if (is_scalar() && tree_->text == word) return std::nullopt;
  return whole_number(range, " or " + std::string(word));
}

/// `or_word` ends every message.
std::int64_t ConfigNode::whole_number(IntRange range, const std::string& or_word) const {
  const std::string* text = scalar("a whole number" + or_word);
  if (text == nullptr) return range.min;
  const auto [value, is_number, fits] = read_number<std::int64_t>(*text);
  if (!is_number) {
    fail_kind("a whole number" + or_word);
  } else if (!fits || value < range.min || value > range.max) {
    fail(path_ + " = " + *text + " is out of range: " + text_of(range) + or_word);
  } else {
    return value;
  }
  return range.min;
}

double ConfigNode::as_real(RealRange range) const {
  const std::string* text = scalar("a number");
  if (text == nullptr) return range.min;
  const auto [value, is_number, fits] = read_number<double>(*text);
  if (!is_number || !std::isfinite(value)) {  // It also reads `inf` and `nan`.
    fail_kind("a number");
  } else if (!fits || value < range.min || value > range.max) {
    fail(path_ + " = " + *text + " is out of range: " + text_of(range));
  } else {
    return value;
  }
  return range.min;
}

double ConfigNode::as_share(RealRange range) const {
  const std::string* text = scalar("a number or a percentage");
  if (text == nullptr) return range.min;
  std::string_view digits = *text;
  const bool in_percent = digits.ends_with('%');
  if (in_percent) {
    digits.remove_suffix(1);
    while (digits.ends_with(' ')) digits.remove_suffix(1);
  }
  const auto [number, is_number, fits] = read_number<double>(std::string(digits));
  const double value = in_percent ? number / 100 : number;
  if (!is_number || !std::isfinite(number)) {
    fail_kind("a number or a percentage");
  } else if (!fits || value < range.min || value > range.max) {
    fail(path_ + " = " + *text + " is out of range: " + text_of(range));
  } else {
    return value;
  }
  return range.min;
}

bool ConfigNode::as_bool() const {
  const std::string* text = scalar("true or false");
  if (text != nullptr && *text != "true" && *text != "false") fail_kind("true or false");
  return text != nullptr && *text == "true";
}

std::string ConfigNode::as_string() const {
  const std::string* text = scalar("text");
  return text == nullptr ? std::string() : *text;
}

std::optional<std::size_t> ConfigNode::as_choice(std::span<const std::string> names) const {
  const std::string one_of = "one of " + comma_list(names);
  const std::string* text = scalar(one_of, "; " + one_of);
  if (text == nullptr) return std::nullopt;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (*text == names[i]) return i;
  }
  if (const std::string now(new_name_of(path_, *text)); std::count(names.begin(), names.end(), now) != 0) {
    fail(path_ + " = " + *text + " is called " + now + " now");
    return std::nullopt;
  }
  const std::string nearest = nearest_name(*text, names);
  fail_kind(nearest.empty() ? one_of : one_of + "; did you mean '" + nearest + "'?");
  return std::nullopt;
}

std::int64_t ConfigNode::integer(std::string_view key, IntRange range, const KeyMeaning& says) const {
  state(key, {.says = completed(says, text_of(range)), .accepts = {shape_of(range)}});
  return child(key).as_integer(range);
}

std::int64_t ConfigNode::integer(std::string_view key, IntRange range, std::int64_t fallback,
                                 const KeyMeaning& says) const {
  state(key, {.says = completed(says, text_of(range), number_text(fallback)), .accepts = {shape_of(range)}});
  const ConfigNode value = child(key);
  return value.exists() ? value.as_integer(range) : fallback;
}

double ConfigNode::real(std::string_view key, RealRange range, const KeyMeaning& says) const {
  state(key, {.says = completed(says, text_of(range)), .accepts = {shape_of(range)}});
  return child(key).as_real(range);
}

double ConfigNode::real(std::string_view key, RealRange range, double fallback,
                        const KeyMeaning& says) const {
  state(key, {.says = completed(says, text_of(range), number_text(fallback)), .accepts = {shape_of(range)}});
  const ConfigNode value = child(key);
  return value.exists() ? value.as_real(range) : fallback;
}

bool ConfigNode::boolean(std::string_view key, bool fallback, const KeyMeaning& says) const {
  state(key, {.says = completed(says, "true, false", fallback ? "true" : "false"),
              .accepts = {{ValueShape::Kind::Truth}}});
  const ConfigNode value = child(key);
  return value.exists() ? value.as_bool() : fallback;
}

std::string ConfigNode::string(std::string_view key, const KeyMeaning& says) const {
  state(key, {.says = completed(says, "text"), .accepts = {{ValueShape::Kind::Text}}});
  return child(key).as_string();
}

std::string ConfigNode::string(std::string_view key, const std::string& fallback,
                               const KeyMeaning& says) const {
  state(key, {.says = completed(says, "text", fallback), .accepts = {{ValueShape::Kind::Text}}});
  const ConfigNode value = child(key);
  return value.exists() ? value.as_string() : fallback;
}

std::optional<std::size_t> ConfigNode::choice(std::string_view key, std::span<const std::string> names,
                                              const KeyMeaning& says) const {
  state(key, {.says = completed(says, comma_list(names)), .accepts = {shape_of(names)}});
  return child(key).as_choice(names);
}

std::size_t ConfigNode::choice(std::string_view key, std::span<const std::string> names, std::size_t fallback,
                               const KeyMeaning& says) const {
  state(key, {.says = completed(says, comma_list(names), names[fallback]), .accepts = {shape_of(names)}});
  const ConfigNode value = child(key);
  return value.exists() ? value.as_choice(names).value_or(fallback) : fallback;
}

std::vector<std::int64_t> ConfigNode::integers(std::string_view key, IntRange range,
                                               const KeyMeaning& says) const {
  state(key, {.says = completed(says, "a list of " + text_of(range)), .accepts = {list_of(range)}});
  const ConfigNode list = child(key);
  std::vector<std::int64_t> values;
  if (!list.has_value()) return values;
  for (const ConfigNode& element : list.items()) values.push_back(element.as_integer(range));
  if (list.is_list() && values.empty()) list.fail(list.path_ + " is empty");
  return values;
}

std::filesystem::path ConfigNode::as_file() const {
  const std::string* name = scalar("the name of a file");
  if (name == nullptr) return {};
  std::filesystem::path file = tree_->value_place.source->directory / *name;
  if (const std::string why = why_unreadable(file); !why.empty()) {
    fail(path_ + " = '" + shown(*name) + "' cannot be read: " + why);
  } else {
    tree_->text = std::filesystem::absolute(file).lexically_normal().string();
    state_->files.emplace_back(tree_->text);
  }
  return file;
}

void ConfigNode::fail(const std::string& message) const {
  state_->faults.add(exists() ? tree_->place() : parent_->key_place, path_, message);
}

void ConfigNode::ignore() const {
  if (exists()) tree_->ignored = true;
}

bool ConfigNode::sound() const { return !state_->faults.any_at_or_below(path_); }

/// True if there is something to read; else a fault, ended by `hint`.
bool ConfigNode::has_value(const std::string& hint) const {
  if (exists() && tree_->kind != Kind::Null) return true;
  // What should hold the value is not a map, which child() has reported: then this is no news.
  const bool could_be_here = exists() || parent_->kind == Kind::Map;
  if (could_be_here) fail(path_ + (exists() ? " is empty" : " is missing") + hint);
  return false;
}

/// The text of a scalar; null, and a fault, for everything else.
const std::string* ConfigNode::scalar(const std::string& expected, const std::string& hint) const {
  if (!has_value(hint)) return nullptr;
  if (is_scalar()) return &tree_->text;
  fail_kind(expected);
  return nullptr;
}

/// Records that the value is not `expected`.
void ConfigNode::fail_kind(const std::string& expected) const {
  ignore();  // Whatever is below was not meant to be there: one fault is enough.
  if (is_scalar()) {
    fail(path_ + " = '" + shown(tree_->text) + "' is not " + expected);
  } else {
    fail(path_ + (is_map() ? " is a map, not " : " is a list, not ") + expected);
  }
}

KeysOfKind::KeysOfKind(const ConfigNode& anywhere, const std::string& section, const std::string& kind)
    : state_(*anywhere.state_),
      section_before_(std::exchange(state_.section, section)),
      kind_before_(std::exchange(state_.kind, kind)) {}

KeysOfKind::~KeysOfKind() {
  state_.section = section_before_;
  state_.kind = kind_before_;
}

}  // namespace switchyard
