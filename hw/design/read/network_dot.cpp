#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iterator>
#include <string_view>

#include "hw/design/read/network_file.h"

namespace switchyard {
namespace {

/// A word, a number or a text in quotes; or a sign: { } [ ] ; , = : -- ->
struct Token {
  enum class Kind : std::uint8_t { End, Id, Sign };

  Kind kind = Kind::End;
  std::string text;
  FilePlace place;
  bool quoted = false;

  bool is(std::string_view sign) const { return kind == Kind::Sign && text == sign; }
  /// Keywords are so in any case, and not in quotes.
  bool is_keyword(std::string_view word) const {
    return kind == Kind::Id && !quoted && std::ranges::equal(text, word, [](char a, char b) {
             return std::tolower(static_cast<unsigned char>(a)) == b;
           });
  }
  std::string shown() const { return kind == Kind::End ? "the end of the file" : "'" + text + "'"; }
};

/// What ends the reading of a file.
struct Fault {
  FilePlace place;
  std::string message;
};

class Lexer {
 public:
  explicit Lexer(std::string text) : text_(std::move(text)) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);
  }

  Token next() {
    skip();
    Token token{.kind = Token::Kind::Sign, .text = {}, .place = place_};
    if (at_ == text_.size()) {
      token.kind = Token::Kind::End;
    } else if (text_[at_] == '"') {
      token.kind = Token::Kind::Id;
      token.quoted = true;
      token.text = take_quoted();
    } else if (rest().starts_with("--") || rest().starts_with("->")) {
      token.text = take(2);
    } else if (is_word(text_[at_]) || text_[at_] == '.' || text_[at_] == '-') {
      token.kind = Token::Kind::Id;
      std::size_t length = 1;
      while (length < rest().size() && (is_word(rest()[length]) || rest()[length] == '.')) ++length;
      token.text = take(length);
    } else if (std::string_view("{}[];,=:").find(text_[at_]) != std::string_view::npos) {
      token.text = take(1);
    } else {
      throw Fault{place_, std::string("'") + text_[at_] + "' has no meaning here"};
    }
    return token;
  }

 private:
  static bool is_word(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) != 0 || c == '_' || byte >= 0x80;
  }
  std::string_view rest() const { return std::string_view(text_).substr(at_); }

  std::string take(std::size_t length) {
    std::string taken(rest().substr(0, length));
    for (const char c : taken) {
      place_ = c == '\n' ? FilePlace{place_.line + 1, 1} : FilePlace{place_.line, place_.column + 1};
    }
    at_ += taken.size();
    return taken;
  }

  /// White space, comments, and lines that begin with `#`, as a preprocessor leaves them.
  void skip() {
    while (at_ < text_.size()) {
      const bool directive = text_[at_] == '#' && place_.column == 1;
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        take(1);
      } else if (directive || rest().starts_with("//")) {
        take(std::min(rest().find('\n'), rest().size()));
      } else if (rest().starts_with("/*")) {
        const std::size_t end = rest().find("*/");
        if (end == std::string_view::npos) throw Fault{place_, "the comment has no end"};
        take(end + 2);
      } else {
        return;
      }
    }
  }

  /// `\"` and `\\` stand for one sign; other backslashes stay.
  std::string take_quoted() {
    const FilePlace begin = place_;
    std::string text;
    take(1);
    while (at_ < text_.size() && text_[at_] != '"') {
      const bool escape =
          text_[at_] == '\\' && at_ + 1 < text_.size() && (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\');
      if (escape) take(1);
      text += take(1);
    }
    if (at_ == text_.size()) throw Fault{begin, "the text has no end: a quote is missing"};
    take(1);
    return text;
  }

  std::string text_;
  std::size_t at_ = 0;
  FilePlace place_;
};

struct Attribute {
  std::string value;
  FilePlace place;
};
using Attributes = std::map<std::string, Attribute>;

/// Recursive descent over one graph.
class DotReader {
 public:
  DotReader(const std::string& text, const std::string& file, int latency, std::vector<std::string>& faults)
      : lexer_(text), file_(file), latency_(latency), faults_(faults) {}

  CustomConfig read() {
    try {
      advance();
      if (token_.is_keyword("strict")) advance();
      directed_ = token_.is_keyword("digraph");
      if (!directed_ && !token_.is_keyword("graph"))
        throw Fault{token_.place, "a network begins with graph or digraph, not with " + token_.shown()};
      advance();
      if (token_.kind == Token::Kind::Id) advance();  // Its name.
      read_block({});
      if (token_.kind != Token::Kind::End)
        throw Fault{token_.place, token_.shown() + " stands behind the network"};
      return make();
    } catch (const Fault& fault) {
      fail(fault.place, fault.message);
      return {};
    }
  }

 private:
  struct Node {
    Attributes attributes;
    FilePlace place;
  };
  struct Edge {
    std::string from;
    std::string to;
    Attributes attributes;
    FilePlace place;
  };
  /// What `node [..]` and `edge [..]` say of those that follow.
  struct Defaults {
    Attributes node;
    Attributes edge;
  };

  void advance() { token_ = lexer_.next(); }
  void fail(FilePlace place, const std::string& message) {
    faults_.push_back(fault_text(file_, place, message));
  }
  void expect(std::string_view sign) {
    if (!token_.is(sign))
      throw Fault{token_.place, "'" + std::string(sign) + "' is missing before " + token_.shown()};
    advance();
  }

  void read_block(Defaults defaults) {
    expect("{");
    while (!token_.is("}")) {
      if (token_.kind == Token::Kind::End)
        throw Fault{token_.place, "'}' is missing before the end of the file"};
      read_statement(defaults);
      if (token_.is(";") || token_.is(",")) advance();
    }
    advance();
  }

  void read_statement(Defaults& defaults) {
    if (token_.is_keyword("subgraph")) {
      advance();
      if (token_.kind == Token::Kind::Id) advance();
    }
    if (token_.is("{")) {
      read_block(defaults);
      if (is_edge())
        throw Fault{token_.place, "links of a whole subgraph are not read: list them one by one"};
      return;
    }
    for (const auto& [word, attributes] : {std::pair<const char*, Attributes*>{"node", &defaults.node},
                                           {"edge", &defaults.edge},
                                           {"graph", nullptr}}) {
      if (!token_.is_keyword(word)) continue;
      advance();
      Attributes read = attributes != nullptr ? *attributes : Attributes{};
      read_attributes(read);
      if (attributes != nullptr) *attributes = std::move(read);
      return;
    }
    std::vector<Token> ends{take_id()};
    if (token_.is("=")) {  // An attribute of the graph.
      advance();
      take_id();
      return;
    }
    note_node(ends.front(), defaults);
    while (is_edge()) {
      if (token_.is("--") == directed_)
        throw Fault{token_.place, directed_ ? "'--' stands in a digraph, whose links are '->'"
                                            : "'->' stands in a graph, whose links are '--'"};
      advance();
      if (token_.is("{") || token_.is_keyword("subgraph"))
        throw Fault{token_.place, "links of a whole subgraph are not read: list them one by one"};
      ends.push_back(take_id());
      note_node(ends.back(), defaults);
    }
    Attributes attributes = ends.size() == 1 ? nodes_.at(ends.front().text).attributes : defaults.edge;
    read_attributes(attributes);
    if (ends.size() == 1) nodes_.at(ends.front().text).attributes = attributes;
    for (std::size_t i = 1; i < ends.size(); ++i)
      edges_.push_back({ends[i - 1].text, ends[i].text, attributes, ends[i - 1].place});
  }

  bool is_edge() const { return token_.is("--") || token_.is("->"); }

  Token take_id() {
    if (token_.kind != Token::Kind::Id)
      throw Fault{token_.place, "a name is missing before " + token_.shown()};
    Token id = token_;
    advance();
    if (token_.is(":")) throw Fault{token_.place, "ports of nodes are not read: only the name of the node"};
    return id;
  }

  void note_node(const Token& id, const Defaults& defaults) {
    const auto [node, is_new] = nodes_.try_emplace(id.text, Node{defaults.node, id.place});
    if (is_new) order_.push_back(id.text);
  }

  void read_attributes(Attributes& attributes) {
    while (token_.is("[")) {
      advance();
      while (!token_.is("]")) {
        const Token name = take_id();
        expect("=");
        const Token value = take_id();
        check_name(name);
        attributes[name.text] = {value.text, value.place};
        if (token_.is(";") || token_.is(",")) advance();
      }
      advance();
    }
  }

  /// Graphviz has hundreds of attributes, but none that is nearly one of ours.
  void check_name(const Token& name) {
    static const std::array<std::string, 5> kOurs{"latency", "cycles_per_flit", "channels", "terminals",
                                                  "terminal"};
    if (std::ranges::find(kOurs, name.text) != kOurs.end()) return;
    const std::string near = nearest_name(name.text, kOurs);
    if (!near.empty())
      fail(name.place, "there is no attribute " + name.text + "; did you mean " + near + "?");
  }

  int number(const Attributes& attributes, const std::string& name, IntRange range, int fallback) {
    const auto found = attributes.find(name);
    if (found == attributes.end()) return fallback;
    const auto& [value, place] = found->second;
    int number = fallback;
    const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error == std::errc() && stop == value.data() + value.size() && number >= range.min &&
        number <= range.max)
      return number;
    fail(place, name + " = '" + value + "' is not a whole number in " + text_of(range));
    return fallback;
  }

  /// The number of the terminal that this node is; -1 if it is a router.
  int terminal_of(const std::string& node) {
    return number(nodes_.at(node).attributes, "terminal", {0, kMaxTerminals - 1}, -1);
  }

  CustomConfig make() {
    CustomConfig config;
    NamedNodes routers;
    std::vector<std::string> labels;
    for (const std::string& name : order_) {
      const Node& node = nodes_.at(name);
      const int terminal = terminal_of(name);
      if (terminal < 0) {
        const NodeId router = routers.add(name);
        const int count = number(node.attributes, "terminals", {0, kMaxPorts}, 0);
        counted_ = counted_ || node.attributes.contains("terminals");
        config.terminals.insert(config.terminals.end(), count, {router, router});
        continue;
      }
      const auto label = node.attributes.find("label");
      labels.resize(std::max<std::size_t>(labels.size(), terminal + 1));
      labels[terminal] = label != node.attributes.end() ? label->second.value : name;
      has_terminals_ = true;
    }
    if (has_terminals_ && counted_)
      fail({}, "the file has both attributes, terminals and terminal: use one of them");
    config.terminals.resize(std::max(config.terminals.size(), labels.size()), {kNoNode, kNoNode});
    for (const Edge& edge : edges_) add_edge(edge, routers, config);
    for (std::size_t terminal = 0; terminal < labels.size() && faults_.empty(); ++terminal) {
      const auto& [entry, exit] = config.terminals[terminal];
      if (entry == kNoNode && exit == kNoNode) {
        fail({}, labels[terminal].empty()
                     ? "no node has terminal=" + std::to_string(terminal)
                     : "terminal " + std::to_string(terminal) + " is joined with no router");
      }
    }
    for (std::size_t terminal = 0; terminal < labels.size(); ++terminal) {
      if (labels[terminal] != std::to_string(terminal)) config.names.terminals = labels;
    }
    routers.number(config);
    if (faults_.empty() && config.links.empty()) fail({}, "the file has no links");
    return config;
  }

  void add_edge(const Edge& edge, const NamedNodes& routers, CustomConfig& config) {
    bool one_way = directed_;
    bool backwards = false;
    if (const auto dir = edge.attributes.find("dir"); dir != edge.attributes.end()) {
      const std::string& way = dir->second.value;
      backwards = way == "back";
      one_way = way == "forward" || way == "back" || (directed_ && way == "none");
    }
    const std::string& first = backwards ? edge.to : edge.from;
    const std::string& second = backwards ? edge.from : edge.to;
    const std::optional<NodeId> from = routers.find(first);
    const std::optional<NodeId> to = routers.find(second);
    if (!from && !to) return fail(edge.place, "the link joins two terminals, " + first + " and " + second);
    if (!from || !to) return attach(edge, from ? second : first, *(from ? from : to), one_way, !from, config);
    if (first == second) return fail(edge.place, "the link joins node " + first + " with itself");
    const int own_latency = number(edge.attributes, "latency", kLinkLatencies, latency_);
    CustomConfig::Link link{*from, *to, own_latency};
    link.cycles_per_flit = number(edge.attributes, "cycles_per_flit", kLinkCyclesPerFlit, 1);
    link.one_way = one_way;
    config.links.insert(config.links.end(), number(edge.attributes, "channels", kLinkChannels, 1), link);
  }

  /// `sends`: the edge leads from the terminal to the router.
  void attach(const Edge& edge, const std::string& terminal, NodeId router, bool one_way, bool sends,
              CustomConfig& config) {
    auto& [entry, exit] = config.terminals[terminal_of(terminal)];
    const bool taken = (entry != kNoNode && (sends || !one_way)) || (exit != kNoNode && (!sends || !one_way));
    if (taken)
      return fail(edge.place,
                  "terminal " + terminal + " is joined with more than one router in one direction");
    if (sends || !one_way) entry = router;
    if (!sends || !one_way) exit = router;
  }

  static constexpr int kMaxTerminals = 1 << 20;

  Lexer lexer_;
  std::string file_;
  int latency_;
  std::vector<std::string>& faults_;
  Token token_;
  bool directed_ = false;
  bool counted_ = false;        ///< Some node says how many terminals it has.
  bool has_terminals_ = false;  ///< Some node is a terminal.
  std::map<std::string, Node> nodes_;
  std::vector<std::string> order_;
  std::vector<Edge> edges_;
};

}  // namespace

CustomConfig read_network_dot(std::istream& text, const std::string& file, int latency,
                              std::vector<std::string>& faults) {
  const std::string all{std::istreambuf_iterator<char>(text), {}};
  return DotReader(all, file, latency, faults).read();
}

}  // namespace switchyard
