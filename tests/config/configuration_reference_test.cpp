#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "testbench/catalog/standard_catalogs.h"
#include "testbench/platform/platform_config.h"
#include "testbench/reference/configuration_keys.h"
#include "testbench/reference/configuration_page.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

/// What reading a configuration has to say; empty if nothing.
std::string faults_of(ConfigDocument& document) {
  try {
    if (has_platform(document)) {
      read_platform_experiment(document, standard_catalog());
    } else {
      read_experiment(document, standard_catalogs());
    }
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

const std::vector<ConfigurationKey>& keys() {
  static const std::vector<ConfigurationKey> kKeys = configuration_keys(standard_catalogs());
  return kKeys;
}

TEST(ConfigurationReference, IsThePageOfTheDocuments) {
  EXPECT_TRUE(contents_of(source_folder() / "docs/configuration.md") ==
              configuration_page(standard_catalogs()))
      << "written anew by: build/switchyard list --reference > docs/configuration.md";
}

TEST(ConfigurationReference, HasAnExampleWithoutFaults) {
  const std::string page = configuration_page(standard_catalogs());
  const std::string fence = "```yaml\n";
  const std::size_t begin = page.find(fence) + fence.size();
  ConfigDocument document =
      ConfigDocument::from_text(page.substr(begin, page.find("```", begin) - begin), "example.yaml");
  EXPECT_EQ(faults_of(document), "");
}

/// Also where a map is in the place of a value, as in `packet_length: {min: 1, max: 4}`.
bool is_stated(std::string path) {
  static const std::set<std::string> kPaths = [] {
    std::set<std::string> paths;
    for (const ConfigurationKey& key : keys()) paths.insert(key.path);
    return paths;
  }();
  for (; !path.empty(); path.erase(path.find_last_of('.') == std::string::npos ? 0 : path.rfind('.'))) {
    if (kPaths.count(path) != 0) return true;
  }
  return false;
}

/// `faults[].link` for `faults[3].link`.
std::string without_indices(std::string path) {
  for (std::size_t at = 0; (at = path.find('[', at)) != std::string::npos; ++at)
    path.erase(at + 1, path.find(']', at) - at - 1);
  return path;
}

/// A phase of traffic has the keys of traffic, too, and so has a part or a class: `traffic.load` is stated
/// for `traffic.phases[].parts[].load`.
bool is_stated_of_traffic(std::string key) {
  for (const std::string list : {"phases[].", "parts[].", "classes[]."}) {
    if (const std::size_t at = key.find(list); at != std::string::npos) key.erase(at, list.size());
    if (is_stated(key)) return true;
  }
  return false;
}

TEST(ConfigurationReference, StatesEveryKeyThatIsAskedForInAnyConfiguration) {
  const std::set<std::string> sections{"topology",
                                       "router",
                                       "router.switch_allocator",
                                       "router.vc_allocator",
                                       "routing",
                                       "injection",
                                       "traffic",
                                       "workload",
                                       "measure",
                                       "expect",
                                       "faults",
                                       "clock",
                                       "flit",
                                       "interconnect",
                                       "platform",
                                       "combining_memory",
                                       "platform.memories",
                                       "platform.masters",
                                       "platform.tasks",
                                       "interconnect.regions"};
  std::filesystem::current_path(source_folder());
  std::set<std::string> asked;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("configs")) {
    if (entry.path().extension() != ".yaml") continue;
    try {
      ConfigDocument document = ConfigDocument::from_file(entry.path());
      faults_of(document);
      for (const std::string& key : document.known_keys()) asked.insert(without_indices(key));
    } catch (const ConfigError&) {  // No YAML.
    }
  }
  asked.erase("traffic.kind");  // Only to place a fault.
  EXPECT_GT(asked.size(), 100U);
  for (const std::string& key : asked)
    EXPECT_TRUE(is_stated(key) || is_stated_of_traffic(key) || sections.count(key) != 0) << key;
}

/// A configuration in which the key is read, with `value`.
ConfigDocument with_value(const ConfigurationKey& key, const std::pair<std::string, std::string>& kind,
                          const std::string& value) {
  const std::string section = key.path.substr(0, key.path.find('.'));
  const std::string memory =
      "combining_memory: {initiators: [0]}\nplatform: {masters: [{name: m, initiator: 0}]}";
  const bool in_platform = section == "platform" || section == "combining_memory";
  ConfigDocument document = ConfigDocument::from_text(in_platform ? memory : "seed: 1", "probe.yaml");
  if (kind.first == "pattern" || kind.first == "process") {
    document.set((section == "workload" ? "workload.kind=static" : "seed=1"));
    document.set(section + '.' + kind.first + '=' + kind.second);
  } else if (kind.first.empty()) {
    document.set(kind.second == "workload" ? "workload.kind=static" : "traffic.load=0.1");
  } else {
    document.set(kind.first + ".kind=" + kind.second);
  }
  if (section == "traffic") document.set("traffic.load=0.1");
  if (!key.when.empty()) {
    const std::string& when = key.when.front();
    document.set(section + '.' + when.substr(0, when.find(':')) + '=' + when.substr(when.find(' ') + 1));
  }
  static const std::set<std::string> kOfRadix{"torus", "mesh", "hyperx", "chiplets"};
  if (kOfRadix.count(kind.second) != 0) document.set("topology.radix=2");
  if (kind.second == "duato") document.set("router.output_depth=0");   // Any t_crossbar will do.
  if (kind.second == "chaos") document.set("router.queue_size=4096");  // There is room for the node's own.
  document.set(key.path + '=' + value);
  return document;
}

TEST(ConfigurationReference, StatesTheRangesThatReadersKeepTo) {
  static const std::regex kRange(R"(([0-9.e+]+?)\.\.([0-9.e+]+)(,.*)?)");
  std::size_t probed = 0;
  for (const ConfigurationKey& key : keys()) {
    std::smatch ends;
    if (!std::regex_match(key.says.values, ends, kRange) || key.path.find('[') != std::string::npos) continue;
    auto kinds = key.kinds;
    if (kinds.empty()) kinds.emplace_back("", "traffic");
    for (const auto& kind : kinds) {
      const auto refuses = [&](const std::string& value) {
        ConfigDocument document = with_value(key, kind, value);
        const std::string faults = faults_of(document);
        return faults.find(key.path + " = " + value + ' ') != std::string::npos ||
               faults.find(key.path + " = " + value + ',') != std::string::npos;
      };
      const std::string where = key.path + ' ' + kind.second;
      const double least = std::stod(ends[1]), most = std::stod(ends[2]);
      EXPECT_FALSE(refuses(ends[1])) << where;
      EXPECT_FALSE(refuses(ends[2])) << where;
      const bool whole =
          ends[1].str().find('.') == std::string::npos && most > 1.5 && key.path != "clock.period";
      const auto text = [&](double number) {
        return whole ? std::to_string(static_cast<long long>(number)) : std::to_string(number);
      };
      EXPECT_TRUE(refuses(text(whole ? least - 1 : least / 2 - 0.1))) << where;
      EXPECT_TRUE(refuses(text(whole ? most + 1 : most * 2))) << where;
      ++probed;
    }
  }
  EXPECT_GT(probed, 60U);
}

TEST(ConfigurationReference, GivesEveryNumberAUnitAndEveryKeyAMeaning) {
  for (const ConfigurationKey& key : keys()) {
    const bool is_number = key.says.values.find_first_of("0123456789") == 0;
    const bool names_a_node = key.says.values.starts_with("0..nodes");
    const bool is_share = key.path == "measure.precision";
    const bool needs_unit = is_number && !names_a_node && !is_share;
    EXPECT_TRUE(!needs_unit || !key.says.unit.empty()) << key.path;
    EXPECT_NE(key.says.meaning, "") << key.path;
  }
}

const ConfigurationKey* find_key(const std::vector<ConfigurationKey>& all, const std::string& path,
                                 const std::string& kind) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const ConfigurationKey& key) {
    const auto is_of = [&](const auto& reader) { return reader.second == kind; };
    return key.path == path && std::any_of(key.kinds.begin(), key.kinds.end(), is_of);
  });
  return found == all.end() ? nullptr : &*found;
}

TEST(ConfigurationReference, NamesOfAChoiceWhatEachKindTakes) {
  EXPECT_EQ(find_key(keys(), "topology.duplex", "chaos")->says.values, "full, half");
  EXPECT_EQ(find_key(keys(), "topology.duplex", "mesh16")->says.values, "full");
  EXPECT_EQ(find_key(keys(), "injection.policy", "konstantinidou")->says.values, "competition, control");
  EXPECT_EQ(find_key(keys(), "injection.policy", "duato"), nullptr);
}

TEST(ConfigurationReference, SaysWithWhichWordAKeyGoes) {
  EXPECT_EQ(find_key(keys(), "injection.patience", "chaos")->when, std::vector<std::string>{"policy: token"});
  EXPECT_EQ(find_key(keys(), "router.variant", "chaos")->when, std::vector<std::string>{});
}

TEST(ConfigurationReference, HasTheKeysOfAKindThatAProjectAdds) {
  Catalogs catalogs = standard_catalogs();
  catalogs.hardware.topologies.push_back(
      {"circle", "a circle", [](const ConfigNode& root) -> std::optional<Topology> {
         root.child("topology").integer("stations", {3, 9}, {"stations", "on the circle"});
         return std::nullopt;
       }});
  const std::string page = configuration_page(catalogs);
  EXPECT_NE(page.find("| `circle` | a circle |"), std::string::npos);
  EXPECT_NE(page.find("| `stations` | 3..9 | required | stations | on the circle | `circle` |"),
            std::string::npos);
}

}  // namespace
}  // namespace switchyard
