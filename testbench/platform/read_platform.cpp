#include <algorithm>
#include <limits>
#include <optional>
#include <span>

#include "hw/design/read/read_design.h"
#include "hw/router/combining/ranade_config.h"
#include "testbench/platform/platform_config.h"
#include "tlm/socket/config_values.h"

namespace switchyard {
namespace {

constexpr std::int64_t kMax = 1'000'000'000;

/// Which of `nodes`, which are those of `list`, the key of `entry` names; each may be named once, as `taken`
/// says. Nothing if it is a fault.
std::optional<std::size_t> read_socket(const ConfigNode& entry, const char* key, const std::string& list,
                                       const std::vector<NodeId>& nodes, std::vector<bool>& taken) {
  const ConfigNode value = entry.child(key, {"", "the node of its socket", "one of `" + list + '`'});
  const auto node = value.as_integer<NodeId>({0, kNoNode});
  if (!value.sound()) return std::nullopt;
  const auto found = std::find(nodes.begin(), nodes.end(), node);
  if (found == nodes.end()) {
    value.fail(value.path() + " = " + std::to_string(node) + " is not one of " + list);
    return std::nullopt;
  }
  const std::size_t index = found - nodes.begin();
  if (taken[index]) {
    value.fail(value.path() + " = " + std::to_string(node) + " was named before");
    return std::nullopt;
  }
  taken[index] = true;
  return index;
}

/// A fault at `list` for each socket that nobody took.
void require_all(const ConfigNode& list, const std::vector<bool>& taken, const std::vector<NodeId>& nodes,
                 const std::string& what) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!taken[i]) list.fail(list.path() + " has none with " + what + ": " + std::to_string(nodes[i]));
  }
}

void read_memories(const ConfigNode& section, const InterconnectConfig& sockets, PlatformConfig& platform) {
  const ConfigNode list = section.child("memories");
  std::vector<bool> taken(sockets.targets.size());
  platform.memories.resize(sockets.targets.size());
  for (const ConfigNode& entry : list.items()) {
    MemoryConfig memory;
    const Address size =
        read_address(entry.child("size", {"bytes", "of the memory", text_of(IntRange{1, kMax})}));
    memory.size = size;
    memory.latency =
        entry.integer<int>("latency", {0, kMax}, 0, {"cycles", "before the first byte of an access"});
    memory.bytes_per_cycle =
        entry.integer<int>("bytes_per_cycle", {1, 4096}, 8, {"bytes per cycle", "of an access"});
    const auto target = read_socket(entry, "target", "interconnect.targets", sockets.targets, taken);
    if (!target || !entry.sound()) continue;
    if (size == 0 || size > static_cast<Address>(kMax))
      entry.child("size").fail(entry.path() + ".size must be 1.." + std::to_string(kMax));
    for (const Region& region : sockets.regions.regions()) {
      if (region.target != *target || region.to_target(region.last) < size) continue;
      entry.child("size").fail(entry.path() + ".size = " + std::to_string(size) +
                               ", but a region of target " + std::to_string(sockets.targets[*target]) +
                               " ends at its address " + std::to_string(region.to_target(region.last)));
    }
    platform.memories[*target] = memory;
  }
  if (list.sound()) require_all(list, taken, sockets.targets, "target");
}

/// What masters and tasks must know of what they are around.
struct Surroundings {
  std::string initiators_key;
  std::string regions_key;
  const std::vector<NodeId>& initiators;
  RegionMap regions;
  unsigned unit;     ///< Bytes: what addresses and lengths are multiples of.
  bool multiprefix;  ///< Tasks may have an operation.
};

/// A fault unless it is a multiple of the unit.
void require_units(const ConfigNode& value, std::uint64_t bytes, const Surroundings& around) {
  if (value.sound() && bytes % around.unit != 0)
    value.fail(value.path() + " = " + std::to_string(bytes) + " is not a multiple of the " +
               std::to_string(around.unit) + " bytes of a word");
}

void read_masters(const ConfigNode& section, const Surroundings& around, PlatformConfig& platform) {
  const ConfigNode list = section.child("masters");
  std::vector<bool> taken(around.initiators.size());
  platform.masters.resize(around.initiators.size());
  for (const ConfigNode& entry : list.items()) {
    MasterConfig master;
    master.name = entry.string("name", KeyMeaning{"", "of the master"});
    master.burst = entry.integer<unsigned>("burst", {1, 1 << 20}, 64, {"bytes", "of a transaction, at most"});
    require_units(entry.child("burst"), master.burst, around);
    master.outstanding =
        entry.integer<unsigned>("outstanding", {1, 1024}, 4, {"transactions", "that may be under way"});
    const auto initiator = read_socket(entry, "initiator", around.initiators_key, around.initiators, taken);
    const bool again = std::any_of(platform.masters.begin(), platform.masters.end(),
                                   [&](const MasterConfig& other) { return other.name == master.name; });
    if (entry.child("name").sound() && again)
      entry.child("name").fail(entry.path() + ".name = " + master.name + " is the name of another");
    if (initiator) platform.masters[*initiator] = master;
  }
  if (list.sound()) require_all(list, taken, around.initiators, "initiator");
}

template <class Named>
std::vector<std::string> names_in(const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const Named& one : all) names.push_back(one.name);
  return names;
}

/// An address from which `bytes` are in one region.
Address read_place(const ConfigNode& value, std::uint64_t bytes, const Surroundings& around) {
  const Address address = read_address(value);
  if (value.sound() && around.regions.find(address, bytes) == nullptr)
    value.fail(value.path() + ": no region of " + around.regions_key + " holds the " + std::to_string(bytes) +
               " bytes from there on");
  require_units(value, address, around);
  return address;
}

std::optional<Operation> read_operation(const ConfigNode& value, const Surroundings& around) {
  if (!value.exists()) return std::nullopt;
  if (!around.multiprefix) value.fail(value.path() + " needs a combining_memory, whose words it changes");
  constexpr auto kFirst = static_cast<std::size_t>(Operation::Add);
  const auto name = value.as_choice(std::span(kOperations).subspan(kFirst));
  if (!name) return std::nullopt;
  return static_cast<Operation>(kFirst + *name);
}

void read_tasks(const ConfigNode& section, const Surroundings& around, PlatformConfig& platform) {
  const ConfigNode list = section.child("tasks");
  if (!section.child("masters").sound()) return list.ignore();
  if (!list.exists()) list.fail(list.path() + " is missing: what the masters do");
  for (const ConfigNode& entry : list.items()) {
    const std::vector<std::string> before = names_in(platform.tasks);
    TaskConfig task;
    task.name = entry.string("name", KeyMeaning{"", "of the task"});
    if (entry.child("name").sound() && std::find(before.begin(), before.end(), task.name) != before.end())
      entry.child("name").fail(entry.path() + ".name = " + task.name + " is the name of another");
    if (const auto master =
            entry.choice("master", names_in(platform.masters), {"", "who does it", "a name of `masters`"}))
      task.master = *master;
    task.bytes = entry.integer<std::uint64_t>("bytes", {1, kMax}, {"bytes", "that it moves"});
    require_units(entry.child("bytes"), task.bytes, around);
    task.from = read_place(entry.child("from", {"", "where it reads", "an address"}), task.bytes, around);
    task.to = read_place(entry.child("to", {"", "where it writes", "an address"}), task.bytes, around);
    task.operation = read_operation(
        entry.child("operation", {"", "with `combining_memory`: changes the words at `to` by those at `from`",
                                  "add, max, min, and, or, xor", "none: a copy"}),
        around);
    task.work = entry.integer<Cycle>("work", {0, kMax}, 0, {"cycles", "that the master computes afterwards"});
    for (const ConfigNode& name :
         entry.child("after", {"", "tasks that must have ended", "a list of names of earlier tasks", "none"})
             .items()) {  // Earlier ones only: no cycle.
      if (before.empty()) {
        name.fail(name.path() + ": no task is in the list before this one");
      } else if (const auto earlier = name.as_choice(before)) {
        task.after.push_back(*earlier);
      }
    }
    platform.tasks.push_back(task);
  }
}

void read_workers(const ConfigNode& section, const Surroundings& around, PlatformConfig& platform) {
  read_masters(section, around, platform);
  read_tasks(section, around, platform);
  platform.limit =
      section.integer<Cycle>("limit", {1, kMax}, 10'000'000, {"cycles", "that the run may take at most"});
}

}  // namespace

bool has_platform(ConfigDocument& document) {
  return document.root().has("platform") || document.root().has("interconnect");
}

PlatformExperiment read_platform_experiment(ConfigDocument& document, const Catalog& catalog) {
  const ConfigNode root = document.root();
  std::optional<Design> design = read_design(root, catalog);
  const bool combines =
      root.child("combining_memory").exists() ||
      (design && design->router.as<RanadeConfig>() != nullptr && !root.child("interconnect").exists());
  std::optional<InterconnectConfig> sockets;
  std::optional<CombiningMemoryConfig> memory;
  if (combines) {
    memory = read_combining_memory(root, design ? &*design : nullptr);
  } else {
    sockets = read_interconnect(root, design ? &*design : nullptr);
  }
  const ConfigNode section = root.child("platform");
  PlatformConfig platform;
  if (!section.exists()) section.fail("platform is missing: memories, masters and tasks");
  if (sockets) {
    read_memories(section, *sockets, platform);
    read_workers(
        section,
        {"interconnect.initiators", "interconnect.regions", sockets->initiators, sockets->regions, 1, false},
        platform);
  } else if (memory) {
    RegionMap regions;
    regions.add(memory->region);
    read_workers(
        section,
        {"combining_memory.initiators", "combining_memory", memory->initiators, regions, kWordBytes, true},
        platform);
  } else {
    section.ignore();  // What is legal there depends on the sockets.
  }
  for (const char* key : {"clock", "flit"}) {
    if (const ConfigNode units = root.child(key); units.exists()) {
      units.ignore();
      units.fail(
          std::string(key) +
          " is for runs: the clock of a platform has a period of 1 ns, and interconnect.bytes_per_flit is "
          "the width of its flits");
    }
  }
  document.finish();
  return {*std::move(design), combines ? InterconnectConfig{} : *std::move(sockets), std::move(memory),
          std::move(platform), document.to_yaml()};
}

}  // namespace switchyard
