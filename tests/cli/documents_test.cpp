#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "testbench/cosim/rtl_model.h"
#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/document.h"
#include "tests/support/fake_slurm.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

/// README.md and all of docs, by name.
std::vector<std::string> documents() {
  std::vector<std::string> files{"README.md"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() / "docs")) {
    if (entry.path().extension() == ".md")
      files.push_back(entry.path().lexically_relative(source_folder()).string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string first_word(const std::string& line) { return line.substr(0, line.find(' ')); }

/// Of the words that a command of a document may begin with, those that are run here.
bool is_run(const std::string& word) {
  static const std::set<std::string> kWords{"build/switchyard", "cat", "cut", "echo", "grep", "head", "ls",
                                            "script/run"};
  return kWords.contains(word);
}

/// Those that are not: scripts and builds, which have tests of their own, and windows.
bool is_left_out(const std::string& word) {
  static const std::set<std::string> kWords{"cmake", "ctest", "gtkwave"};
  const bool program = word == "deflection" || word.starts_with("build/") || word.starts_with("build-dev/");
  const bool script = word.starts_with("script/") && std::filesystem::exists(source_folder() / word);
  return kWords.contains(word) || script || (program && word != "build/switchyard");
}

bool needs_rtl(const ShownCommand& command) {
  static const std::regex kRtl(" cosim .*(lockstep|rtl)| --level (lockstep|rtl)");
  return std::regex_search(command.line, kRtl);
}

/// The pages of results show commands that take hours, without `$`: results_index_test.cpp asks if they are
/// still good.
bool has_long_commands(const std::string& document) { return document.starts_with("docs/results/"); }

class EveryDocument : public testing::TestWithParam<std::string> {
 protected:
  /// A folder like that of the project, with all built, in which the document is gone through from top to
  /// bottom.
  void SetUp() override {
    for (const char* folder : {"configs", "script"})
      std::filesystem::copy(source_folder() / folder, folder_ / folder,
                            std::filesystem::copy_options::recursive);
    for (const char* folder : {"build", "waveforms/out", "bin"})
      std::filesystem::create_directories(folder_ / folder);
    std::filesystem::current_path(folder_.path());
    std::filesystem::create_symlink(std::getenv("SWITCHYARD"), "build/switchyard");
    for (const char* step : {"script/setup", "bin/cmake"}) {  // What script/run does first is done.
      std::filesystem::remove(step);
      std::filesystem::create_symlink("/bin/true", step);
    }
    write_fake_slurm(std::filesystem::absolute("bin"));
    setenv("PATH", ("./bin:" + std::string(std::getenv("PATH"))).c_str(), 1);
  }

  void try_out(const ShownCommand& command) {
    if (!is_run(first_word(command.line))) {
      EXPECT_TRUE(is_left_out(first_word(command.line))) << command.line << ": no test runs this";
      const bool is_of_the_package = first_word(command.line) == "deflection";
      EXPECT_TRUE(command.output.empty() || is_of_the_package) << command.line << ": no test compares this";
      return;
    }
    const CommandResult result = run_command("/bin/sh", {"-c", command.line});
    EXPECT_EQ(result.status, command.status) << command.line << '\n' << result.out << result.err;
    if (!untrue_line(command.output, result.err + result.out)) return;
    const auto untrue = untrue_line(command.output, result.out + result.err);
    EXPECT_FALSE(untrue) << command.line << " does not print: " << *untrue << '\n'
                         << result.out << result.err;
  }

 private:
  TemporaryFolder folder_;
};

TEST_P(EveryDocument, ShowsCommandsThatWorkAndPrintWhatItSays) {
  const Document document = read_document(source_folder() / GetParam());
  for (const DocumentBlock& block : document.blocks) {
    SCOPED_TRACE(GetParam() + ':' + std::to_string(block.line));
    if (!block.file.empty()) std::ofstream(block.file) << block.text;
    const bool skipped = !has_rtl() && std::any_of(block.commands.begin(), block.commands.end(), needs_rtl);
    if (skipped) continue;  // What it says itself is the test of cosim_test.cpp.
    for (const ShownCommand& command : block.commands) try_out(command);
  }
  const std::filesystem::path here = (source_folder() / GetParam()).parent_path();
  for (const auto& [made, shown] : document.pictures)
    EXPECT_TRUE(contents_of(made) == contents_of(here / shown)) << shown << " is not " << made;
}

INSTANTIATE_TEST_SUITE_P(Documents, EveryDocument, testing::ValuesIn(documents()), [](const auto& document) {
  std::string name = document.param.substr(0, document.param.rfind('.'));
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '/' || c == '-'; }, '_');
  return name;
});

TEST(Documents, ShowNoCommandThatIsNotTried) {
  for (const std::string& file : documents()) {
    for (const DocumentBlock& block : read_document(source_folder() / file).blocks) {
      for (const std::string& line : block.others) {
        SCOPED_TRACE(file + ':' + std::to_string(block.line) + ": " + line);
        EXPECT_FALSE(line.starts_with("$ ")) << "commands stand in console blocks";
        EXPECT_TRUE(first_word(line) != "build/switchyard" || has_long_commands(file))
            << "commands stand in console blocks, after $";
      }
    }
  }
}

TEST(Documents, HaveTheCommandsThatAReaderNeedsFirst) {
  std::set<std::string> shown;
  for (const std::string& file : documents()) {
    for (const DocumentBlock& block : read_document(source_folder() / file).blocks) {
      for (const ShownCommand& command : block.commands) {
        std::istringstream words(command.line);
        std::string program, verb;
        words >> program >> verb;
        if (program == "build/switchyard") shown.insert(verb);
      }
    }
  }
  for (const char* verb :
       {"run", "sweep", "platform", "cosim", "check", "show", "list", "validate", "packet"})
    EXPECT_TRUE(shown.contains(verb)) << verb;
}

TEST(Documents, BeginWithAReadmeOfAtMost120Lines) {
  const std::string readme = contents_of(source_folder() / "README.md");
  EXPECT_LE(std::count(readme.begin(), readme.end(), '\n'), 120);
}

TEST(ShownOutput, IsTrueOnlyIfItIsPrinted) {
  const std::string printed = "a run\n  load 0.3\n  hops 8\nspeed 0.757 s, 1.5 MB\n";
  EXPECT_FALSE(untrue_line({}, printed));
  EXPECT_FALSE(untrue_line({"a run", "  load 0.3", "  hops 8", "speed 1.2 s, 2 MB"}, printed));
  EXPECT_FALSE(untrue_line({"a run", "...", "  hops 8", "  ..."}, printed));
  EXPECT_FALSE(untrue_line({"a run", "  load ...", "..."}, printed));
  EXPECT_FALSE(untrue_line({"...", "speed ... MB"}, printed));
  EXPECT_EQ(untrue_line({"a run", "  load 0.4", "..."}, printed), "  load 0.4");
  EXPECT_EQ(untrue_line({"a run", "  hops 8", "..."}, printed), "  hops 8");
  EXPECT_EQ(untrue_line({"...", "  hops 8", "  load 0.3", "..."}, printed), "  load 0.3");
  EXPECT_EQ(untrue_line({"  load 0.3", "..."}, printed), "  load 0.3");
  EXPECT_EQ(untrue_line({"a run", "...", "speed ... kB"}, printed), "speed ... kB");
  EXPECT_TRUE(untrue_line({"a run"}, printed));
  EXPECT_TRUE(untrue_line({"..."}, printed) == std::nullopt);
}

TEST(ShownOutput, IsReadWithItsCommandAndItsStatus) {
  const TemporaryFolder folder;
  std::ofstream(folder / "page.md")
      << "```yaml\n# own.yaml\nname: own\n```\n"
         "```console\n$ one --a \\\n    --b # ends badly: status 3\nout\n\n...\n$ two\n```\n"
         "```\n$ three\n```\n"
         "<!-- picture: out/x.svg -->\n![X](figures/x.svg)\n";
  const Document document = read_document(folder / "page.md");
  ASSERT_EQ(document.blocks.size(), 3U);
  EXPECT_EQ(document.blocks[0].file, "own.yaml");
  EXPECT_EQ(document.blocks[0].text, "# own.yaml\nname: own\n");
  ASSERT_EQ(document.blocks[1].commands.size(), 2U);
  EXPECT_EQ(document.blocks[1].line, 5U);
  EXPECT_EQ(document.blocks[1].commands[0].line, "one --a \\\n    --b # ends badly: status 3");
  EXPECT_EQ(document.blocks[1].commands[0].status, 3);
  EXPECT_EQ(document.blocks[1].commands[0].output, (std::vector<std::string>{"out", "", "..."}));
  EXPECT_EQ(document.blocks[1].commands[1].status, 0);
  EXPECT_EQ(document.blocks[2].others, std::vector<std::string>{"$ three"});
  EXPECT_EQ(document.pictures, (std::vector<MadePicture>{{"out/x.svg", "figures/x.svg"}}));
}

}  // namespace
}  // namespace switchyard
