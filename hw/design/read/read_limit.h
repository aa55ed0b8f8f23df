#pragma once

#include <string>
#include <string_view>

#include "hw/base/types.h"
#include "hw/config/config_node.h"

namespace switchyard {

/// A number, or one word that stands for kNoLimit.
inline int read_limit(const ConfigNode& node, std::string_view key, IntRange range, const std::string& word,
                      KeyMeaning says) {
  if (says.values.empty()) says.values = text_of(range);
  says.values += ", " + word;
  says.fallback = word;
  const ConfigNode value = node.child(key, says, {shape_of(range), word_shape(word)});
  if (!value.exists()) return kNoLimit;
  return static_cast<int>(value.as_integer_or(word, range).value_or(kNoLimit));
}

}  // namespace switchyard
