#include "tests/support/sweep_command.h"

#include <fstream>

#include "testbench/file/csv.h"

namespace switchyard {
namespace {

const char* const kTinyTorus = R"(
name: tiny
topology: {kind: torus, radix: [4, 4], link_latency: 1}
router: {kind: duato, virtual_channels: 3, input_depth: 4, output_depth: 2}
routing: {kind: duato}
traffic: {pattern: uniform, packet_length: 4, load: 0.2}
measure: {warmup: 500, cycles: 2000}
)";

}  // namespace

std::vector<std::map<std::string, std::string>> table_of(const std::filesystem::path& file) {
  const std::vector<std::vector<std::string>> cells = read_csv(file);
  std::vector<std::map<std::string, std::string>> rows;
  for (std::size_t row = 1; row < cells.size(); ++row) {
    std::map<std::string, std::string>& named = rows.emplace_back();
    for (std::size_t i = 0; i < cells.front().size(); ++i) named[cells.front()[i]] = cells[row][i];
  }
  return rows;
}

SweepCommand::SweepCommand() { std::ofstream(config_) << kTinyTorus; }

CommandResult SweepCommand::sweep(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"sweep", config_, "--out", out_.string()});
  return run_switchyard(arguments);
}

void SweepCommand::expect_refused(const std::vector<std::string>& arguments, const std::string& message) {
  const CommandResult result = sweep(arguments);
  EXPECT_EQ(result.status, 2) << result.err;
  EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
  EXPECT_FALSE(std::filesystem::exists(out_)) << "it wrote something";
}

std::string SweepCommand::write_config(const std::string& name, const std::string& more) {
  const std::filesystem::path file = folder_ / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << kTinyTorus << more;
  return file.string();
}

}  // namespace switchyard
