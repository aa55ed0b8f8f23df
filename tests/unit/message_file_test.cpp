#include "testbench/messages/message_file.h"

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/message_lists.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

const std::string kHeader = "message,cycle,source,destination,flits";

struct Read {
  std::vector<GraphMessage> messages;
  std::vector<std::string> faults;
};

Read read(const std::string& text) {
  std::istringstream stream(text);
  Read result;
  MessageReader reader(stream, "m.csv", result.faults);
  for (GraphMessage message; reader.next(message);) result.messages.push_back(message);
  return result;
}

bool same(const GraphMessage& a, const GraphMessage& b) {
  return a.source == b.source && a.destination == b.destination && a.flits == b.flits && a.label == b.label &&
         a.operation == b.operation && a.earliest == b.earliest && a.compute == b.compute &&
         a.value == b.value && a.waits_for == b.waits_for && a.phase == b.phase && a.slot == b.slot &&
         a.period == b.period;
}

TEST(MessageFile, FiveColumnsAreEnough) {
  const Read result = read(kHeader + "\n0,5,1,2,3\n1,6,2,1,4\n");
  EXPECT_EQ(result.faults, std::vector<std::string>{});
  ASSERT_EQ(result.messages.size(), 2U);
  const GraphMessage& second = result.messages[1];
  EXPECT_EQ(second.earliest, 6U);
  EXPECT_EQ(second.source, 2U);
  EXPECT_EQ(second.destination, 1U);
  EXPECT_EQ(second.flits, 4U);
  EXPECT_EQ(second.label, 0U);
  EXPECT_EQ(second.compute, 0U);
  EXPECT_EQ(second.value, 1U);
  EXPECT_EQ(second.operation, MessageOperation::Add);
  EXPECT_TRUE(second.waits_for.empty());
}

TEST(MessageFile, OthersMayFollowInAnyOrderAndBeEmpty) {
  const Read result = read(kHeader +
                           ",operation,waits_for,value,class,compute\n"
                           "0,0,1,2,1,,,,,\n1,0,1,2,1\n"
                           "2,0,1,2,1,max, 0  1 ,77,3,9  # a comment\n3,0,1,2,1,xor,2;0\n");
  EXPECT_EQ(result.faults, std::vector<std::string>{});
  ASSERT_EQ(result.messages.size(), 4U);
  EXPECT_EQ(result.messages[2].operation, MessageOperation::Max);
  EXPECT_EQ(result.messages[2].waits_for, (std::vector<MessageId>{0, 1}));
  EXPECT_EQ(result.messages[2].value, 77U);
  EXPECT_EQ(result.messages[2].label, 3U);
  EXPECT_EQ(result.messages[2].compute, 9U);
  EXPECT_EQ(result.messages[3].waits_for, (std::vector<MessageId>{2, 0}));
  EXPECT_EQ(result.messages[3].value, 3U);
}

TEST(MessageFile, APhaseIsThatOfTheLineBeforeUnlessItSaysOtherwise) {
  const Read result =
      read(kHeader + ",phase,slot,period\n0,0,1,2,1\n1,0,1,2,1,2,3,8\n2,0,1,2,1\n3,0,1,2,1,5\n");
  EXPECT_EQ(result.faults, std::vector<std::string>{});
  ASSERT_EQ(result.messages.size(), 4U);
  EXPECT_EQ(result.messages[0].phase, 0U);
  EXPECT_EQ(result.messages[1].phase, 2U);
  EXPECT_EQ(result.messages[1].slot, 3U);
  EXPECT_EQ(result.messages[1].period, 8U);
  EXPECT_EQ(result.messages[2].phase, 2U);
  EXPECT_EQ(result.messages[2].period, 0U);
  EXPECT_EQ(result.messages[3].phase, 5U);
}

TEST(MessageFile, NamesThePlaceOfEveryFault) {
  EXPECT_EQ(read(kHeader + ",class,waits_for,operation\n"
                           "0,0,1,2,1,256\n"
                           "1,-1,x,2,1,0\n"
                           "2,0,1,2,1,0,0 -1\n"
                           "3,0,1,2,1,0,,plus\n"
                           "5,0,1,2,1\n"
                           "6,0,1\n"
                           "7,0,1,2,1,0,0,add,9\n")
                .faults,
            (std::vector<std::string>{
                "m.csv:2:11: error: class = 256 is out of range: 0..255",
                "m.csv:3:3: error: cycle = -1 is out of range: 0..1000000000000000",
                "m.csv:3:6: error: source = 'x' is not a whole number",
                "m.csv:4:13: error: waits_for: '-1' is not the number of a message",
                "m.csv:5:14: error: operation = 'plus' is not one of none, add, max, min, or, xor",
                "m.csv:6:1: error: message = 5, but messages are numbered 0, 1, 2, ... and this one is 4",
                "m.csv:7:6: error: destination is missing",
                "m.csv:7:6: error: flits is missing",
                "m.csv:8:19: error: '9' is one field too many",
            }));
}

TEST(MessageFile, NeedsItsHeader) {
  const std::vector<std::string> no_header{
      "m.csv:1:1: error: the first line must be the header message,cycle,source,destination,flits, and "
      "behind "
      "it any of class,waits_for,compute,value,operation,phase,slot,period"};
  for (const char* header :
       {"0,0,1,2,1", "message,cycle,source,destination", "message,cycle,source,destination,flits,colour",
        "message,cycle,source,destination,flits,class,class"})
    EXPECT_EQ(read(header + std::string("\n0,0,1,2,1\n")).faults, no_header) << header;
}

/// The graph of a workload on a torus of 16 terminals.
MessageGraph graph_of_workload(const std::string& workload) {
  const Experiment experiment = experiment_from(
      "topology: {kind: torus, radix: [4, 4]}\nrouter: {kind: duato, virtual_channels: 4}\n"
      "routing: {kind: duato}\nworkload: {kind: messages, " +
      workload + "}\n");
  return *experiment.injection.messages;
}

TEST(MessageFile, GivesBackTheGraphThatWasWritten) {
  const TemporaryFolder folder;
  const MessageGraph graph = graph_of_workload(
      "graph: random, messages: 500, dependences: 2.5, compute: 20, message_length: {min: 1, max: 9}, "
      "classes: 7");
  const std::vector<GraphMessage> expected = messages_of(graph);
  ASSERT_EQ(expected.size(), 500U);
  for (const char* name : {"m.csv", "m.csv.gz"}) {
    const std::string file = (folder / name).string();
    write_messages(graph, file);
    const MessageGraph read_again = graph_of_workload("file: " + file);
    EXPECT_EQ(read_again.longest_message, 9);
    const std::vector<GraphMessage> messages = messages_of(read_again);
    ASSERT_EQ(messages.size(), expected.size()) << name;
    for (std::size_t id = 0; id < messages.size(); ++id) EXPECT_TRUE(same(messages[id], expected[id])) << id;
  }
}

TEST(MessageFile, GivesBackPhasesAndSlotsThatWereWritten) {
  const TemporaryFolder folder;
  for (const char* levels : {"one_at_a_time", "pipelined"}) {
    const std::string file = (folder / "m.csv").string();
    const MessageGraph graph = graph_of_workload(
        "graph: quadtree, rounds: 3, message_length: 2, slots: scheduled, levels: " + std::string(levels));
    write_messages(graph, file);
    const std::vector<GraphMessage> expected = messages_of(graph);
    const std::vector<GraphMessage> messages = messages_of(graph_of_workload("file: " + file));
    ASSERT_EQ(messages.size(), expected.size());
    for (std::size_t id = 0; id < messages.size(); ++id) EXPECT_TRUE(same(messages[id], expected[id])) << id;
  }
}

TEST(MessageFile, SaysThatItHasChangedSinceItWasChecked) {
  const TemporaryFolder folder;
  const std::string file = (folder / "m.csv").string();
  std::ofstream(file) << kHeader << "\n0,0,1,2,1\n1,0,1,2,1\n";
  const MessageGraph graph = graph_of_workload("file: " + file);
  std::ofstream(file) << kHeader << "\n0,0,1,2,1\n";
  const auto stream = graph.make_stream();
  GraphMessage message;
  EXPECT_TRUE(stream->next(message));
  EXPECT_THROW(stream->next(message), std::runtime_error);
}

TEST(MessageFile, OfGzipThatIsCutShortIsAFault) {
  const TemporaryFolder folder;
  const std::string file = (folder / "m.csv.gz").string();
  write_messages(graph_of_workload("graph: random, messages: 500, message_length: 1"), file);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  EXPECT_THROW(graph_of_workload("file: " + file), ConfigError);
}

}  // namespace
}  // namespace switchyard
