#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

/// script/timing_pictures, which knows `folder` for docs/figures.
CommandResult timing_pictures(const std::filesystem::path& folder, const std::string& option) {
  return run_command(
      "env", {"OUT=" + folder.string(), (source_folder() / "script/timing_pictures").string(), option});
}

/// script/wave_picture of one signal, cycles 0 and 1, of a clock and a link at node 2 that carries nothing.
CommandResult wave_picture(const std::string& signal, int last = 1) {
  const TemporaryFolder folder;
  std::ofstream wave(folder / "wave.vcd");
  wave << "$scope module network $end\n$var wire 1 ! clk $end\n$scope module router_2 $end\n"
          "$scope module in $end\n$var wire 1 \" valid $end\n$var wire 2 # vc [1:0] $end\n"
          "$upscope $end\n$upscope $end\n$upscope $end\n$enddefinitions $end\n#0\n0!\n0\"\nb10 #\n";
  for (int edge = 0; edge < 6; ++edge)
    wave << '#' << 10 * edge + 5 << "\n1!\n#" << 10 * edge + 10 << "\n0!\n";
  wave.close();
  return run_command("env", {"SCOPE=router_2", "SIGNALS=" + signal, "FIRST=0", "LAST=" + std::to_string(last),
                             (source_folder() / "script/wave_picture").string(), folder / "wave.vcd"});
}

TEST(TimingPictures, AreWhatTheirRunsShow) {
  const CommandResult result = timing_pictures(source_folder() / "docs/figures", "--check");
  EXPECT_EQ(result.status, 0) << result.err;
}

TEST(TimingPictures, AreFoundOutIfOneWasTouched) {
  const TemporaryFolder folder;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "docs/figures"))
    std::filesystem::copy(entry.path(), folder / entry.path().filename().string());
  std::string picture = contents_of(folder / "timing_chaos.svg");
  picture.replace(picture.find(">packet<"), 8, ">pocket<");
  std::ofstream(folder / "timing_chaos.svg") << picture;
  const CommandResult result = timing_pictures(folder.path(), "--check");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.err, (folder / "timing_chaos.svg").string() +
                            " is not what its run shows; see script/timing_pictures\n");
  EXPECT_EQ(contents_of(folder / "timing_chaos.svg"), picture) << "--check changes nothing";
}

TEST(TimingPictures, OfAnUnknownNameAreRefused) {
  const TemporaryFolder folder;
  EXPECT_EQ(timing_pictures(folder.path(), "timing_nothing.svg").status, 2);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(WavePicture, RefusesWhatTheWaveformDoesNotHave) {
  EXPECT_EQ(wave_picture("VC = count in.vc").status, 0);
  for (const auto& [signal, why] : {std::pair{"VC = count in.vcs", "no signal network.router_2.in.vcs"},
                                    std::pair{"flit = flit out", "no signal network.router_2.out"},
                                    std::pair{"VC = number in.vc", "no kind of signal: number"},
                                    std::pair{"VC count in.vc", "not a signal: VC count in.vc"}}) {
    const CommandResult result = wave_picture(signal);
    EXPECT_EQ(result.status, 2) << signal;
    EXPECT_EQ(result.err, "script/wave_picture: " + std::string(why) + "\n");
    EXPECT_EQ(result.out, "");
  }
  EXPECT_EQ(wave_picture("VC = count in.vc", /*last=*/9).err,
            "script/wave_picture: the run ends before cycle 9\n");
}

TEST(WavePicture, ShowsWhatStandsInAColumnAtItsEnd) {
  const std::string picture = wave_picture("VC = count in.vc").out;
  EXPECT_NE(picture.find(">2</text>"), std::string::npos) << picture;
  EXPECT_EQ(wave_picture("flit = flit in").out.find("class=\"flit"), std::string::npos);
}

}  // namespace
}  // namespace switchyard
