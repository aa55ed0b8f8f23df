#include "testbench/file/json_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace switchyard {
namespace {

using nlohmann::ordered_json;

TEST(JsonText, KeepsArraysOfPlainValuesOnOneLine) {
  const ordered_json json{{"b", {1, 2.5, "x", nullptr, true}},
                          {"a", ordered_json::array({ordered_json{{"c", 1}}, ordered_json::array({1, 2})})},
                          {"empty", {{"list", ordered_json::array()}, {"map", ordered_json::object()}}}};
  EXPECT_EQ(json_text(json), R"({
  "b": [1, 2.5, "x", null, true],
  "a": [
    {
      "c": 1
    },
    [1, 2]
  ],
  "empty": {
    "list": [],
    "map": {}
  }
}
)");
  EXPECT_EQ(ordered_json::parse(json_text(json)), json);
}

TEST(JsonText, ReplacesWhatIsNotUtf8AndQuotesTheRest) {
  EXPECT_EQ(json_text({{"a\xff", "b\xe9\n\""}}), "{\n  \"a\xef\xbf\xbd\": \"b\xef\xbf\xbd\\n\\\"\"\n}\n");
}

}  // namespace
}  // namespace switchyard
