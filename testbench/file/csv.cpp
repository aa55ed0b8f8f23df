#include "testbench/file/csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "testbench/file/pending_file.h"
#include "testbench/file/read_file.h"

namespace switchyard {

std::string csv_cell(const std::string& value) {
  if (value.find_first_of(",\"\n\r") == std::string::npos) return value;
  std::string text = "\"";
  for (const char c : value) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + '"';
}

void write_csv(const std::filesystem::path& file, const std::vector<std::vector<std::string>>& rows) {
  PendingFile table(file);
  for (const std::vector<std::string>& row : rows) {
    std::vector<std::string> cells;
    for (const std::string& cell : row) cells.push_back(csv_cell(cell));
    table.write(fmt::format("{}\n", fmt::join(cells, ",")));
  }
  table.commit();
}

std::vector<std::vector<std::string>> read_csv(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row;
  std::string cell;
  std::size_t line = 1;
  bool quoted = false;
  const auto fail = [&](const char* what) {
    throw std::invalid_argument(fmt::format("{}, line {}: {}", file.string(), line, what));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      cell += text[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == ',' || c == '\n')) {
      row.push_back(std::move(cell));
      cell.clear();
      if (c == ',') continue;
      if (!rows.empty() && row.size() != rows.front().size()) fail("not as many cells as columns");
      rows.push_back(std::move(row));
      row.clear();
      ++line;
    } else {
      cell += c;
    }
  }
  if (quoted) fail("a quote does not end");
  if (!cell.empty() || !row.empty()) fail("the last line does not end");
  return rows;
}

bool holds_texts(const std::string& column) {
  constexpr const char* kTexts[] = {"event_hash", "reason", "name", "label", "ports", "sends", "receives"};
  return std::find(std::begin(kTexts), std::end(kTexts), column) != std::end(kTexts);
}

}  // namespace switchyard
