#include "testbench/app/switchyard.h"

#include <cstdlib>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <systemc>

#include "hw/config/config_node.h"
#include "testbench/app/command_line.h"
#include "testbench/app/commands.h"
#include "testbench/app/completion.h"
#include "testbench/app/man_page.h"
#include "testbench/app/run_origin.h"
#include "testbench/file/print.h"

namespace {

const char* const kFooter =
    "Exit status: 0 good; 1 a failed check or a missed expectation (a run that is undecided misses\n"
    "both values of `expect.stable`); 2 bad input; 3 deadlock; 4 RTL and model differ; 130 and 143 "
    "interrupted by SIGINT or SIGTERM.\n"
    "\n"
    "Examples:\n"
    "  switchyard run configs/quickstart.yaml --out out/quickstart\n"
    "  switchyard run configs/quickstart.yaml --level clocked --set traffic.load=0.4\n"
    "  switchyard sweep configs/quickstart.yaml --over traffic.load=0.05:0.5:0.05 --out out/sweep\n"
    "  switchyard platform configs/platform/torus_4x4.yaml --level clocked --out out/platform\n"
    "  switchyard cosim configs/quickstart.yaml --out out/cosim\n"
    "  switchyard show configs/quickstart.yaml";

int refuse(const std::string& why) {
  switchyard::print_error("switchyard: error: {}\n", why);
  return switchyard::kBadInput;
}

const switchyard::Catalogs* catalogs_of_this_process = nullptr;  ///< SystemC calls sc_main() with words only.

}  // namespace

int sc_main(int argc, char** argv) {
  using namespace switchyard;
  const Catalogs& catalogs = *catalogs_of_this_process;
  CLI::App app{"Routers for massively parallel machines, from one YAML file, from transactions to RTL.",
               "switchyard"};
  app.footer(kFooter);
  app.set_version_flag("--version", name_and_version());
  app.add_flag_callback(
      "--man-page", [&] { throw CLI::CallForVersion(man_page(app, name_and_version()), 0); },
      "Print the manual page, as of `man switchyard`, and exit");
  app.add_flag_callback(
      "--bash-completion", [&] { throw CLI::CallForVersion(bash_completion(app, catalogs), 0); },
      "Print the completion for bash and exit: eval \"$(switchyard --bash-completion)\"");
  app.require_subcommand(1);
  int status = kGood;
  add_run_command(app, catalogs, status);
  add_sweep_command(app, catalogs, status);
  add_platform_command(app, catalogs, status);
  add_cosim_command(app, catalogs, status);
  add_export_command(app, catalogs, status);
  add_check_command(app, catalogs, status);
  add_estimate_command(app, catalogs, status);
  add_conflicts_command(app, catalogs, status);
  add_survivors_command(app, catalogs, status);
  add_expansion_command(app, catalogs, status);
  add_show_command(app, catalogs, status);
  add_list_command(app, catalogs, status);
  add_schema_command(app, catalogs, status);
  add_validate_command(app, catalogs, status);
  add_packet_command(app, status);
  add_report_command(app, status);
  add_compare_command(app, catalogs, status);
  try {
    run_command_line(app, {argv + 1, argv + argc}, catalogs);
  } catch (const CLI::Success& help) {
    std::ostringstream text;
    app.exit(help, text, text);
    print_text(text.str());
  } catch (const ConfigError& error) {
    print_error("{}\n", error.what());
    status = kBadInput;
  } catch (const std::invalid_argument& error) {
    status = refuse(error.what());
  } catch (const std::system_error& error) {  // A path that cannot be read or written.
    status = refuse(error.what());
  } catch (const std::bad_alloc&) {
    status = refuse("there is too little memory for this");
  } catch (const std::exception& error) {
    refuse(error.what());
    status = kFailed;
  }
  if (const std::string why = end_of_output(); !why.empty()) {
    const int of_output = refuse("standard output: " + why);
    if (status == kGood) status = of_output;
  }
  return status;
}

namespace switchyard {

int run_switchyard(int argc, char** argv, const Catalogs& catalogs) {
  open_standard_streams();
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", /*overwrite=*/1);
  catalogs_of_this_process = &catalogs;
  return sc_core::sc_elab_and_sim(argc, argv);
}

}  // namespace switchyard
