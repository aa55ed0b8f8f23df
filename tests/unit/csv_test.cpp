#include "testbench/file/csv.h"

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "testbench/file/read_file.h"
#include "tests/support/dice.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

using CsvRows = std::vector<std::vector<std::string>>;

std::string refusal_of_csv(const std::string& text) {
  const TemporaryFolder folder;
  std::ofstream(folder / "table.csv") << text;
  try {
    read_csv(folder / "table.csv");
  } catch (const std::invalid_argument& error) {
    const std::string what = error.what();
    return what.substr(what.rfind('/') + 1);
  }
  return "";
}

TEST(Csv, ComesBackAsItWasWritten) {
  const TemporaryFolder folder;
  Dice dice(31);
  for (int round = 0; round < 50; ++round) {
    const std::string letters = "ab,\"\n\r 1.5";
    const int height = dice.between(1, 6);
    const int width = dice.between(1, 5);
    CsvRows rows(static_cast<std::size_t>(height), std::vector<std::string>(static_cast<std::size_t>(width)));
    for (std::vector<std::string>& row : rows)
      for (std::string& cell : row)
        for (int left = dice.between(0, 5); left > 0; --left)
          cell += letters[static_cast<std::size_t>(dice.between(0, static_cast<int>(letters.size()) - 1))];
    write_csv(folder / "table.csv", rows);
    EXPECT_EQ(read_csv(folder / "table.csv"), rows);
  }
}

TEST(Csv, OfAWrongShapeIsRefusedWithItsLine) {
  EXPECT_EQ(refusal_of_csv("a,b\n1,2\n3\n"), "table.csv, line 3: not as many cells as columns");
  EXPECT_EQ(refusal_of_csv("a,b\n1,2"), "table.csv, line 2: the last line does not end");
  EXPECT_EQ(refusal_of_csv("a,b\n1,\"2\n"), "table.csv, line 2: a quote does not end");
  EXPECT_EQ(refusal_of_csv("a,b\n1,2\n"), "");
}

TEST(Csv, ThatIsNotThereIsNamed) {
  const TemporaryFolder folder;
  try {
    read_csv(folder / "none.csv");
    FAIL();
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("none.csv cannot be read"), std::string::npos);
  }
}

}  // namespace
}  // namespace switchyard
