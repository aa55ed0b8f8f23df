#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <cstddef>

namespace switchyard {

/// A text that configuration comes from: a file, or one `--set` assignment.
struct Source {
  /// Normalizes `raw`: no byte-order mark, lines end with '\n'.
  Source(std::size_t source_order, std::string source_name, std::string_view raw, std::filesystem::path base);

  std::size_t order;  ///< Files come before overrides, and those in the order given.
  std::string name;   ///< The `file` part of a message.
  std::string text;
  std::filesystem::path directory;  ///< What a relative path in this text is relative to.
};

/// Line and column count from 1. The column counts bytes, as parsers do; messages count characters.
struct Place {
  const Source* source = nullptr;
  int line = 1;
  int column = 1;
};

/// `place`, or the end of the last line with text if that comes first: where something missing at the end of
/// a text was expected.
Place within_text(const Place& place);

/// What is wrong with one configuration. Knows each fault once, however often it is found.
class FaultList {
 public:
  /// `path` is the dotted path of the faulty value.
  void add(const Place& place, const std::string& path, const std::string& message);

  bool empty() const { return faults_.empty(); }
  bool any_at_or_below(const std::string& path) const;

  /// One block per fault, in order of place: `file:line:col: error: message`, the source line, a caret.
  std::string render() const;

 private:
  struct Fault {
    Place place;
    std::string path;
    std::string message;
  };
  std::vector<Fault> faults_;
};

}  // namespace switchyard
