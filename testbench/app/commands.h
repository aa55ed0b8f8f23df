#pragma once

#include <CLI/CLI.hpp>

#include "testbench/experiment/experiment.h"
#include "testbench/report/exit_status.h"

namespace switchyard {

/// Each adds its subcommand; when it was chosen, it runs as a callback and leaves its exit status in
/// `status`. `catalogs` must outlive the application.
void add_run_command(CLI::App& app, const Catalogs& catalogs, int& status);
void add_sweep_command(CLI::App& app, const Catalogs& catalogs, int& status);
void add_cosim_command(CLI::App& app, const Catalogs& catalogs, int& status);
void add_export_command(CLI::App& app, const Catalogs& catalogs, int& status);
void add_check_command(CLI::App& app, const Catalogs& catalogs, int& status);
void add_estimate_command(CLI::App& app, const Catalogs& catalogs, int& status);
void add_conflicts_command(CLI::App& app, const Catalogs& catalogs, int& status);
void add_survivors_command(CLI::App& app, const Catalogs& catalogs, int& status);
void add_expansion_command(CLI::App& app, const Catalogs& catalogs, int& status);
void add_show_command(CLI::App& app, const Catalogs& catalogs, int& status);
void add_list_command(CLI::App& app, const Catalogs& catalogs, int& status);
void add_schema_command(CLI::App& app, const Catalogs& catalogs, int& status);
void add_platform_command(CLI::App& app, const Catalogs& catalogs, int& status);
void add_validate_command(CLI::App& app, const Catalogs& catalogs, int& status);
void add_packet_command(CLI::App& app, int& status);
void add_report_command(CLI::App& app, int& status);
void add_compare_command(CLI::App& app, const Catalogs& catalogs, int& status);

}  // namespace switchyard
