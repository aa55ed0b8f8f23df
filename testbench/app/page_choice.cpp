#include "testbench/app/page_choice.h"

#include <nlohmann/json.hpp>

#include "testbench/file/pending_file.h"
#include "testbench/file/print.h"
#include "testbench/page/report_page.h"
#include "testbench/page/result_folder.h"

namespace switchyard {

void write_page(const std::vector<std::filesystem::path>& folders, const std::filesystem::path& file) {
  ResultFolders results;
  for (const std::filesystem::path& folder : folders) results.add(folder);
  prepare_file(file);
  write_file(file, report_page(results.to_json()));
  print_out("report: {}, for a browser\n", file.string());
}

void PageChoice::add_to(CLI::App& command, CLI::Option* out) {
  command.add_flag("--report", wanted, "Write report.html, a page for a browser, into the folder of --out")
      ->needs(out);
}

void PageChoice::check() const {
  if (wanted) require_page_library();
}

void PageChoice::write(const std::filesystem::path& folder) const {
  if (wanted) write_page({folder}, folder / "report.html");
}

}  // namespace switchyard
