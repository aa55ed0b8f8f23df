#include "tests/support/sweep_command.h"

#include <algorithm>
#include <fstream>
#include <sstream>

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

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line + ',');
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

}  // namespace

std::vector<std::map<std::string, std::string>> table_of(const std::filesystem::path& file) {
  std::istringstream stream(contents_of(file));
  std::string line;
  std::getline(stream, line);
  const std::vector<std::string> header = cells_of(line);
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(stream, line)) {
    const std::vector<std::string> cells = cells_of(line);
    EXPECT_EQ(cells.size(), header.size()) << line;
    std::map<std::string, std::string>& row = rows.emplace_back();
    for (std::size_t i = 0; i < std::min(cells.size(), header.size()); ++i) row[header[i]] = cells[i];
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
