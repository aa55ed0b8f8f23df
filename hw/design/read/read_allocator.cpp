#include "hw/design/read/read_allocator.h"

#include <string>

namespace switchyard {
namespace {

using Kind = AllocatorConfig::Kind;

/// A key that the kind has no use for must not stand there.
void require_use(const ConfigNode& node, const char* key, bool is_used, const std::string& kind) {
  const ConfigNode value = node.child(key);
  if (value.exists() && !is_used) value.fail(value.path() + " has no meaning with kind = " + kind);
}

}  // namespace

AllocatorConfig read_allocator(const ConfigNode& router, std::string_view key, const std::string& meaning) {
  const ConfigNode node = router.child(key);
  AllocatorConfig config;
  config.kind = node.choice("kind", AllocatorConfig::kKinds, config.kind, {"", meaning});
  config.arbiters =
      node.choice("arbiters", AllocatorConfig::kArbiters, config.arbiters,
                  {"",
                   "inside of the separable kinds; `matrix`: who was served least recently; "
                   "`fixed`: the lowest number, so others can starve; `age`: the oldest packet"});
  config.iterations = node.integer<int>("iterations", {1, kMaxPorts}, config.iterations,
                                        {"iterations", "of `islip` in a cycle"});
  const std::string& kind = AllocatorConfig::kKinds[static_cast<std::size_t>(config.kind)];
  require_use(node, "arbiters", config.kind <= Kind::SeparableOutputFirst, kind);
  require_use(node, "iterations", config.kind == Kind::Islip, kind);
  return config;
}

}  // namespace switchyard
