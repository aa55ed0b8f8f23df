#include "testbench/wave/vcd_writer.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <map>
#include <stdexcept>
#include <system_error>

#include "hw/base/random_stream.h"
#include "tests/support/fst_round_trip.h"
#include "tests/support/needs.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/vcd_reader.h"

namespace switchyard {
namespace {

/// top.{clk, deep.{word, bit}}
struct SmallTree {
  WaveTree tree;
  WireId clk, word, bit;
  SmallTree() {
    tree.scope("top", Fold::Open, [&] {
      clk = tree.wire("clk", 1);
      tree.scope("deep", Fold::Open, [&] {
        word = tree.wire("word", 8);
        bit = tree.wire("bit", 1);
      });
    });
  }
};

TEST(VcdWriter, WritesTheDumpThatTheStandardDescribes) {
  TemporaryFolder folder;
  const SmallTree wires;
  VcdWriter writer(folder / "a.vcd", "1 ps", wires.tree, 100);
  writer.set(wires.clk, 0);
  writer.set(wires.word, 5);
  writer.advance(200);
  writer.set(wires.word, 0);
  writer.set(wires.clk, 1);
  writer.advance(300);
  writer.set_unknown(wires.word);
  writer.set(wires.bit, 1);
  writer.advance(400);
  writer.set_absent(wires.word);
  writer.set_absent(wires.bit);
  writer.close();
  EXPECT_EQ(contents_of(folder / "a.vcd"),
            "$version switchyard $end\n$timescale 1 ps $end\n"
            "$scope module top $end\n$var wire 1 ! clk $end\n"
            "$scope module deep $end\n$var wire 8 \" word [7:0] $end\n$var wire 1 # bit $end\n$upscope "
            "$end\n$upscope $end\n"
            "$enddefinitions $end\n"
            "#100\n$dumpvars\n0!\nb101 \"\nx#\n$end\n"
            "#200\n1!\nb0 \"\n"
            "#300\nbx \"\n1#\n"
            "#400\nbz \"\nz#\n");
}

TEST(VcdWriter, CountsItsBytes) {
  TemporaryFolder folder;
  const SmallTree wires;
  VcdWriter writer(folder / "a.vcd", "1 ps", wires.tree, 100);
  writer.set(wires.word, 5);
  writer.advance(200);
  writer.set_absent(wires.word);
  writer.close();
  EXPECT_EQ(writer.size(), contents_of(folder / "a.vcd").size());
}

TEST(VcdWriter, WritesOnlyWhatChanges) {
  TemporaryFolder folder;
  const SmallTree wires;
  VcdWriter writer(folder / "a.vcd", "1 ps", wires.tree, 0);
  writer.set(wires.word, 7);
  for (VcdWriter::Time time = 1; time < 10; ++time) {
    writer.advance(time);
    writer.set(wires.word, 9);  // A value that lasts for no time.
    writer.set(wires.word, time < 5 ? 7 : 8);
  }
  writer.close();
  const VcdDump dump = VcdDump::read(folder / "a.vcd");
  EXPECT_EQ(dump.times, (std::vector<std::uint64_t>{0, 5}));
  using Changes = std::vector<std::pair<std::uint64_t, std::string>>;
  EXPECT_EQ(dump.variable("top.deep.word").changes, (Changes{{0, "00000111"}, {5, "00001000"}}));
  EXPECT_EQ(dump.variable("top.clk").changes, (Changes{{0, "x"}}));
}

TEST(VcdWriter, DoesNotDependOnTheOrderInWhichWiresAreSet) {
  TemporaryFolder folder;
  const SmallTree wires;
  for (const char* name : {"a.vcd", "b.vcd"}) {
    const bool forward = name[0] == 'a';
    VcdWriter writer(folder / name, "1 ps", wires.tree, 0);
    writer.advance(1);
    writer.set(forward ? wires.clk : wires.bit, 1);
    writer.set(wires.word, 1);
    writer.set(forward ? wires.bit : wires.clk, 1);
    writer.close();
  }
  EXPECT_EQ(contents_of(folder / "a.vcd"), contents_of(folder / "b.vcd"));
}

/// 300 wires of every width from 1 to 64 bits (so that codes of two characters are needed), set at random.
class RandomDump : public testing::Test {
 protected:
  RandomDump() {
    tree_.scope("top", Fold::Open, [&] {
      for (int w = 0; w < kWires; ++w) tree_.wire("w" + std::to_string(w), width(w));
    });
    VcdWriter writer(file(), "10 ns", tree_, 0);
    RandomStream random(1, 0, Purpose::Process);
    for (std::uint64_t time = 0; time < kTimes; ++time) {
      if (time != 0) writer.advance(10 * time);
      for (int change = 0; change < 20; ++change) {
        const auto wire = random.below(kWires);
        const std::uint32_t kind = random.below(12);
        std::string bits(static_cast<std::size_t>(width(static_cast<int>(wire))), kind == 0 ? 'z' : 'x');
        if (kind == 0) {
          writer.set_absent(wire);
        } else if (kind == 1) {
          writer.set_unknown(wire);
        } else {
          std::uint64_t value = 0;
          for (char& bit : bits) {
            const auto one = random.below(2);
            value = value << 1 | one;
            bit = one != 0 ? '1' : '0';
          }
          writer.set(wire, value);
        }
        expected_[time]["top.w" + std::to_string(wire)] = bits;
      }
    }
    writer.close();
  }

  static int width(int wire) { return wire % 64 + 1; }
  std::filesystem::path file() const { return folder_ / "random.vcd"; }

  static constexpr int kWires = 300;
  static constexpr std::uint64_t kTimes = 200;
  TemporaryFolder folder_;
  WaveTree tree_;
  std::map<std::uint64_t, std::map<std::string, std::string>>
      expected_;  ///< [time][wire]: what it is set to.
};

TEST_F(RandomDump, ReadsBackAsWhatWasSet) {
  const VcdDump dump = VcdDump::read(file());
  EXPECT_EQ(dump.timescale, "10 ns");
  EXPECT_EQ(dump.variables.size(), static_cast<std::size_t>(kWires));
  for (int w = 0; w < kWires; ++w) {
    const std::string name = "top.w" + std::to_string(w);
    EXPECT_EQ(dump.variable(name).width, width(w));
    std::string bits(static_cast<std::size_t>(width(w)), 'x');
    for (std::uint64_t time = 0; time < kTimes; ++time) {
      if (const auto set = expected_[time].find(name); set != expected_[time].end()) bits = set->second;
      ASSERT_EQ(dump.bits(name, 10 * time), bits) << name << " at " << 10 * time;
    }
  }
}

TEST_F(RandomDump, MeansTheSameToGtkwavesTools) {
  const std::optional<VcdDump> back = fst_round_trip(file());
  NEEDS(back, "vcd2fst or fst2vcd");
  const VcdDump dump = VcdDump::read(file());
  EXPECT_EQ(back->timescale, "10 ns");
  ASSERT_EQ(back->variables.size(), dump.variables.size());
  for (const auto& [name, variable] : dump.variables) EXPECT_EQ(back->variable(name), variable) << name;
}

TEST(VcdWriter, LeavesNoFileUnlessItIsClosed) {
  TemporaryFolder folder;
  const SmallTree wires;
  { VcdWriter writer(folder / "a.vcd", "1 ps", wires.tree, 0); }
  EXPECT_EQ(folder.file_count(), 0u);
}

TEST(VcdWriter, KeepsTheOldFileUntilTheNewOneIsComplete) {
  TemporaryFolder folder;
  const SmallTree wires;
  std::ofstream(folder / "a.vcd") << "old";
  {
    VcdWriter writer(folder / "a.vcd", "1 ps", wires.tree, 0);
    writer.advance(1);
    EXPECT_EQ(contents_of(folder / "a.vcd"), "old");
    EXPECT_EQ(folder.file_count(), 2u);
    writer.close();
  }
  EXPECT_NE(contents_of(folder / "a.vcd"), "old");
  EXPECT_EQ(folder.file_count(), 1u);
}

void expect_path_in(const std::system_error& error, const std::filesystem::path& path) {
  EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
}

TEST(VcdWriter, NamesTheFileThatItCannotOpen) {
  TemporaryFolder folder;
  const SmallTree wires;
  const std::filesystem::path file = folder / "missing" / "a.vcd";
  try {
    VcdWriter writer(file, "1 ps", wires.tree, 0);
    FAIL();
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), std::errc::no_such_file_or_directory);
    expect_path_in(error, file);
  }
}

TEST(VcdWriter, NamesTheFileThatItCannotReplace) {
  TemporaryFolder folder;
  const SmallTree wires;
  std::filesystem::create_directory(folder / "a.vcd");
  try {
    VcdWriter writer(folder / "a.vcd", "1 ps", wires.tree, 0);
    writer.close();
    FAIL();
  } catch (const std::system_error& error) {
    expect_path_in(error, folder / "a.vcd");
  }
  EXPECT_EQ(folder.file_count(), 1u);
}

/// Files of this process can grow to this size only, as on a disk that is full.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_limit_);
    const rlimit limit{bytes, old_limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SmallDisk() {
    setrlimit(RLIMIT_FSIZE, &old_limit_);
    std::signal(SIGXFSZ, old_handler_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  rlimit old_limit_{};
  void (*old_handler_)(int);
};

TEST(VcdWriter, ReportsADiskThatIsFull) {
  TemporaryFolder folder;
  const SmallTree wires;
  std::string message;
  {
    const SmallDisk disk(100000);
    try {
      VcdWriter writer(folder / "a.vcd", "1 ps", wires.tree, 0);
      for (VcdWriter::Time time = 1; time < 100000; ++time) {
        writer.set(wires.word, time % 200);
        writer.advance(time);
      }
      writer.close();
    } catch (const std::system_error& error) {
      message = error.what();
    }
  }
  EXPECT_NE(message.find((folder / "a.vcd").string() + " cannot be written"), std::string::npos) << message;
  EXPECT_EQ(folder.file_count(), 0u);
}

TEST(VcdWriter, RefusesAValueThatIsTooWide) {
  TemporaryFolder folder;
  const SmallTree wires;
  VcdWriter writer(folder / "a.vcd", "1 ps", wires.tree, 0);
  writer.set(wires.word, 255);
  EXPECT_THROW(writer.set(wires.word, 256), std::logic_error);
  EXPECT_THROW(writer.set(wires.bit, 2), std::logic_error);
}

TEST(VcdWriter, RefusesTimeThatDoesNotAdvance) {
  TemporaryFolder folder;
  const SmallTree wires;
  VcdWriter writer(folder / "a.vcd", "1 ps", wires.tree, 7);
  EXPECT_THROW(writer.advance(7), std::logic_error);
  EXPECT_THROW(writer.advance(6), std::logic_error);
}

TEST(WaveTree, RefusesNamesAndWidthsThatNoDumpCanHold) {
  WaveTree tree;
  EXPECT_THROW(tree.wire("a b", 1), std::invalid_argument);
  EXPECT_THROW(tree.wire("", 1), std::invalid_argument);
  EXPECT_THROW(tree.wire("a", 0), std::invalid_argument);
  EXPECT_THROW(tree.wire("a", 65537), std::invalid_argument);
  EXPECT_EQ(tree.wire("a", 65536), 0u);
}

TEST(VcdWriter, TakesWiresWiderThanAnInteger) {
  const TemporaryFolder folder;
  WaveTree tree;
  WireId wide = 0;
  WireId narrow = 0;
  tree.scope("top", Fold::Open, [&] {
    wide = tree.wire("wide", 100);
    narrow = tree.wire("narrow", 8);
  });
  const std::string digits = "1" + std::string(98, '0') + "1";
  VcdWriter vcd(folder / "a.vcd", "1 ns", tree, 0);
  vcd.set(wide, 5);
  vcd.set(narrow, "000000001010");
  vcd.advance(1);
  vcd.set(wide, digits);
  vcd.advance(2);
  vcd.set(wide, "0");
  EXPECT_THROW(vcd.set(wide, "1" + digits), std::logic_error);
  EXPECT_THROW(vcd.set(narrow, "100000000"), std::logic_error);
  vcd.close();

  const VcdDump dump = VcdDump::read(folder / "a.vcd");
  EXPECT_EQ(dump.bits("top.wide", 0), std::string(97, '0') + "101");
  EXPECT_EQ(dump.number("top.narrow", 0), 10U);
  EXPECT_EQ(dump.bits("top.wide", 1), digits);
  EXPECT_EQ(dump.bits("top.wide", 2), std::string(100, '0'));
}

}  // namespace
}  // namespace switchyard
