#include "testbench/file/pending_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <system_error>

#include "testbench/file/file_group.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

std::string error_of_writing(const std::filesystem::path& file) {
  try {
    write_file(file, "text");
    return "no error";
  } catch (const std::system_error& error) {
    return error.what();
  }
}

TEST(PendingFile, HasItsNameOnlyOnceItIsComplete) {
  const TemporaryFolder folder;
  write_file(folder / "a", "old");
  {
    PendingFile file(folder / "a");
    file.write("new");
    file.complete();
    EXPECT_EQ(contents_of(folder / "a"), "old");
    EXPECT_EQ(folder.file_count(), 2U);
  }
  EXPECT_EQ(contents_of(folder / "a"), "old");
  EXPECT_EQ(folder.file_count(), 1U);
  write_file(folder / "a", "new");
  EXPECT_EQ(contents_of(folder / "a"), "new");
}

TEST(PendingFile, WritesThroughLinksAlsoThoseToNothingYet) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "below");
  std::filesystem::create_symlink("below", folder / "shortcut");
  std::filesystem::create_symlink("shortcut/b", folder / "a");
  for (const std::string text : {"one", "two"}) {
    write_file(folder / "a", text);
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "a"));
    EXPECT_EQ(contents_of(folder / "below/b"), text);
  }
  EXPECT_EQ(folder.file_count(), 3U);
}

TEST(PendingFile, LeavesDevicesWhatTheyAre) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / "full");
  EXPECT_EQ(error_of_writing(folder / "full"),
            (folder / "full").string() + " cannot be written: No space left on device");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
  EXPECT_EQ(error_of_writing("/dev/null"), "no error");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(PendingFile, IsWritableIfTryingSaysSo) {
  const TemporaryFolder folder;
  check_writable(folder / "a");
  EXPECT_EQ(folder.file_count(), 0U);
  EXPECT_THROW(check_writable(folder / "missing/a"), std::system_error);
  EXPECT_THROW(check_writable(folder.path()), std::system_error);
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  check_writable(folder / "pipe");  // Without a reader to wait for.
  prepare_file(folder / "made/a");
  EXPECT_TRUE(std::filesystem::is_empty(folder / "made"));
}

TEST(FileGroup, ReplacesAllFilesOrNone) {
  const TemporaryFolder folder;
  for (const std::string name : {"a", "b", "c", "other"}) write_file(folder / name, "old");
  {
    FileGroup files(folder.path());
    files.add("a", "new");
    std::filesystem::create_symlink("/dev/full", folder / "full");
    EXPECT_THROW(files.add("full", "new"), std::system_error);
  }
  std::filesystem::remove(folder / "full");
  EXPECT_EQ(contents_of(folder / "a"), "old");
  EXPECT_EQ(folder.file_count(), 4U);
  FileGroup files(folder.path());
  files.add("a", "new");
  files.add("b", "new");
  EXPECT_EQ(contents_of(folder / "a"), "old");
  files.commit({"a", "b", "c"});
  EXPECT_EQ(contents_of(folder / "a") + contents_of(folder / "b") + contents_of(folder / "other"),
            "newnewold");
  EXPECT_EQ(folder.file_count(), 3U);
}

}  // namespace
}  // namespace switchyard
