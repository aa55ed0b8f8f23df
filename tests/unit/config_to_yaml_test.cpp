#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/config_faults.h"

namespace switchyard {
namespace {

TEST(ToYaml, IsReadable) {
  ConfigDocument document = parse(
      "name: x   # comment\ntopology: {kind: torus, radix: [8, 8]}\nempty:\nfaults: [{node: 1}, {node: 2, "
      "ports: [1, 2]}]\n");
  document.set("router.depth=4");
  EXPECT_EQ(document.to_yaml(),
            "name: x\n"
            "topology:\n"
            "  kind: torus\n"
            "  radix: [8, 8]\n"
            "empty: ~\n"
            "faults:\n"
            "  - node: 1\n"
            "  - node: 2\n"
            "    ports: [1, 2]\n"
            "router:\n"
            "  depth: 4\n");
}

/// Whether two values are of one kind and hold the same.
void expect_same(const ConfigNode& a, const ConfigNode& b, const std::vector<std::string>& keys) {
  ASSERT_EQ(a.exists(), b.exists()) << a.path();
  ASSERT_EQ(a.is_map(), b.is_map()) << a.path();
  ASSERT_EQ(a.is_list(), b.is_list()) << a.path();
  ASSERT_EQ(a.is_scalar(), b.is_scalar()) << a.path();
  if (a.is_scalar()) {
    EXPECT_EQ(a.as_string(), b.as_string()) << a.path();
  }
  if (a.is_list()) {
    const auto left = a.items(), right = b.items();
    ASSERT_EQ(left.size(), right.size()) << a.path();
    for (std::size_t i = 0; i < left.size(); ++i) expect_same(left[i], right[i], keys);
  }
  if (a.is_map()) {
    for (const std::string& key : keys) expect_same(a.child(key), b.child(key), keys);
  }
}

TEST(ToYaml, ReadsBackToTheSameConfiguration) {
  const std::vector<std::string> scalars{
      "1",        "-0.50", "true", "null",   "~",       "",       " lead",        "trail ", "a: b",
      "a:",       "# no",  "x #y", "- dash", "[1, 2]",  "{a: b}", "a, b",         "it's",   "\"q\"",
      "\\",       "a\nb",  "a\n",  "\n",     "a\n\nb ", "größe",  "\xE6\x97\xA5", "@at",    "`tick",
      "%percent", "!bang", "&amp", "*star",  "? ask",   "| pipe", "> fold",       "tab\tx", "---",
      "...",      "=",     "<<",   "?",      "-",       ":",      "\x01",         "\x7F"};
  std::vector<std::string> keys{"scalars", "list", "map", "nested", "none",
                                "key: 1",  "~",    "- k", "größe",  "a, b"};
  const auto quoted = [](const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
      if (c == '\n') {
        result += "\\n";
      } else if (c == '"' || c == '\\') {
        result += std::string("\\") + c;
      } else {
        result += c;
      }
    }
    return result + '"';
  };
  std::string text = "none:\nlist: [[], {}, ~, [[1], 2]]\nmap: {}\nscalars: [~";
  for (const std::string& scalar : scalars) text += ", " + quoted(scalar);
  text += "]\nnested:\n";
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    text += "  k" + std::to_string(i) + ": " + quoted(scalars[i]) + "\n";
    keys.push_back("k" + std::to_string(i));
  }
  for (const char* key : {"key: 1", "~", "- k", "größe", "a, b"})
    text += "  " + quoted(key) + ": [{x: 1}, [a]]\n";

  ConfigDocument original = parse(text);
  const auto elements = original.root().child("scalars").items();
  ASSERT_EQ(elements.size(), scalars.size() + 1);
  for (std::size_t i = 0; i < scalars.size(); ++i) EXPECT_EQ(elements[i + 1].as_string(), scalars[i]);

  ConfigDocument copy = parse(original.to_yaml());
  expect_same(original.root(), copy.root(), keys);
  EXPECT_EQ(copy.to_yaml(), original.to_yaml());
}

}  // namespace
}  // namespace switchyard
