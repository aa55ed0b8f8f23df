#include "testbench/reference/configuration_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "testbench/reference/configuration_keys.h"

namespace switchyard {
namespace {

using Keys = std::vector<ConfigurationKey>;
using Kind = std::pair<std::string, std::string>;

constexpr const char* kTop = R"(# Configuration reference

One YAML file describes a network and what runs on it. `switchyard list --reference` prints this page; the words are
those of the readers of the keys, so a program with parts of its own prints theirs, too.

```yaml
name: example
seed: 1                         # every random choice of the run derives from it

topology:
  kind: torus
  radix: [8, 8]                 # nodes in each dimension

router:
  kind: duato
  virtual_channels: 4
  input_depth: 8                # flits

routing:
  kind: duato

traffic:
  pattern: uniform
  load: 0.3                     # flits per node and cycle
  packet_length: 8              # flits

measure:
  cycles: 10000

expect:
  stable: true
```

Times are cycles, lengths are flits, loads are flits per node and cycle. A key without a default is required if its
section is there. `--set PATH=VALUE` overrides a value of a file, as in `--set topology.radix=[16,16]`;
`--set PATH=null` removes it. Every fault of a file is reported at once, with its place, the legal range and the nearest
known name; keys that nobody reads are faults.
)";

class Page {
 public:
  Page(const Catalogs& catalogs) : catalogs_(catalogs), keys_(configuration_keys(catalogs)) {}

  std::string text() && {
    write("\n## The network\n");
    write_keys("", "", [](const ConfigurationKey& key) { return key.path.find('.') == std::string::npos; });
    write("\n## topology\n");
    write_kinds(catalogs_.hardware.topologies);
    write_section("topology");
    for (const char* list : {"topology.links[]", "topology.terminals[]"}) {
      write("\n### {}\n\nOf `custom`, where an element is a map.\n", list);
      write_elements(list);
    }
    write("\n## router\n");
    write_kinds(catalogs_.hardware.routers);
    for (const auto& router : catalogs_.hardware.routers) {
      write("\n### {}\n", router.name);
      write_keys("router.", "", [&](const ConfigurationKey& key) {
        const Kind kind{"router", router.name};
        return key.path.starts_with("router.") && has(key, kind);
      });
    }
    write("\n## injection\n\nHow packets enter a packet-switched network.\n");
    write_section("injection");
    write("\n## routing\n\nA router that routes by itself has no `routing`.\n");
    write_kinds(catalogs_.hardware.routings);
    write_section("routing");
    write("\n## traffic\n\nPackets without end, from random sources.\n");
    write("\n`pattern`:\n");
    write_kinds(catalogs_.traffic.patterns);
    write("\n`process`:\n");
    write_kinds(catalogs_.traffic.processes);
    write_section("traffic");
    for (const char* list : {"traffic.phases[]", "traffic.parts[]", "traffic.classes[]",
                             "traffic.classes[].reply", "traffic.rates[]"}) {
      write("\n### {}\n", list);
      write_elements(list);
    }
    write("\n## workload\n\nIn place of `traffic`: packets or a program that end.\n");
    write_kinds(catalogs_.traffic.workloads);
    write_section("workload");
    write(
        "\n## faults\n\nA list. Each element has one of `link`, `node`, `random_links` and "
        "`random_switches`.\n");
    write_elements("faults[]");
    write("\n## measure\n\nA workload has no warm-up and no drain: all of its packets are measured.\n");
    write_section("measure");
    write("\n## clock and flit\n\nFigures in physical units, beside those in cycles and flits.\n");
    write_keys("", "", [](const ConfigurationKey& key) {
      return key.path.starts_with("clock.") || key.path.starts_with("flit.");
    });
    write("\n## expect\n\nThresholds: a run that misses one ends with status 1.\n");
    write_section("expect");
    write(
        "\n## Platforms\n\nThese are read by `switchyard platform`, in place of `traffic`, `workload` and "
        "`measure`.\n");
    for (const char* section : {"interconnect", "interconnect.regions[]", "combining_memory", "platform",
                                "platform.memories[]", "platform.masters[]", "platform.tasks[]"}) {
      write("\n### {}\n", section);
      write_section(section);
    }
    return std::move(text_);
  }

 private:
  template <class... Parts>
  void write(fmt::format_string<Parts...> format, Parts&&... parts) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Parts>(parts)...);
  }

  template <class Row>
  void write_kinds(const std::vector<Row>& rows) {
    write("\n| kind | |\n|---|---|\n");
    for (const Row& row : rows) write("| `{}` | {} |\n", row.name, row.summary);
  }

  void write_kinds(const std::vector<Catalog::RoutingKind>& rows) {
    write("\n| kind | | topologies | central queues |\n|---|---|---|---|\n");
    for (const Catalog::RoutingKind& row : rows) {
      const std::string topologies =
          row.topologies.empty() ? "any" : fmt::format("`{}`", fmt::join(row.topologies, "`, `"));
      write("| `{}` | {} | {} | {} |\n", row.name, row.summary, topologies,
            row.queues == 0 ? "" : std::to_string(row.queues));
    }
  }

  void write_section(const std::string& section) { write_keys_below(section, section); }
  /// Of a list, whose keys all have the same kinds.
  void write_elements(const std::string& list) { write_keys_below(list, ""); }

  void write_keys_below(const std::string& path, const std::string& section) {
    const std::string prefix = path + '.';
    write_keys(prefix, section, [&](const ConfigurationKey& key) {
      return key.path.starts_with(prefix) && key.path.find('.', prefix.size()) == std::string::npos;
    });
  }

  /// Those keys that are `wanted`, with their names behind `prefix`. `section`: that of the page; there the
  /// kinds that have a key are named.
  template <class Wanted>
  void write_keys(const std::string& prefix, const std::string& section, Wanted wanted) {
    Keys shown;
    std::copy_if(keys_.begin(), keys_.end(), std::back_inserter(shown), wanted);
    if (shown.empty()) return write("\nIt has no keys.\n");
    std::vector<std::string> owners;
    for (const ConfigurationKey& key : shown)
      owners.push_back(section.empty() ? "" : owners_of(key, section));
    const bool named =
        std::any_of(owners.begin(), owners.end(), [](const std::string& o) { return !o.empty(); });
    write("\n| key | values | default | unit | meaning |{}\n|---|---|---|---|---|{}\n", named ? " of |" : "",
          named ? "---|" : "");
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const auto& [unit, meaning, values, fallback] = shown[i].says;
      write("| `{}` | {} | {} | {} | {} |", shown[i].path.substr(prefix.size()), values,
            fallback.empty() ? "required" : fallback, unit, meaning);
      if (named) write(" {} |", owners[i].empty() ? "all" : owners[i]);
      write("\n");
    }
  }

  /// "router `chaos`, `exchange`, with `policy: token`"; empty: all. `section`: that of the page.
  std::string owners_of(const ConfigurationKey& key, const std::string& section) const {
    std::string owners;
    for (const auto& [of, names] : names_by_section()) {
      std::vector<std::string> having, others;
      for (const std::string& name : names) (has(key, {of, name}) ? having : others).push_back(name);
      if (having.empty() || others.empty()) continue;
      const bool most = others.size() < having.size();
      owners += owners.empty() ? "" : ", ";
      const bool own = of == section || of.empty();
      owners += most ? (own ? "all" : "every " + of) + " but " : own ? "" : of + ' ';
      owners += fmt::format("`{}`", fmt::join(most ? others : having, "`, `"));
    }
    if (key.when.empty()) return owners;
    return owners + (owners.empty() ? "" : ", ") + fmt::format("with `{}`", fmt::join(key.when, "` or `"));
  }

  static bool has(const ConfigurationKey& key, const Kind& kind) {
    return std::find(key.kinds.begin(), key.kinds.end(), kind) != key.kinds.end();
  }

  std::vector<std::pair<std::string, std::vector<std::string>>> names_by_section() const {
    const auto& [hardware, traffic, machines] = catalogs_;
    return {{"topology", names_of(hardware.topologies)},
            {"router", names_of(hardware.routers)},
            {"routing", names_of(hardware.routings)},
            {"pattern", names_of(traffic.patterns)},
            {"process", names_of(traffic.processes)},
            {"workload", names_of(traffic.workloads)},
            {"", {"traffic", "workload"}}};
  }

  const Catalogs& catalogs_;
  Keys keys_;
  std::string text_ = kTop;
};

}  // namespace

std::string configuration_page(const Catalogs& catalogs) { return Page(catalogs).text(); }

}  // namespace switchyard
