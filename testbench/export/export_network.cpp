#include "testbench/export/export_network.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "testbench/export/network_bench_writer.h"
#include "testbench/export/network_rtl_writer.h"
#include "testbench/export/rtl_files.h"
#include "testbench/file/file_group.h"
#include "testbench/file/pending_file.h"

namespace switchyard {
namespace {

/// In the order in which tools must read them.
std::vector<std::string> sources_of(const Design& design) {
  std::vector<std::string> sources = rtl_list(router_of(design).sources);
  if (has_repeaters(design)) sources.emplace_back("router/link_repeater.sv");
  return sources;
}

/// Of whichever router an earlier export into the same folder had.
std::vector<std::string> any_rtl() {
  std::vector<std::string> names;
  for (const RtlFile& file : rtl_files()) names.push_back("rtl/" + std::string(file.path));
  return names;
}

std::string file_list(const std::vector<std::string>& sources) {
  std::string list = "+incdir+include\n";
  for (const std::string& source : sources) list += "rtl/" + source + "\n";
  return list + "network.sv\n";
}

/// Its places are below rtl/ of this project. The network leaves open what it does not need.
std::string waivers() {
  std::string text(rtl_file("lint/waivers.vlt"));
  constexpr std::string_view kBelow = "\"*/rtl/";
  for (std::size_t at = 0; (at = text.find(kBelow, at)) != std::string::npos;)
    text.replace(at, kBelow.size(), "\"*rtl/");
  return text +
         "\n// The network.\n"
         "lint_off -rule UNUSED -file \"*network.sv\"\n"
         "lint_off -rule PINCONNECTEMPTY -file \"*network.sv\"\n";
}

std::string read_command(const std::vector<std::string>& sources) {
  std::string read = "read_verilog -sv -Iinclude";
  for (const std::string& source : sources) read += " rtl/" + source;
  return read;
}

/// Debian's package qflow-tech-osu018.
constexpr const char* kCells = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

/// Of a router, as all are the same.
std::string timing_synthesis_script(const std::vector<std::string>& sources, const RouterRtl& rtl) {
  std::string parameters;
  for (const auto& [name, value] : rtl.parameters) parameters += fmt::format(" -chparam {} {}", name, value);
  return fmt::format(
      R"(# yosys -s timing.ys: a router in cells of 0.18 um; its area in timing.txt.
{0}
hierarchy -check -top {1}{2}
synth -flatten -noabc
dfflibmap -liberty {3}
abc -liberty {3} -constr timing.constr -D 1000
setundef -zero
splitnets -ports
opt_clean -purge
rename -top router
tee -o timing.txt stat -liberty {3}
write_verilog -noattr -noexpr router.v
)",
      read_command(sources), rtl.module, parameters, kCells);
}

std::string timing_script() {
  return fmt::format(
      R"(# sta -exit timing.tcl: the longest path of router.v, and the frequency that it allows.
set period 100
read_liberty {}
read_verilog router.v
link_design router
create_clock -name clk -period $period [get_ports clk_i]
set_input_delay 0 -clock clk [get_ports {{flit_i* credit_i*}}]
set_output_delay 0 -clock clk [all_outputs]
set_false_path -from [get_ports rst_ni]
report_checks -path_delay max -digits 3
set path [expr {{$period - [worst_slack]}}]
puts [format "longest path %.2f ns, %.0f MHz" $path [expr {{1000 / $path}}]]
)",
      kCells);
}

constexpr const char* kTimingConstraints = "set_driving_cell INVX4\nset_load 50 [all_outputs]\n";

std::string synthesis_script(const std::vector<std::string>& sources) {
  return "# yosys -s synth.ys: gates of the network, each module once; figures in synth.txt.\n" +
         read_command(sources) +
         " network.sv\n"
         "hierarchy -check -top network\n"
         "synth -noabc\n"
         "abc -g AND,OR,XOR,MUX\n"
         "opt_clean\n"
         "check -assert\n"
         "select -assert-none t:$dlatch t:$_DLATCH* t:$_SR_*\n"
         "tee -o synth.txt stat\n";
}

constexpr const char* kConstraints =
    "# A stub: the period is yours to set, in nanoseconds.\n"
    "create_clock -name clk -period 10 [get_ports clk_i]\n"
    "set_input_delay 2 -clock clk [all_inputs]\n"
    "set_output_delay 2 -clock clk [all_outputs]\n"
    "set_false_path -from [get_ports rst_ni]\n";

std::string readme(const ExportedRun& run) {
  const Design& design = run.experiment.design;
  const RouterRtl rtl = router_of(design);
  std::string parameters;
  for (const auto& [name, value] : rtl.parameters) parameters += fmt::format("| `{}` | {} |\n", name, value);
  return fmt::format(
      R"(# {0}: {1} routers on a {2}, in SystemVerilog

`network.sv` is the network: {1} instances of `{3}` with their straps, and the links between them. A model of it has run
with the traffic of `config.yaml`; what was on the pins of its terminals in the first {4} cycles is in `traffic.hex`, and
`network_tb.sv` compares the RTL with it in every cycle. Written by: `{5}`

## Use

In this folder, with what you have of these tools:

```console
$ iverilog -g2012 -s network_tb -o network_tb.vvp -f network.f network_tb.sv && vvp -n network_tb.vvp
$ verilator --lint-only -Wall lint.vlt -f network.f
$ verilator --binary -Wno-lint --top-module network_tb -f network.f network_tb.sv && obj_dir/Vnetwork_tb
$ yosys -s synth.ys
$ yosys -s timing.ys && sta -exit timing.tcl
```

A simulation says PASS, or FAIL and the first pin that differs.

## Files

| file | what it is |
|---|---|
| `network.sv` | the network; its pins are those of the terminals |
| `network.f` | all files of the network, for Verilator and Icarus |
| `rtl/`, `include/` | the router and its parts |
| `network_tb.sv`, `traffic.hex` | the test bench, and what it plays |
| `lint.vlt` | what Verilator's `-Wall` need not say |
| `network.sdc` | a stub of constraints |
| `synth.ys` | a script for yosys: the network in simple gates, and no latches |
| `timing.ys`, `timing.tcl`, `timing.constr` | for yosys and OpenSTA: area and frequency of a router in the cells of Debian's qflow-tech-osu018 |
| `config.yaml`, `results.json`, `manifest.json` | the run: its configuration, figures, version and seed |

`always_comb` is written `always @*`, as Icarus 11 wakes itself up with the former.

## The router

| parameter of `{3}` | value |
|---|---|
{6}
## Deadlock

{7}

## Figures of the run

```
{8}```
)",
      design.name.empty() ? "A network" : design.name, design.topology->node_count(), design.topology->kind(),
      rtl.module, run.record.cycles(), fmt::join(run.origin.command, " "), parameters,
      to_text(*run.results.check, run.experiment.expect), summary(run.experiment, run.results));
}

}  // namespace

void export_network(const std::filesystem::path& folder, const ExportedRun& run) {
  const Design& design = run.experiment.design;
  const std::vector<std::string> sources = sources_of(design);
  FileGroup files(folder);
  const auto write = [&](const std::string& name, std::string_view text) {
    prepare_file(folder / name);
    files.add(name, text);
  };
  for (const std::string& source : sources) write("rtl/" + source, for_any_simulator(rtl_file(source)));
  for (const char* header : {"include/net_assert.svh", "include/net_types.svh"})
    write(header, rtl_file(header));
  write("network.sv", network_rtl(design));
  write("network.f", file_list(sources));
  write("network.sdc", kConstraints);
  write("synth.ys", synthesis_script(sources));
  write("timing.ys", timing_synthesis_script(sources, router_of(design)));
  write("timing.tcl", timing_script());
  write("timing.constr", kTimingConstraints);
  write("lint.vlt", waivers());
  write("traffic.hex", run.record.text());
  write("network_tb.sv", network_bench(design, run.record));
  write("README.md", readme(run));
  files.commit(any_rtl());
  write_report(folder, run.experiment, run.results, run.origin);
}

}  // namespace switchyard
