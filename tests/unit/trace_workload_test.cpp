#include "testbench/workload/trace_workload.h"

#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

using Packet = std::tuple<Cycle, NodeId, int>;

const std::string kHeader = "cycle,source,destination,flits\n";

std::vector<std::string> faults_of(const std::string& text, NodeId nodes = 4) {
  std::istringstream stream(text);
  std::vector<std::string> faults;
  survey_trace(stream, "t.csv", nodes, faults, [](const TraceEntry&) {});
  return faults;
}

TraceSurvey survey_of(const std::string& lines) {
  std::istringstream stream(kHeader + lines);
  std::vector<std::string> faults;
  return survey_trace(stream, "t.csv", 4, faults, [](const TraceEntry&) {});
}

Trace trace_of(const std::string& lines, NodeId nodes = 4) {
  std::istringstream stream(kHeader + lines);
  std::vector<std::string> faults;
  std::vector<TraceEntry> entries;
  survey_trace(stream, "t.csv", nodes, faults, [&](const TraceEntry& entry) { entries.push_back(entry); });
  EXPECT_EQ(faults, std::vector<std::string>{});
  return Trace(nodes, entries);
}

std::vector<Packet> packets_of(PacketSource& source, NodeId node) {
  std::vector<Packet> packets;
  for (PacketRequest request; source.next(node, request);) {
    packets.emplace_back(request.created, request.destination, request.flits);
  }
  return packets;
}

TEST(TraceWorkload, PlaysEachSourcesPacketsInOrderOfCycle) {
  TraceWorkload workload(
      std::make_shared<Trace>(trace_of("9,1,2,3\n"
                                       "4,0,1,1\n"
                                       "2,1,0,8\n"
                                       "0,3,2,1\n")));
  EXPECT_TRUE(workload.finite());
  EXPECT_EQ(packets_of(workload, 3), (std::vector<Packet>{{0, 2, 1}}));
  EXPECT_EQ(packets_of(workload, 1), (std::vector<Packet>{{2, 0, 8}, {9, 2, 3}}));
  EXPECT_EQ(packets_of(workload, 0), (std::vector<Packet>{{4, 1, 1}}));
  EXPECT_EQ(packets_of(workload, 2), std::vector<Packet>{});
  EXPECT_EQ(packets_of(workload, 1), std::vector<Packet>{});
}

TEST(TraceWorkload, PacketsOfOneCycleStayInTheOrderOfTheFile) {
  std::string lines;
  std::vector<Packet> expected;
  for (int flits = 1; flits <= 50; ++flits) {
    lines += "7,0,1," + std::to_string(flits) + "\n3,2,1,1\n";
    expected.emplace_back(7, 1, flits);
  }
  TraceWorkload workload(std::make_shared<Trace>(trace_of(lines)));
  EXPECT_EQ(packets_of(workload, 0), expected);
}

TEST(TraceWorkload, ANodeMaySendToItself) {
  TraceWorkload workload(std::make_shared<Trace>(trace_of("1,2,2,3\n")));
  EXPECT_EQ(packets_of(workload, 2), (std::vector<Packet>{{1, 2, 3}}));
}

TEST(TraceWorkload, EverySourcePlaysTheTraceFromTheBeginning) {
  const auto trace = std::make_shared<Trace>(trace_of("1,0,1,1\n2,0,1,1\n"));
  TraceWorkload first(trace), second(trace);
  EXPECT_EQ(packets_of(first, 0).size(), 2u);
  EXPECT_EQ(packets_of(second, 0).size(), 2u);
}

TEST(TraceSurvey, KnowsThePacketsTheLongestAndTheMean) {
  const TraceSurvey survey = survey_of("1,0,1,2\n2,3,1,9\n3,0,1,4\n");
  EXPECT_EQ(survey.packets, 3U);
  EXPECT_EQ(survey.packets_by_source, (std::vector<std::uint32_t>{2, 0, 0, 1}));
  EXPECT_EQ(survey.longest_packet, 9);
  EXPECT_EQ(survey.mean_packet(), 5);
}

TEST(TraceSurvey, KnowsTheFirstLineThatGoesBackInTime) {
  EXPECT_TRUE(survey_of("1,0,1,2\n1,3,1,9\n3,0,1,4\n").in_order());
  EXPECT_EQ(survey_of("1,0,1,2\n# pause\n0,3,1,9\n3,0,1,4\n0,0,1,1\n").first_step_back, 4);
}

TEST(TraceSurvey, RefusesMorePacketsOfASourceThanThereAreIds) {
  constexpr NodeId kNodes = NodeId{1} << 26;  // 63 ids for each.
  std::string text = kHeader;
  for (int i = 0; i < 63; ++i) text += "1,5,6,1\n2,6,5,1\n";
  EXPECT_EQ(faults_of(text, kNodes), std::vector<std::string>{});
  EXPECT_EQ(faults_of(text + "3,5,6,1\n", kNodes),
            std::vector<std::string>{"t.csv:128:3: error: source = 5 has more than 63 packets, for which a "
                                     "network of 67108864 nodes has no packet ids"});
}

TEST(Trace, MayBeginWithAByteOrderMark) {
  const std::string mark = "\xEF\xBB\xBF";
  for (const std::string& first : std::vector<std::string>{"", "# a comment\n", "\n", "\r\n"}) {
    EXPECT_EQ(faults_of(mark + first + kHeader + "1,0,1,1\n"), std::vector<std::string>{}) << first;
  }
  EXPECT_EQ(faults_of(mark + kHeader + mark + "1,0,1,1\n").size(), 1U);
  EXPECT_EQ(faults_of(mark + "cycle\n"), faults_of("cycle\n"));
}

TEST(Trace, IgnoresCommentsBlankLinesWhiteSpaceAndCarriageReturns) {
  const Trace trace = trace_of("# warm up\r\n\r\n 1 ,\t0, 1 ,2 # the first\r\n   \n");
  ASSERT_EQ(trace.packets_of(0).size(), 1u);
  EXPECT_EQ(trace.packets_of(0)[0].created, 1u);
  EXPECT_EQ(trace.packets_of(0)[0].destination, 1u);
  EXPECT_EQ(trace.packets_of(0)[0].flits, 2);
}

TEST(Trace, NamesThePlaceOfEveryFault) {
  EXPECT_EQ(faults_of(kHeader + "0,0,1,1\n"
                                "x,0,1,1\n"
                                "1, 4,1,0\n"
                                "1,0,-1,65536\n"
                                "1,0,1\n"
                                "1,0,,1\n"
                                "1,0,1,1,9\n"
                                "1.5,0,1,1\n"),
            (std::vector<std::string>{
                "t.csv:3:1: error: cycle = 'x' is not a whole number",
                "t.csv:4:4: error: source = 4 is out of range: 0..3",
                "t.csv:4:8: error: flits = 0 is out of range: 1..65535",
                "t.csv:5:5: error: destination = -1 is out of range: 0..3",
                "t.csv:5:8: error: flits = 65536 is out of range: 1..65535",
                "t.csv:6:6: error: flits is missing",
                "t.csv:7:5: error: destination = '' is not a whole number",
                "t.csv:8:9: error: '9' is one field too many",
                "t.csv:9:1: error: cycle = '1.5' is not a whole number",
            }));
}

TEST(Trace, MayTellWhenPacketsWereInjectedAndEjectedWhichIsNotLookedAt) {
  EXPECT_EQ(faults_of("cycle,source,destination,flits,injected,ejected\n0,0,1,1,2,9\n0,1,0,1,,\n1,0,1,1,x\n"),
            std::vector<std::string>{});
  EXPECT_EQ(faults_of("cycle,source,destination,flits,ejected\n0,0,1,1,2,9\n"),
            std::vector<std::string>{"t.csv:2:11: error: '9' is one field too many"});
}

TEST(Trace, NeedsItsHeader) {
  const std::vector<std::string> no_header{
      "t.csv:1:1: error: the first line must be the header cycle,source,destination,flits, and behind it any "
      "of "
      "injected,ejected"};
  EXPECT_EQ(faults_of("0,0,1,1\n"), no_header);
  EXPECT_EQ(faults_of("cycle,source,flits,destination\n0,0,1,1\n"), no_header);
  EXPECT_EQ(faults_of("cycle,source,destination\n0,0,1\n"), no_header);
  EXPECT_EQ(faults_of(""), no_header);
}

TEST(Trace, NeedsAPacket) {
  EXPECT_EQ(faults_of(kHeader), std::vector<std::string>{"t.csv:1:1: error: the trace has no packets"});
}

TEST(Trace, StopsReadingAfterTwentyFaults) {
  std::string text = kHeader;
  for (int i = 0; i < 1000; ++i) text += "x,0,1,1\n";
  EXPECT_EQ(faults_of(text).size(), 20u);
}

}  // namespace
}  // namespace switchyard
