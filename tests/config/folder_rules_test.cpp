#include "tests/support/folder_rules.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

using Lines = std::vector<std::string>;

/// A made-up tree of one file with one include, in its second line.
Lines offences_of(const std::string& file, const std::string& include) {
  const TemporaryFolder tree;
  std::filesystem::create_directories((tree / file).parent_path());
  std::ofstream(tree / file) << "#pragma once\n#include " << include << "\n";
  return offences_against_folder_rules(tree.path());
}

TEST(FolderRules, HoldInThisTree) { EXPECT_EQ(offences_against_folder_rules(source_folder()), Lines{}); }

TEST(FolderRules, AllowWhatIsBelow) {
  EXPECT_EQ(offences_of("hw/router/a.h", "\"hw/base/flit.h\""), Lines{});
  EXPECT_EQ(offences_of("hw/clocked/a.h", "<systemc>"), Lines{});
  EXPECT_EQ(offences_of("hw/config/a.cpp", "<yaml-cpp/yaml.h>"), Lines{});
  EXPECT_EQ(offences_of("testbench/cosim/a.h", "\"Vrr_arbiter_n5.h\""), Lines{});
  EXPECT_EQ(offences_of("testbench/app/a.cpp", "\"tlm/fast_network.h\""), Lines{});
  EXPECT_EQ(offences_of("hw/base/a.h", "<vector>"), Lines{});
}

struct Offence {
  const char* file;
  const char* include;
  const char* message;
};

class FolderRule : public testing::TestWithParam<Offence> {};

TEST_P(FolderRule, NamesTheOffender) {
  EXPECT_EQ(offences_of(GetParam().file, GetParam().include), Lines{GetParam().message});
}

INSTANTIATE_TEST_SUITE_P(
    Mutants, FolderRule,
    testing::Values(
        Offence{"hw/base/a.h", "\"hw/topology/grid.h\"",
                "hw/base/a.h:2: hw/base may not include hw/topology/grid.h"},
        Offence{"hw/alloc/a.h", "\"hw/router/b.h\"",
                "hw/alloc/a.h:2: hw/alloc may not include hw/router/b.h"},
        Offence{"hw/base/a.h", "\"hw/config/b.h\"", "hw/base/a.h:2: hw/base may not include hw/config/b.h"},
        Offence{"hw/router/vc/a.h", "\"hw/router/chaos/b.h\"",
                "hw/router/vc/a.h:2: hw/router/vc may not include hw/router/chaos/b.h"},
        Offence{"hw/router/a.h", "\"hw/router/vc/b.h\"",
                "hw/router/a.h:2: hw/router may not include hw/router/vc/b.h"},
        Offence{"tlm/approximate/a.h", "\"tlm/socket/b.h\"",
                "tlm/approximate/a.h:2: tlm/approximate may not include tlm/socket/b.h"},
        Offence{"testbench/inspect/a.h", "\"testbench/run/b.h\"",
                "testbench/inspect/a.h:2: testbench/inspect may not include testbench/run/b.h"},
        Offence{"hw/clocked/a.h", "\"tlm/b.h\"", "hw/clocked/a.h:2: hw/clocked may not include tlm/b.h"},
        Offence{"tlm/a.cpp", "\"hw/clocked/b.h\"", "tlm/a.cpp:2: tlm may not include hw/clocked/b.h"},
        Offence{"hw/design/a.h", "\"tlm/b.h\"", "hw/design/a.h:2: hw/design may not include tlm/b.h"},
        Offence{"hw/design/a.h", "\"testbench/wave/b.h\"",
                "hw/design/a.h:2: hw/design may not include testbench/wave/b.h"},
        Offence{"testbench/monitor/a.h", "\"testbench/traffic/b.h\"",
                "testbench/monitor/a.h:2: testbench/monitor may not include testbench/traffic/b.h"},
        Offence{"hw/router/a.h", "<systemc>", "hw/router/a.h:2: hw/router may not include systemc"},
        Offence{"hw/design/a.cpp", "  <systemc.h>  // for sc_time",
                "hw/design/a.cpp:2: hw/design may not include systemc.h"},
        Offence{"hw/routing/a.h", "<tlm_utils/simple_target_socket.h>",
                "hw/routing/a.h:2: hw/routing may not include tlm_utils/simple_target_socket.h"},
        Offence{"hw/design/a.cpp", "<yaml-cpp/yaml.h>",
                "hw/design/a.cpp:2: hw/design may not include yaml-cpp/yaml.h"},
        Offence{"tests/unit/a.cpp", "\"Vrr_arbiter_n5.h\"",
                "tests/unit/a.cpp:2: tests/unit may not include Vrr_arbiter_n5.h"},
        Offence{"hw/alloc/a.h", "\"rr_arbiter.h\"", "hw/alloc/a.h:2: hw/alloc may not include rr_arbiter.h"},
        Offence{"hw/alloc/a.h", "\"../router/b.h\"",
                "hw/alloc/a.h:2: hw/alloc may not include ../router/b.h"},
        Offence{"hw/new/a.h", "<vector>", "hw/new/a.h:1: hw/new is not in the folder graph"}));

}  // namespace
}  // namespace switchyard
