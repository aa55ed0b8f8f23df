#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "testbench/app/commands.h"
#include "testbench/engine/level.h"
#include "testbench/experiment/experiment.h"
#include "testbench/file/print.h"
#include "testbench/reference/configuration_page.h"

namespace switchyard {
namespace {

template <class Row>
void print_rows(const char* title, const std::vector<Row>& rows) {
  print_out("{}\n", title);
  for (const Row& row : rows) print_out("  {:<18} {}\n", row.name, row.summary);
}

void print_rows(const char* title, const std::vector<Catalog::RoutingKind>& rows) {
  print_out("{}\n", title);
  for (const Catalog::RoutingKind& row : rows) {
    print_out(
        "  {:<18} {} ({}{})\n", row.name, row.summary,
        row.topologies.empty() ? "any graph" : fmt::format("{}", fmt::join(row.topologies, ", ")),
        row.queues == 0 ? "" : fmt::format("; {} central queue{}", row.queues, row.queues == 1 ? "" : "s"));
  }
}

void list(const Catalogs& catalogs) {
  print_rows("topology.kind", catalogs.hardware.topologies);
  print_rows("router.kind", catalogs.hardware.routers);
  print_rows("routing.kind", catalogs.hardware.routings);
  print_rows("traffic.pattern", catalogs.traffic.patterns);
  print_rows("traffic.process", catalogs.traffic.processes);
  print_rows("workload.kind", catalogs.traffic.workloads);
  print_rows("--level", levels());
}

}  // namespace

void add_list_command(CLI::App& app, const Catalogs& catalogs, int& status) {
  CLI::App* command = app.add_subcommand("list", "List every part that a configuration may name");
  const auto reference = std::make_shared<bool>(false);
  command->add_flag("--reference", *reference,
                    "Print every key with its values, default, unit and meaning instead, as Markdown");
  command->callback([&catalogs, reference, &status] {
    if (*reference) {
      print_text(configuration_page(catalogs));
    } else {
      list(catalogs);
    }
    status = kGood;
  });
}

}  // namespace switchyard
