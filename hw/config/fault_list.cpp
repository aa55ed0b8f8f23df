#include "hw/config/fault_list.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace switchyard {
namespace {

auto order_of(const Place& place) { return std::tuple(place.source->order, place.line, place.column); }

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

std::string_view line_of(const Place& place) {
  std::string_view rest = place.source->text;
  for (int line = 1; line < place.line; ++line) rest.remove_prefix(rest.find('\n') + 1);
  return rest.substr(0, rest.find('\n'));
}

/// One white space for each character before the place. Tabs stay tabs: their width is the reader's choice.
std::string caret_indent(std::string_view line, int column) {
  std::string indent;
  for (const char byte : line.substr(0, column - 1)) {
    if (!continues_character(byte)) indent += byte == '\t' ? '\t' : ' ';
  }
  return indent;
}

std::string block(const Place& place, const std::string& message) {
  const std::string line(line_of(place));
  const std::string number = std::to_string(place.line);
  const std::string indent = caret_indent(line, place.column);
  std::string header =
      place.source->name + ':' + number + ':' + std::to_string(indent.size() + 1) + ": error: " + message;
  if (line.empty()) return header;
  const std::string gutter(number.size(), ' ');
  return header + "\n  " + number + " | " + line + "\n  " + gutter + " | " + indent + '^';
}

}  // namespace

Source::Source(std::size_t source_order, std::string source_name, std::string_view raw,
               std::filesystem::path base)
    : order(source_order), name(std::move(source_name)), directory(std::move(base)) {
  if (raw.starts_with("\xEF\xBB\xBF")) raw.remove_prefix(3);
  text.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const bool first_of_pair = raw.substr(i).starts_with("\r\n");
    if (!first_of_pair) text += raw[i] == '\r' ? '\n' : raw[i];
  }
}

Place within_text(const Place& place) {
  std::string_view text = place.source->text;
  text = text.substr(0, text.find_last_not_of(" \t\n") + 1);
  Place end{place.source, 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n')), 1};
  end.column += static_cast<int>(text.size() - (text.rfind('\n') + 1));
  return order_of(end) < order_of(place) ? end : place;
}

void FaultList::add(const Place& place, const std::string& path, const std::string& message) {
  const bool known = std::any_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
    return order_of(fault.place) == order_of(place) && fault.message == message;
  });
  if (!known) faults_.push_back({place, path, message});
}

bool FaultList::any_at_or_below(const std::string& path) const {
  return std::any_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
    const std::string_view at = fault.path;
    if (path.empty() || at == path) return true;
    return at.starts_with(path) && (at[path.size()] == '.' || at[path.size()] == '[');
  });
}

std::string FaultList::render() const {
  std::vector<Fault> sorted = faults_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Fault& a, const Fault& b) { return order_of(a.place) < order_of(b.place); });
  std::string rendered;
  for (const Fault& fault : sorted) {
    if (!rendered.empty()) rendered += '\n';
    rendered += block(fault.place, fault.message);
  }
  return rendered;
}

}  // namespace switchyard
