#include <fmt/format.h>

#include "testbench/app/commands.h"
#include "testbench/engine/level.h"
#include "testbench/experiment/experiment.h"
#include "testbench/file/print.h"

namespace switchyard {
namespace {

template <class Row>
void print_rows(const char* title, const std::vector<Row>& rows) {
  print_out("{}\n", title);
  for (const Row& row : rows) print_out("  {:<18} {}\n", row.name, row.summary);
}

void list() {
  const Catalogs catalogs = standard_catalogs();
  print_rows("topology.kind", catalogs.hardware.topologies);
  print_rows("router.kind", catalogs.hardware.routers);
  print_rows("routing.kind", catalogs.hardware.routings);
  print_rows("traffic.pattern", catalogs.traffic.patterns);
  print_rows("traffic.process", catalogs.traffic.processes);
  print_rows("workload.kind", catalogs.traffic.workloads);
  print_rows("--level", levels());
}

}  // namespace

void add_list_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("list", "List every part that a configuration may name");
  command->callback([&status] {
    list();
    status = kGood;
  });
}

}  // namespace switchyard
