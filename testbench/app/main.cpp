#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <system_error>
#include <systemc>

#include "hw/config/config_node.h"
#include "testbench/app/command_line.h"
#include "testbench/app/commands.h"
#include "testbench/run/version.h"

namespace {

const char* const kFooter =
    "Exit status: 0 good; 1 a failed check, a missed expectation, or instability where `expect.stable`\n"
    "is set; 2 bad input; 3 deadlock; 4 RTL and model differ.\n"
    "\n"
    "Examples:\n"
    "  switchyard run configs/quickstart.yaml --out out/quickstart\n"
    "  switchyard run configs/quickstart.yaml --level clocked --set traffic.load=0.4\n"
    "  switchyard sweep configs/quickstart.yaml --over traffic.load=0.05:0.5:0.05 --out out/sweep\n"
    "  switchyard platform configs/platform/torus_4x4.yaml --level clocked --out out/platform\n"
    "  switchyard cosim configs/quickstart.yaml --out out/cosim\n"
    "  switchyard show configs/quickstart.yaml";

}  // namespace

int sc_main(int argc, char** argv) {
  CLI::App app{"Routers for massively parallel machines, from one YAML file, from transactions to RTL.",
               "switchyard"};
  app.footer(kFooter);
  app.set_version_flag("--version", std::string("switchyard ") + switchyard::kVersion);
  app.require_subcommand(1);
  int status = switchyard::kGood;
  switchyard::add_run_command(app, status);
  switchyard::add_sweep_command(app, status);
  switchyard::add_platform_command(app, status);
  switchyard::add_cosim_command(app, status);
  switchyard::add_check_command(app, status);
  switchyard::add_show_command(app, status);
  switchyard::add_list_command(app, status);
  switchyard::add_validate_command(app, status);
  try {
    switchyard::run_command_line(app, {argv + 1, argv + argc});
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const switchyard::ConfigError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return switchyard::kBadInput;
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "switchyard: error: %s\n", error.what());
    return switchyard::kBadInput;
  } catch (const std::system_error& error) {  // A path that cannot be read or written.
    std::fprintf(stderr, "switchyard: error: %s\n", error.what());
    return switchyard::kBadInput;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "switchyard: error: there is too little memory for this\n");
    return switchyard::kBadInput;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "switchyard: error: %s\n", error.what());
    return switchyard::kFailed;
  }
  return status;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", /*overwrite=*/1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
