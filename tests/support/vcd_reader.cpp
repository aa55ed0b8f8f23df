#include "tests/support/vcd_reader.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace switchyard {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error("not a value change dump: " + what);
}

class Parser {
 public:
  explicit Parser(std::string_view text) : words_(std::string(text)) {}

  VcdDump parse() {
    for (std::string word; next(word);) {
      if (definitions_) {
        declaration(word);
      } else {
        simulation(word);
      }
    }
    if (definitions_) fail("no $enddefinitions");
    if (in_dump_) fail("no $end after $dumpvars");
    for (auto& [code, variable] : by_code_) {
      for (const std::string& name : names_[code]) dump_.variables[name] = variable;
    }
    return std::move(dump_);
  }

 private:
  bool next(std::string& word) { return static_cast<bool>(words_ >> word); }

  /// The words up to `$end`.
  std::vector<std::string> command() {
    std::vector<std::string> words;
    for (std::string word; next(word); words.push_back(word)) {
      if (word == "$end") return words;
    }
    fail("no $end");
  }

  void declaration(const std::string& keyword) {
    const std::vector<std::string> words = command();
    if (keyword == "$scope") {
      if (words.size() != 2) fail("$scope takes a type and a name");
      scopes_.push_back(words[1]);
      if (!dump_.scopes.insert(joined(scopes_)).second) fail("scope " + joined(scopes_) + " twice");
    } else if (keyword == "$upscope") {
      if (!words.empty() || scopes_.empty()) fail("$upscope without a scope");
      scopes_.pop_back();
    } else if (keyword == "$var") {
      variable(words);
    } else if (keyword == "$timescale") {
      for (const std::string& word : words) dump_.timescale += word;
      const auto unit = std::find_if(dump_.timescale.begin(), dump_.timescale.end(),
                                     [](unsigned char c) { return !std::isdigit(c); });
      dump_.timescale.insert(unit, ' ');
    } else if (keyword == "$enddefinitions") {
      if (!words.empty() || !scopes_.empty()) fail("$enddefinitions inside a scope");
      definitions_ = false;
    } else if (keyword != "$comment" && keyword != "$date" && keyword != "$version") {
      fail("unknown declaration " + keyword);
    }
  }

  /// $var var_type size identifier_code reference $end; the range of a reference may stand apart.
  void variable(const std::vector<std::string>& words) {
    if (words.size() != 4 && words.size() != 5) fail("$var takes a type, a size, a code and a reference");
    const int width = std::stoi(words[1]);
    std::string name = words[3];
    std::string range = words.size() == 5 ? words[4] : "";
    if (const std::size_t bracket = name.find('['); bracket != std::string::npos) {
      range = name.substr(bracket);
      name.resize(bracket);
    }
    if (!range.empty()) {
      const std::size_t colon = range.find(':');
      const int msb = std::stoi(range.substr(1));
      const int lsb = colon == std::string::npos ? msb : std::stoi(range.substr(colon + 1));
      if (msb - lsb + 1 != width) fail(name + range + " is not " + words[1] + " bits wide");
    }
    scopes_.push_back(name);
    const std::string path = joined(scopes_);
    scopes_.pop_back();
    if (!all_names_.insert(path).second) fail("variable " + path + " twice");
    for (const char c : words[2]) {
      if (c < '!' || c > '~') fail("identifier code " + words[2]);
    }
    const bool first = names_[words[2]].empty();
    if (!first && by_code_[words[2]].width != width) fail("two widths of code " + words[2]);
    by_code_[words[2]].width = width;
    names_[words[2]].push_back(path);
  }

  void simulation(const std::string& word) {
    if (word == "$dumpvars") {
      if (in_dump_) fail("$dumpvars inside $dumpvars");
      in_dump_ = true;
    } else if (word == "$end") {
      if (!in_dump_) fail("$end of nothing");
      in_dump_ = false;
    } else if (word == "$comment") {
      command();
    } else if (word[0] == '#') {
      const std::uint64_t time = std::stoull(word.substr(1));
      if (!dump_.times.empty() && time <= dump_.times.back()) fail("time goes back at " + word);
      dump_.times.push_back(time);
    } else if (word[0] == 'b' || word[0] == 'B') {
      std::string code;
      if (!next(code)) fail("a vector without its code");
      change(code, word.substr(1));
    } else {
      change(word.substr(1), word.substr(0, 1));
    }
  }

  void change(const std::string& code, std::string bits) {
    const auto found = by_code_.find(code);
    if (found == by_code_.end()) fail("code " + code + " is not declared");
    if (dump_.times.empty()) fail("a value before the first time");
    if (bits.empty() || bits.find_first_not_of("01xXzZ") != std::string::npos)
      fail("value " + bits + " of " + code);
    std::transform(bits.begin(), bits.end(), bits.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto width = static_cast<std::size_t>(found->second.width);
    if (bits.size() > width) fail("value " + bits + " of " + code + " is too wide");
    bits.insert(0, width - bits.size(),
                bits[0] == '1' ? '0' : bits[0]);  // Table 18-1: x and z extend, 1 does not.
    auto& changes = found->second.changes;
    if (!changes.empty() && changes.back().first == dump_.times.back())
      fail("two values of " + code + " at one time");
    changes.emplace_back(dump_.times.back(), bits);
  }

  static std::string joined(const std::vector<std::string>& names) {
    std::string path;
    for (const std::string& name : names) path += (path.empty() ? "" : ".") + name;
    return path;
  }

  std::istringstream words_;
  VcdDump dump_;
  bool definitions_ = true;
  bool in_dump_ = false;
  std::vector<std::string> scopes_;
  std::set<std::string> all_names_;
  std::map<std::string, VcdDump::Variable> by_code_;
  std::map<std::string, std::vector<std::string>> names_;
};

}  // namespace

VcdDump VcdDump::read(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  return parse(std::string(std::istreambuf_iterator<char>(stream), {}));
}

VcdDump VcdDump::parse(std::string_view text) { return Parser(text).parse(); }

const VcdDump::Variable& VcdDump::variable(const std::string& name) const {
  const auto found = variables.find(name);
  if (found == variables.end()) throw std::runtime_error("the dump has no variable " + name);
  return found->second;
}

const std::string& VcdDump::bits(const std::string& name, std::uint64_t time) const {
  const auto& changes = variable(name).changes;
  const auto after = std::upper_bound(changes.begin(), changes.end(), time,
                                      [](std::uint64_t t, const auto& change) { return t < change.first; });
  if (after == changes.begin())
    throw std::runtime_error(name + " has no value yet at " + std::to_string(time));
  return std::prev(after)->second;
}

std::optional<std::uint64_t> VcdDump::number(const std::string& name, std::uint64_t time) const {
  const std::string& value = bits(name, time);
  if (value.find_first_not_of("01") != std::string::npos) return std::nullopt;
  return std::stoull(value, nullptr, 2);
}

}  // namespace switchyard
