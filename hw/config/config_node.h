#pragma once

#include <cassert>
#include <concepts>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <cstdint>

#include "hw/config/key_meaning.h"

namespace switchyard {

/// All faults of one configuration, ready to print: one block per fault, in order of place.
///
/// what() reads, for each fault, `file:line:col: error: message`, the source line and a caret.
class ConfigError : public std::runtime_error {
 public:
  explicit ConfigError(const std::string& rendered) : std::runtime_error(rendered) {}
};

template <class T>
concept Enumeration = std::is_enum_v<T>;

struct IntRange {
  std::int64_t min;
  std::int64_t max;
};
struct RealRange {
  double min;
  double max;
};

/// `2..16`, or `>= 1` if the other end is the end of the type.
std::string text_of(IntRange range);
std::string text_of(RealRange range);

ValueShape shape_of(IntRange range);
ValueShape shape_of(RealRange range);
/// One of `words`.
ValueShape shape_of(std::span<const std::string> words);
/// A word beside numbers, as `auto`.
ValueShape word_shape(const std::string& word);
/// Whole numbers, one at least, each in `range`.
ValueShape list_of(IntRange range);

class ConfigNode;
struct ConfigTree;  ///< A parsed value with its marks; private to this folder.

/// One YAML file plus its `--set` overrides. It collects every fault; finish() throws them together.
///
/// Errors: the constructors throw ConfigError for an unreadable file, for broken YAML and if the whole is
///         not a map: there is nothing to read on then. Everything else is recorded, duplicate keys too.
class ConfigDocument {
 public:
  static ConfigDocument from_file(const std::filesystem::path& file);
  static ConfigDocument from_text(const std::string& text, const std::string& file_name);
  ~ConfigDocument();
  ConfigDocument(ConfigDocument&&) noexcept;

  /// Applies `dotted.path=value`; the value is YAML (`8`, `[4, 4]`, `{min: 1, max: 8}`). Missing maps
  /// on the way are made; `null` removes the key, which must be there. Faults in it are placed as `--set
  /// dotted.path=value:1:col`. Call it before reading: it invalidates the nodes below the path.
  void set(std::string_view assignment);

  ConfigNode root();

  /// Records every key that nobody asked for as unknown (with the nearest name that was asked for in
  /// the same map), then throws ConfigError if there is any fault.
  void finish();

  /// Dotted paths of all keys that were asked for, in maps that there are.
  std::vector<std::string> known_keys() const;

  /// All keys whose meaning was stated, whether they are there or not, in order of reading.
  const std::vector<StatedKey>& stated_keys() const;

  /// The configuration after overrides, as YAML that reads back to the same configuration.
  std::string to_yaml() const;

  /// The files that were asked for by ConfigNode::as_file(), with their whole paths.
  const std::vector<std::filesystem::path>& files() const;

  /// Folder of the file: what relative paths inside it are relative to.
  const std::filesystem::path& directory() const;

 private:
  ConfigDocument();
  friend class ConfigNode;
  friend class KeysOfKind;
  struct State;
  std::unique_ptr<State> state_;
};

/// A place in a ConfigDocument: a value that may be absent, and its dotted path.
///
/// The readers record a fault (wrong type, out of range, missing) and return a legal value, so that
/// reading goes on and finds the other faults. Asking for a key makes it a known key.
/// A handle: cheap to copy, valid as long as its document.
class ConfigNode {
 public:
  bool exists() const { return tree_ != nullptr; }
  bool is_map() const;
  bool is_list() const;
  bool is_scalar() const;
  const std::string& path() const { return path_; }

  /// The value under `key`; absent if there is none. Marks the key as known. A fault if this exists and is
  /// not a map.
  ConfigNode child(std::string_view key) const;
  /// The same, of a key of which `values`, `fallback` and what it `accepts` are more than a reader below can
  /// tell.
  ConfigNode child(std::string_view key, const KeyMeaning& says,
                   const std::vector<ValueShape>& accepts = {}) const;
  /// Whether there is a value under `key`, which does not become known by that.
  bool has(std::string_view key) const;
  /// Elements of a list; empty if absent. A fault if this exists and is not a list.
  std::vector<ConfigNode> items() const;

  /// This value itself. Faults: absent, not of the type, out of `range`.
  std::int64_t as_integer(IntRange range) const;
  /// The same, or nullopt if this is `word`, which stands for something that is no number (`auto`,
  /// `unlimited`).
  std::optional<std::int64_t> as_integer_or(std::string_view word, IntRange range) const;
  double as_real(RealRange range) const;
  /// A number, or a percentage: `0.02`, `2 %` or `2%`. `range` is of the number.
  double as_share(RealRange range) const;
  bool as_bool() const;
  std::string as_string() const;
  /// Index into `names` of this scalar; a fault (with the nearest name) and nullopt if none matches.
  std::optional<std::size_t> as_choice(std::span<const std::string> names) const;

  /// The value under `key`, required; or, with a default, optional.
  std::int64_t integer(std::string_view key, IntRange range, const KeyMeaning& says = {}) const;
  std::int64_t integer(std::string_view key, IntRange range, std::int64_t fallback,
                       const KeyMeaning& says = {}) const;
  /// As an `Int`. Precondition: the range is within its values.
  template <std::integral Int>
  Int as_integer(IntRange range) const {
    return within<Int>(range, as_integer(range));
  }
  template <std::integral Int>
  Int integer(std::string_view key, IntRange range, const KeyMeaning& says = {}) const {
    return within<Int>(range, integer(key, range, says));
  }
  template <std::integral Int>
  Int integer(std::string_view key, IntRange range, std::type_identity_t<Int> fallback,
              const KeyMeaning& says = {}) const {
    return within<Int>(range, integer(key, range, static_cast<std::int64_t>(fallback), says));
  }
  double real(std::string_view key, RealRange range, const KeyMeaning& says = {}) const;
  double real(std::string_view key, RealRange range, double fallback, const KeyMeaning& says = {}) const;
  bool boolean(std::string_view key, bool fallback, const KeyMeaning& says = {}) const;
  std::string string(std::string_view key, const KeyMeaning& says = {}) const;
  std::string string(std::string_view key, const std::string& fallback, const KeyMeaning& says = {}) const;
  std::optional<std::size_t> choice(std::string_view key, std::span<const std::string> names,
                                    const KeyMeaning& says = {}) const;
  std::size_t choice(std::string_view key, std::span<const std::string> names, std::size_t fallback,
                     const KeyMeaning& says = {}) const;
  /// The names of an enum's values, from 0.
  template <Enumeration Enum>
  Enum choice(std::string_view key, std::span<const std::string> names, Enum fallback,
              const KeyMeaning& says = {}) const {
    return static_cast<Enum>(choice(key, names, static_cast<std::size_t>(fallback), says));
  }
  /// A required list of integers; a fault if absent, empty, not a list, or an element is at fault.
  std::vector<std::int64_t> integers(std::string_view key, IntRange range, const KeyMeaning& says = {}) const;

  /// A file named by this scalar, relative to the document's folder; a fault if it cannot be read. to_yaml()
  /// gives its absolute path from then on.
  std::filesystem::path as_file() const;

  /// Records a fault at this value, or, if it is absent, at the map that should hold it.
  /// `message` is the whole sentence and names the dotted path.
  void fail(const std::string& message) const;

  /// Marks everything below as known: for a part that cannot be read because of another fault.
  void ignore() const;

  /// True if nothing at or below this place has been recorded as a fault.
  bool sound() const;

 private:
  friend class ConfigDocument;
  friend class KeysOfKind;
  ConfigNode(ConfigDocument::State* state, ConfigTree* tree, ConfigTree* parent, std::string path);

  template <std::integral Int>
  static Int within([[maybe_unused]] IntRange range, std::int64_t value) {
    assert(std::in_range<Int>(range.min) && std::in_range<Int>(range.max));
    return static_cast<Int>(value);
  }

  void state(std::string_view key, StatedKey stated) const;
  bool has_value(const std::string& hint = {}) const;
  const std::string* scalar(const std::string& expected, const std::string& hint = {}) const;
  void fail_kind(const std::string& expected) const;
  std::int64_t whole_number(IntRange range, const std::string& or_word) const;

  ConfigDocument::State* state_;
  ConfigTree* tree_;    ///< Null if absent.
  ConfigTree* parent_;  ///< The nearest map or list around it that exists; null at the root.
  std::string path_;
};

/// As long as it lives, keys are stated by the reader of `section.kind = kind`.
class KeysOfKind {
 public:
  KeysOfKind(const ConfigNode& anywhere, const std::string& section, const std::string& kind);
  ~KeysOfKind();
  KeysOfKind(const KeysOfKind&) = delete;
  KeysOfKind& operator=(const KeysOfKind&) = delete;

 private:
  ConfigDocument::State& state_;
  std::string section_before_, kind_before_;
};

/// The name nearest to `word` by edit distance, if near enough to be meant; else empty.
std::string nearest_name(std::string_view word, std::span<const std::string> names);

}  // namespace switchyard
