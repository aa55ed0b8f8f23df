#include "tests/support/document.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace switchyard {
namespace {

const std::string kGap = "...";
const std::string kPrompt = "$ ";
const std::string kFence = "```";

std::string trimmed(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  return begin == std::string::npos ? "" : line.substr(begin, line.find_last_not_of(' ') + 1 - begin);
}

/// The status in the comment behind a command.
int status_of(const std::string& line) {
  std::smatch match;
  const std::regex status(" # .*status ([0-9]+)$");
  return std::regex_search(line, match, status) ? std::stoi(match[1]) : 0;
}

DocumentBlock read_block(std::istream& file, const std::string& language, std::size_t& number) {
  DocumentBlock block;
  block.line = number;
  std::smatch name;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line == kFence) return block;
    if (language == "yaml" && block.text.empty() &&
        std::regex_match(line, name, std::regex("# (\\w+\\.yaml)")))
      block.file = name[1];
    block.text += line + '\n';
    const bool continues = !block.commands.empty() && block.commands.back().line.ends_with('\\');
    if (language != "console") {
      block.others.push_back(line);
    } else if (line.starts_with(kPrompt)) {
      block.commands.push_back({line.substr(kPrompt.size()), status_of(line), {}});
    } else if (continues) {
      block.commands.back().line.back() = '\n';
      block.commands.back().line.insert(block.commands.back().line.size() - 1, "\\");
      block.commands.back().line += line;
      block.commands.back().status = status_of(line);
    } else if (block.commands.empty()) {
      throw std::runtime_error(std::to_string(number) + ": a console block begins with a command");
    } else {
      block.commands.back().output.push_back(line);
    }
  }
  throw std::runtime_error(std::to_string(block.line) + ": the block does not end");
}

/// The line without what no two runs have in common.
std::string without_times(const std::string& line) {
  static const std::regex kTime(" *[0-9]+(?:\\.[0-9]+)?( s\\b| cycles/s| ns per | MB\\b|  same$)");
  return std::regex_replace(line, kTime, " #$1");
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool same_line(const std::string& shown, const std::string& printed) {
  const std::size_t gap = shown.find(kGap);
  if (gap == std::string::npos) return shown == printed;
  if (printed.compare(0, gap, shown, 0, gap) != 0) return false;
  const std::string rest = shown.substr(gap + kGap.size());
  for (std::size_t at = gap; at <= printed.size(); ++at) {
    if (same_line(rest, printed.substr(at))) return true;
  }
  return false;
}

}  // namespace

Document read_document(const std::filesystem::path& file) {
  Document document;
  std::ifstream stream(file);
  if (!stream) throw std::runtime_error(file.string() + " cannot be read");
  std::string made;
  std::size_t number = 0;
  std::smatch match;
  const std::regex picture("<!-- picture: (\\S+) -->");
  const std::regex image("!\\[[^\\]]*\\]\\((\\S+)\\)");
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (line.starts_with(kFence)) {
      document.blocks.push_back(read_block(stream, line.substr(kFence.size()), number));
    } else if (std::regex_match(line, match, picture)) {
      made = match[1];
    } else if (!made.empty()) {
      if (!std::regex_match(line, match, image))
        throw std::runtime_error(std::to_string(number) + ": there is no picture below its comment");
      document.pictures.emplace_back(made, match[1]);
      made.clear();
    }
  }
  return document;
}

std::optional<std::string> untrue_line(const std::vector<std::string>& shown, const std::string& printed) {
  const std::vector<std::string> lines = lines_of(printed);
  // ends[n]: the first lines shown may be the first n printed.
  std::vector<bool> ends(lines.size() + 1, false);
  ends[0] = true;
  for (const std::string& line : shown) {
    std::vector<bool> next(lines.size() + 1, false);
    bool gap = false;
    for (std::size_t n = 0; n <= lines.size(); ++n) {
      gap = gap || ends[n];
      if (trimmed(line) == kGap) {
        next[n] = gap;
      } else if (n < lines.size() && ends[n]) {
        next[n + 1] = same_line(without_times(line), without_times(lines[n]));
      }
    }
    if (std::find(next.begin(), next.end(), true) == next.end()) return line;
    ends = std::move(next);
  }
  if (shown.empty() || ends[lines.size()]) return std::nullopt;
  return shown.back() + ", behind which more is printed";
}

}  // namespace switchyard
