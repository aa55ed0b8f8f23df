#include "testbench/app/commands.h"
#include "testbench/file/print.h"
#include "testbench/reference/configuration_schema.h"

namespace switchyard {

void add_schema_command(CLI::App& app, const Catalogs& catalogs, int& status) {
  CLI::App* command = app.add_subcommand(
      "schema", "Print a JSON Schema of configurations, by which editors complete and check them");
  command->callback([&catalogs, &status] {
    print_text(configuration_schema(catalogs));
    status = kGood;
  });
}

}  // namespace switchyard
