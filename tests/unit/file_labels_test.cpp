#include "testbench/sweep/file_labels.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

using Labels = std::vector<std::string>;

TEST(FileLabels, AreTheNamesOfFilesThatDiffer) {
  EXPECT_EQ(labels_of_files({"x/chaos.yaml", "y/exchange.yaml"}), (Labels{"chaos", "exchange"}));
}

TEST(FileLabels, HaveAsManyFoldersAsTellFilesApart) {
  EXPECT_EQ(labels_of_files({"a/net.yaml", "b/net.yaml", "b/other.yaml"}),
            (Labels{"a/net", "b/net", "other"}));
  EXPECT_EQ(labels_of_files({"1/a/net.yaml", "2/a/net.yaml", "2/b/net.yaml"}),
            (Labels{"1/a/net", "2/a/net", "b/net"}));
}

TEST(FileLabels, NameTheFolderOfAFileInTheWorkingFolder) {
  const Labels labels = labels_of_files({"net.yaml", "./b/net.yaml"});
  EXPECT_NE(labels[0].find("/net"), std::string::npos);
  EXPECT_EQ(labels[1], "b/net");
}

TEST(FileLabels, KeepTheExtensionIfNothingElseDiffers) {
  EXPECT_EQ(labels_of_files({"a/net.yaml", "a/net.yml"}), (Labels{"net.yaml", "net.yml"}));
}

TEST(FileLabels, TellAFileFromOneWhosePathEndsInIts) {
  EXPECT_EQ(labels_of_files({"/net.yaml", "/a/net.yaml"}), (Labels{"/net", "a/net"}));
}

}  // namespace
}  // namespace switchyard
