#include "testbench/sweep/csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "testbench/file/pending_file.h"

namespace switchyard {
namespace {

std::string csv_cell(const std::string& value) {
  if (value.find_first_of(",\"\n") == std::string::npos) return value;
  std::string text = "\"";
  for (const char c : value) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + '"';
}

}  // namespace

void write_csv(const std::filesystem::path& file, const std::vector<std::vector<std::string>>& rows) {
  PendingFile table(file);
  for (const std::vector<std::string>& row : rows) {
    std::vector<std::string> cells;
    for (const std::string& cell : row) cells.push_back(csv_cell(cell));
    table.write(fmt::format("{}\n", fmt::join(cells, ",")));
  }
  table.commit();
}

}  // namespace switchyard
