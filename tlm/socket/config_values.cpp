#include "tlm/socket/config_values.h"

#include <algorithm>
#include <charconv>

namespace switchyard {

Address read_address(const ConfigNode& value) {
  const std::string text = value.as_string();
  if (!value.sound()) return 0;
  const bool hex = text.starts_with("0x");
  Address address = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + (hex ? 2 : 0), end, address, hex ? 16 : 10);
  if (stop != end || error != std::errc())
    value.fail(value.path() + " = " + text + " is not an address: 0 .. 2^64 - 1, decimal or 0x...");
  return address;
}

std::string hexadecimal(Address address) {
  char digits[17] = {};
  std::to_chars(digits, digits + 16, address, 16);
  return std::string("0x") + digits;
}

std::vector<NodeId> read_nodes(const ConfigNode& section, const char* key, const Design* design) {
  const NodeId nodes = design == nullptr ? kNoNode : design->topology->terminal_count();
  const ConfigNode list = section.child(
      key, {"", "the nodes with such sockets; socket i is that of the i-th", "a list of 0..nodes - 1"});
  if (!list.exists()) list.fail(list.path() + " is missing: the nodes with such sockets");
  std::vector<NodeId> chosen;
  for (const ConfigNode& item : list.items()) {
    const auto node = item.as_integer<NodeId>({0, std::int64_t{nodes} - 1});
    if (item.sound() && std::find(chosen.begin(), chosen.end(), node) != chosen.end())
      item.fail(item.path() + " = " + std::to_string(node) + " is in the list already");
    if (item.sound() && design != nullptr &&
        !(design->topology->attachment(node).sends() && design->topology->attachment(node).receives()))
      item.fail(item.path() + " = " + std::to_string(node) +
                " is a terminal that only sends or only receives");
    chosen.push_back(node);
  }
  if (list.is_list() && chosen.empty()) list.fail(list.path() + " is empty");
  return chosen;
}

}  // namespace switchyard
