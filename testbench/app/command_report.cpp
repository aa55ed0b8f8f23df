#include <memory>
#include <string>
#include <vector>

#include "testbench/app/commands.h"
#include "testbench/app/page_choice.h"
#include "testbench/app/path_option.h"

namespace switchyard {
namespace {

struct ReportOptions {
  std::vector<std::string> folders;
  std::string out = "report.html";
};

int write_report_page(const ReportOptions& options) {
  write_page({options.folders.begin(), options.folders.end()}, options.out);
  return kGood;
}

}  // namespace

void add_report_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command =
      app.add_subcommand("report", "Write what runs and sweeps have found as one page for a browser");
  command
      ->add_option("folders", options->folders,
                   "Folders that `run`, `platform` or `sweep` has written with --out")
      ->required()
      ->check(a_name())
      ->type_name("FOLDER");
  command->add_option("-o,--out", options->out, "The page, an HTML file that needs nothing else")
      ->check(a_name())
      ->type_name("FILE")
      ->capture_default_str();
  command->callback([options, &status] { status = write_report_page(*options); });
}

}  // namespace switchyard
