#include "testbench/file/compressible_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>
#include <vector>

#include "hw/base/random_stream.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

std::vector<std::string> random_lines(std::uint64_t seed) {
  RandomStream random(seed, 0, Purpose::Process);
  std::vector<std::string> lines;
  for (std::uint32_t n = 0; n < 2000; ++n) {
    std::string& line = lines.emplace_back(random.below(n % 100 == 0 ? 5000 : 60), ' ');
    for (char& c : line) c = static_cast<char>(' ' + random.below(90));
  }
  return lines;
}

void write(const std::filesystem::path& name, const std::vector<std::string>& lines, const std::string& end) {
  CompressibleFile file(name);
  for (const std::string& line : lines) file.write(line + end);
  file.commit();
}

std::vector<std::string> read(const std::filesystem::path& name) {
  LineReader reader(name);
  std::vector<std::string> lines;
  for (std::string line; reader.next(line);) {
    lines.push_back(line);
    EXPECT_EQ(reader.number(), lines.size());
  }
  return lines;
}

TEST(CompressibleFile, IsReadAsItWasWrittenWhateverItsName) {
  const TemporaryFolder folder;
  for (const std::string name : {"a.csv", "a.csv.gz"}) {
    for (const std::string end : {"\n", "\r\n"}) {
      const std::vector<std::string> lines = random_lines(3);
      write(folder / name, lines, end);
      EXPECT_EQ(read(folder / name), lines) << name;
    }
  }
  EXPECT_LT(std::filesystem::file_size(folder / "a.csv.gz"), std::filesystem::file_size(folder / "a.csv"));
  EXPECT_EQ(contents_of(folder / "a.csv.gz").substr(0, 2), "\x1f\x8b");
}

TEST(CompressibleFile, HasItsNameOnlyOnceItIsWhole) {
  const TemporaryFolder folder;
  {
    CompressibleFile file(folder / "a.gz");
    file.write("text");
    EXPECT_FALSE(std::filesystem::exists(folder / "a.gz"));
  }
  EXPECT_EQ(folder.file_count(), 0U);
}

TEST(LineReader, GivesLinesWithoutEndAndEmptyOnes) {
  const TemporaryFolder folder;
  std::ofstream(folder / "a") << "one\n\nthree";
  EXPECT_EQ(read(folder / "a"), (std::vector<std::string>{"one", "", "three"}));
  std::ofstream{folder / "b"}.flush();
  EXPECT_TRUE(read(folder / "b").empty());
}

TEST(LineReader, SaysThatACompressedFileIsCutOff) {
  const TemporaryFolder folder;
  write(folder / "a.gz", random_lines(4), "\n");
  const std::string all = contents_of(folder / "a.gz");
  std::ofstream(folder / "b.gz") << all.substr(0, all.size() - 20);
  EXPECT_THROW(read(folder / "b.gz"), std::invalid_argument);
  EXPECT_THROW(read(folder / "none.gz"), std::system_error);
}

}  // namespace
}  // namespace switchyard
