#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/config_faults.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

class ConfigFile : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  TemporaryFolder folder_;
};

TEST_F(ConfigFile, IsReadFromItsFolder) {
  write("pattern.txt", "0 1\n");
  ConfigDocument document = ConfigDocument::from_file(write("x.yaml", "file: pattern.txt\n"));
  EXPECT_EQ(document.directory(), folder_.path());
  EXPECT_EQ(document.root().child("file").as_file(), folder_ / "pattern.txt");
  EXPECT_NO_THROW(document.finish());
}

TEST_F(ConfigFile, FaultsNameTheFileAsGiven) {
  const std::string file = write("x.yaml", "seed: y\n").string();
  ConfigDocument document = ConfigDocument::from_file(file);
  document.root().integer("seed", kAnyCount);
  EXPECT_EQ(faults_of(document),
            file + ":1:7: error: seed = 'y' is not a whole number\n  1 | seed: y\n    |       ^");
}

TEST_F(ConfigFile, ThatCannotBeReadIsAnError) {
  const std::string missing = (folder_ / "missing.yaml").string();
  EXPECT_EQ(error_of([&] { ConfigDocument::from_file(missing); }),
            missing + ": error: cannot be read: No such file or directory");
  EXPECT_EQ(error_of([&] { ConfigDocument::from_file(folder_.path()); }),
            folder_.path().string() + ": error: cannot be read: Is a directory");
}

TEST_F(ConfigFile, NamedInsideThatCannotBeReadIsAFault) {
  ConfigDocument document =
      ConfigDocument::from_file(write("x.yaml", "traffic:\n  permutation_file: x.txt\n  folder: .\n"));
  document.root().child("traffic").child("permutation_file").as_file();
  document.root().child("traffic").child("folder").as_file();
  EXPECT_EQ(document.root().child("traffic").child("none").as_file(), "");
  const std::string file = (folder_ / "x.yaml").string();
  EXPECT_EQ(faults_of(document),
            file + ":1:1: error: traffic.none is missing\n  1 | traffic:\n    | ^\n" + file +
                ":2:21: error: traffic.permutation_file = 'x.txt' cannot be read: No such file or directory\n"
                "  2 |   permutation_file: x.txt\n"
                "    |                     ^\n" +
                file +
                ":3:11: error: traffic.folder = '.' cannot be read: Is a directory\n"
                "  3 |   folder: .\n"
                "    |           ^");
}

TEST_F(ConfigFile, NamedByAnOverrideIsRelativeToTheCurrentFolder) {
  write("pattern.txt", "");
  ConfigDocument document = ConfigDocument::from_file(write("x.yaml", "file: pattern.txt\n"));
  const std::filesystem::path before = std::filesystem::current_path();
  const std::filesystem::path inner = folder_ / "inner";
  std::filesystem::create_directory(inner);
  std::ofstream(inner / "other.txt") << "";
  document.set("file=other.txt");
  std::filesystem::current_path(inner);
  EXPECT_EQ(document.root().child("file").as_file(), "other.txt");
  EXPECT_NO_THROW(document.finish());
  std::filesystem::current_path(before);
}

}  // namespace
}  // namespace switchyard
