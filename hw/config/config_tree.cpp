#include "hw/config/config_tree.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include "hw/config/utf8.h"

namespace switchyard {
namespace {

using Kind = ConfigTree::Kind;

/// Grows a ConfigTree from the events of the YAML parser.
///
/// Events show what YAML::Node hides: aliases, which it resolves, and documents after the first.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(const Source& source, std::size_t begin, const std::string& path, FaultList& faults)
      : source_(source), columns_before_(static_cast<int>(begin)), faults_(faults) {
    root_.path = path;
    root_.key_place = root_.value_place = {&source, 1, columns_before_ + 1};
  }

  /// The parser counts from 0, and from `begin`, which lies in the first line.
  Place place_of(const YAML::Mark& mark) const {
    return {&source_, mark.line + 1, mark.column + 1 + (mark.line == 0 ? columns_before_ : 0)};
  }

  /// Where the innermost `kind` that has not ended begins; else `fallback`.
  Place begin_of_open(Kind kind, const Place& fallback) const {
    const auto found = std::find_if(open_.rbegin(), open_.rend(),
                                    [&](const ConfigTree* tree) { return tree->kind == kind; });
    return found == open_.rend() ? fallback : (*found)->value_place;
  }

  /// Where the key is whose value has not come; else `fallback`.
  Place open_key(const Place& fallback) const { return key_ ? key_place_ : fallback; }

  ConfigTree take_root() { return std::move(root_); }

 private:
  void OnDocumentStart(const YAML::Mark& mark) override {
    if (started_) refuse(mark, "a second document begins here; is the indentation right?");
    started_ = true;
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    if (expects_key()) refuse(mark, "a key is empty");
    ConfigTree& tree = add(Kind::Null, mark);
    // The mark of nothing is that of whatever comes next, be it lines below: point at the key.
    tree.value_place = tree.key.empty() ? within_text(tree.value_place) : tree.key_place;
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse(mark, "aliases are not supported; write the value out");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                const std::string& text) override {
    refuse_tag(mark, tag);
    if (expects_key()) {
      if (text.empty()) refuse(mark, "a key is empty");
      key_ = text;
      key_place_ = place_of(mark);
    } else {
      add(Kind::Scalar, mark).text = text;
    }
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(Kind::List, mark, tag);
  }
  void OnSequenceEnd() override { open_.pop_back(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    open(Kind::Map, mark, tag);
  }
  void OnMapEnd() override { open_.pop_back(); }

  bool expects_key() const { return !open_.empty() && open_.back()->kind == Kind::Map && !key_; }

  /// YAML that a configuration does not need. It ends the reading, as broken YAML does.
  [[noreturn]] static void refuse(const YAML::Mark& mark, const std::string& why) {
    throw YAML::ParserException(mark, why);
  }
  static void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    const bool implied = tag.empty() || tag == "?" || tag == "!";  // "!" is how a quoted scalar reads.
    if (!implied) refuse(mark, "tags are not supported");
  }

  void open(Kind kind, const YAML::Mark& mark, const std::string& tag) {
    refuse_tag(mark, tag);
    // Which of the two shows only at its end: yaml-cpp takes an open bracket that begins a line for a key.
    if (expects_key()) refuse(mark, "this map or list is never closed, or stands where a key belongs");
    open_.push_back(&add(kind, mark));
  }

  ConfigTree& add(Kind kind, const YAML::Mark& mark) {
    ConfigTree& tree = open_.empty() ? root_ : attach(*open_.back());
    tree.kind = kind;
    tree.value_place = place_of(mark);
    if (tree.key.empty() && !open_.empty()) tree.key_place = tree.value_place;
    return tree;
  }

  ConfigTree& attach(ConfigTree& parent) {
    auto tree = std::make_unique<ConfigTree>();
    auto* owner = &parent.children;
    if (parent.kind == Kind::List) {
      tree->path = parent.path + '[' + std::to_string(parent.children.size()) + ']';
    } else {
      tree->key = *std::exchange(key_, std::nullopt);
      tree->key_place = key_place_;
      tree->path = path_of_key(parent.path, tree->key);
      if (const ConfigTree* first = parent.find(tree->key)) {
        report_duplicate(*first, *tree, parent);
        owner = &duplicates_;
      }
    }
    return *owner->emplace_back(std::move(tree));
  }

  void report_duplicate(const ConfigTree& first, const ConfigTree& second, const ConfigTree& parent) {
    const std::string where = parent.path.empty() ? "" : " in " + parent.path;
    faults_.add(second.key_place, second.path,
                "duplicate key '" + second.key + "'" + where + " (first at line " +
                    std::to_string(first.key_place.line) + ")");
  }

  const Source& source_;
  int columns_before_;
  FaultList& faults_;
  ConfigTree root_;
  bool started_ = false;
  std::vector<ConfigTree*> open_;   ///< Maps and lists that have begun and not ended, outermost first.
  std::optional<std::string> key_;  ///< Read, and waiting for its value.
  Place key_place_;
  std::vector<std::unique_ptr<ConfigTree>> duplicates_;  ///< Not in the tree, but read for their faults.
};

/// True if there is a tab in the white space that begins the line of `place`.
bool indented_by_tab(const Place& place) {
  std::string_view text = place.source->text;
  for (int line = 1; line < place.line; ++line) text.remove_prefix(text.find('\n') + 1);
  return text.substr(0, text.find_first_not_of(" \t")).find('\t') != std::string_view::npos;
}

/// What the parser says, in the words of somebody who writes a configuration.
std::string in_plain_words(const std::string& complaint) {
  namespace parser = YAML::ErrorMsg;
  static const std::array<std::pair<std::string, std::string>, 8> kWords{{
      {parser::END_OF_SEQ_FLOW, "the list that begins here is not closed with ']'"},
      {parser::END_OF_MAP_FLOW, "the map that begins here is not closed with '}'"},
      {parser::END_OF_MAP, "this line is indented neither like its map nor like the one around it"},
      {parser::END_OF_SEQ, "this line is indented neither like its list nor like what is around it"},
      {parser::MAP_VALUE,
       "no value may stand here; are the colon, the line above and the indentation right?"},
      {parser::FLOW_END, "this closes a list or map that was not opened"},
      {parser::EOF_IN_SCALAR, "a quote is not closed"},
      {parser::TAB_IN_INDENTATION, "a tab cannot indent; use spaces"},
  }};
  const auto found =
      std::find_if(kWords.begin(), kWords.end(), [&](const auto& words) { return words.first == complaint; });
  return found == kWords.end() ? complaint : found->second;
}

void emit(YAML::Emitter& out, const ConfigTree& tree) {
  const auto& children = tree.children;
  switch (tree.kind) {
    case Kind::Null: out << YAML::Null; return;
    case Kind::Scalar: out << tree.text; return;
    case Kind::List: {
      const bool flat = std::all_of(children.begin(), children.end(),
                                    [](const auto& child) { return child->children.empty(); });
      out << (flat ? YAML::Flow : YAML::Block) << YAML::BeginSeq;
      for (const auto& child : children) emit(out, *child);
      out << YAML::EndSeq;
      return;
    }
    case Kind::Map:
      out << YAML::BeginMap;
      for (const auto& child : children) {
        out << YAML::Key << child->key << YAML::Value;
        emit(out, *child);
      }
      out << YAML::EndMap;
      return;
  }
}

Place place_of_byte(const Source& source, std::size_t byte) {
  const std::string_view before = std::string_view(source.text).substr(0, byte);
  const std::size_t line_begin = before.rfind('\n') + 1;  // After none: 0.
  return {&source, 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n')),
          1 + static_cast<int>(byte - line_begin)};
}

}  // namespace

ConfigTree* ConfigTree::find(std::string_view child_key) const {
  if (kind != Kind::Map) return nullptr;
  const auto found = std::find_if(children.begin(), children.end(),
                                  [&](const auto& child) { return child->key == child_key; });
  return found == children.end() ? nullptr : found->get();
}

void ConfigTree::ask(std::string_view child_key) {
  if (!was_asked(child_key)) asked.emplace_back(child_key);
}

bool ConfigTree::was_asked(std::string_view child_key) const {
  return std::find(asked.begin(), asked.end(), child_key) != asked.end();
}

std::string path_of_key(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : path + '.' + std::string(key);
}

std::optional<ConfigTree> parse_yaml(const Source& source, std::size_t begin, const std::string& path,
                                     FaultList& faults) {
  if (const std::optional<std::size_t> byte = first_not_utf8(source.text)) {
    faults.add(place_of_byte(source, *byte), path, "this byte is not UTF-8: save the text in that encoding");
    return std::nullopt;
  }
  TreeBuilder builder(source, begin, path, faults);
  const auto broken = [&](const YAML::Exception& error, const std::string& message) {
    Place place = within_text(builder.place_of(error.mark));
    if (error.msg == YAML::ErrorMsg::END_OF_SEQ_FLOW) place = builder.begin_of_open(Kind::List, place);
    if (error.msg == YAML::ErrorMsg::END_OF_MAP_FLOW) place = builder.begin_of_open(Kind::Map, place);
    if (error.msg == YAML::ErrorMsg::EOF_IN_SCALAR) place = builder.open_key(place);
    faults.add(place, path, "YAML: " + message);
    return std::nullopt;
  };
  try {
    // yaml-cpp takes a quote that is still open at the last line break as closed. A comment makes that break
    // not the last, and changes nothing else.
    const bool line_ends = source.text.ends_with('\n');
    std::istringstream text(source.text.substr(begin) + (line_ends ? "#" : "\n#"));
    YAML::Parser parser(text);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::DeepRecursion& error) {
    return broken(error, "maps and lists are nested too deeply");
  } catch (const YAML::Exception& error) {
    // The parser takes a tab for part of the value before it, and stumbles over the next colon.
    const bool tab = error.msg == YAML::ErrorMsg::MAP_VALUE && indented_by_tab(builder.place_of(error.mark));
    return broken(error, in_plain_words(tab ? YAML::ErrorMsg::TAB_IN_INDENTATION : error.msg));
  }
  return builder.take_root();
}

std::string emit_yaml(const ConfigTree& tree) {
  YAML::Emitter out;
  emit(out, tree);
  return std::string(out.c_str(), out.size()) + '\n';
}

}  // namespace switchyard
