#include "testbench/traffic/permutation_file.h"

#include <fstream>

#include "hw/config/data_file.h"
#include "testbench/traffic/fixed_pattern.h"

namespace switchyard {

Partners read_permutation(std::istream& text, const std::string& file_name, NodeId node_count,
                          std::vector<std::string>& faults) {
  DataFile file(text, file_name, {"destination"}, faults);
  Partners partners;
  std::vector<NodeId> sender(node_count, kNoNode);
  while (partners.size() < node_count && file.next()) {
    const auto source = static_cast<NodeId>(partners.size());
    const auto number = file.number(0, {0, node_count - 1});
    const auto partner = static_cast<NodeId>(number.value_or(0));
    partners.push_back(partner);
    if (!number) continue;
    if (sender[partner] != kNoNode) {
      file.fail(0, "destination = " + std::to_string(partner) + " is the partner of node " +
                       std::to_string(sender[partner]) + " already");
    }
    sender[partner] = source;
  }
  if (file.next()) {
    file.fail(0, "the network has only " + std::to_string(node_count) + " nodes, and each has its partner");
  } else if (partners.size() < node_count && faults.empty()) {
    file.fail(0, "the file ends after " + std::to_string(partners.size()) + " of " +
                     std::to_string(node_count) + " nodes");
  }
  return partners;
}

std::shared_ptr<const Pattern> build_permutation_file(const TrafficContext& context) {
  const ConfigNode name = context.config.child(
      "permutation_file", {"", "the partners of nodes 0, 1, 2 ..., one per line", "a file"});
  const std::filesystem::path file = name.as_file();
  if (context.topology == nullptr || !name.sound()) return nullptr;
  std::ifstream text(file);
  std::vector<std::string> faults;
  Partners partners = read_permutation(text, file.string(), context.topology->terminal_count(), faults);
  report(faults, name);
  if (faults.empty() && !context.topology->all_terminals_send_and_receive()) {
    for (TerminalId source = 0; source < partners.size(); ++source) {
      const bool silent = partners[source] == source;
      const bool works = context.topology->attachment(source).sends() &&
                         context.topology->attachment(partners[source]).receives();
      if (silent || works) continue;
      name.fail(name.path() + ": terminal " + std::to_string(source) + " cannot send to terminal " +
                std::to_string(partners[source]) + ", as one of them only sends or only receives");
      return nullptr;
    }
  }
  return faults.empty() ? std::make_shared<FixedPattern>(std::move(partners)) : nullptr;
}

}  // namespace switchyard
