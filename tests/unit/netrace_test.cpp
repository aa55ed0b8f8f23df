#include "testbench/messages/netrace.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <sstream>
#include <tuple>

#include "hw/topology/builders.h"
#include "testbench/catalog/standard_catalogs.h"
#include "testbench/messages/message_source.h"
#include "testbench/workload/read_injection.h"
#include "tests/support/dice.h"
#include "tests/support/netrace_writer.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

constexpr std::uint8_t kKnownTypes[] = {1, 2, 3, 4, 5, 6, 13, 14, 15, 16, 25, 27, 28, 29, 30};

/// Packets in order of cycles, most of which wait for earlier ones that arrived where they set out.
NetraceWriter random_trace(std::uint64_t number, int regions = 1) {
  Dice dice(number);
  const int nodes = 4 * dice.between(1, 4);
  NetraceWriter trace(nodes);
  trace.header().benchmark = "random";
  if (dice.chance(0.5)) trace.header().notes = "drawn by a test";
  Cycle cycle = 0;
  Cycle region_begin = 0;
  std::uint32_t id = 0;
  for (int region = 0; region < regions; ++region) {
    for (int i = dice.between(1, 300); i > 0; --i) {
      std::vector<NetracePacket>& packets = trace.packets();
      cycle += static_cast<Cycle>(dice.chance(0.5) ? 0 : dice.between(1, 20));
      NetracePacket packet;
      packet.cycle = cycle;
      packet.id = id += static_cast<std::uint32_t>(dice.between(1, 3));
      packet.address = static_cast<std::uint32_t>(dice.between(0, 1 << 30));
      packet.type = kKnownTypes[dice.between(0, std::size(kKnownTypes) - 1)];
      packet.source = static_cast<std::uint8_t>(dice.between(0, nodes - 1));
      packet.destination = static_cast<std::uint8_t>(dice.between(0, nodes - 1));
      packet.node_types = static_cast<std::uint8_t>(dice.between(0, 255));
      for (int waits = dice.between(0, 3); waits > 0 && !packets.empty(); --waits) {
        const auto back = static_cast<std::size_t>(dice.between(1, 40));
        NetracePacket& other = packets[packets.size() - std::min(back, packets.size())];
        const bool first = std::none_of(packets.begin(), packets.end(), [&](const NetracePacket& p) {
          return std::count(p.dependents.begin(), p.dependents.end(), packet.id) != 0;
        });
        if (first) packet.source = other.destination;
        if (other.destination == packet.source && other.dependents.size() < 255)
          other.dependents.push_back(packet.id);
      }
      if (dice.chance(0.1)) packet.dependents.push_back(packet.id + 100'000);  // One that never comes.
      packets.push_back(packet);
    }
    trace.end_region(cycle + 1 - region_begin);
    region_begin = cycle + 1;
    ++cycle;
  }
  return trace;
}

auto all_of(const NetracePacket& p) {
  return std::tuple(p.cycle, p.id, p.address, p.type, p.source, p.destination, p.node_types, p.dependents);
}

TEST(Netrace, ReadsWhatWasWritten) {
  for (std::uint64_t number = 1; number <= 30; ++number) {
    NetraceWriter written = random_trace(number, static_cast<int>(number % 4));
    std::istringstream bytes(written.bytes());
    NetraceReader reader(bytes);
    EXPECT_EQ(reader.header().benchmark, "random");
    EXPECT_EQ(reader.header().nodes, written.header().nodes);
    EXPECT_EQ(reader.header().cycles, written.header().cycles);
    EXPECT_EQ(reader.header().packets, written.packets().size());
    EXPECT_EQ(reader.header().notes, written.header().notes);
    ASSERT_EQ(reader.header().regions.size(), written.header().regions.size());
    NetracePacket packet;
    for (const NetracePacket& expected : written.packets()) {
      ASSERT_TRUE(reader.next(packet));
      ASSERT_EQ(all_of(packet), all_of(expected));
    }
    EXPECT_FALSE(reader.next(packet));
  }
}

TEST(Netrace, GoesToTheBeginOfARegion) {
  NetraceWriter written = random_trace(3, 4);
  std::size_t first = 0;
  for (const NetraceRegion& region : written.header().regions) {
    std::istringstream bytes(written.bytes());
    NetraceReader reader(bytes);
    reader.seek(region);
    NetracePacket packet;
    ASSERT_TRUE(reader.next(packet));
    EXPECT_EQ(all_of(packet), all_of(written.packets()[first]));
    first += region.packets;
  }
}

/// What arrives where, and when: each packet after a time that is drawn, and terminals in a random order.
class FakeNetwork {
 public:
  FakeNetwork(const Injection& injection, NodeId terminals, std::uint64_t seed)
      : source_(injection.make_source()),
        terminals_(terminals),
        dice_(seed),
        sent_(terminals),
        ask_(terminals, 0) {}

  struct Sent {
    Cycle cycle;
    NodeId destination;
    int flits;
    friend bool operator==(const Sent&, const Sent&) = default;
  };
  /// `delivered(terminal, place)` is called for each packet that arrives, `place` among those of its source.
  template <class Delivered, class Asked>
  void run(Delivered&& delivered, Asked&& asked) {
    for (Cycle now = 0; now < 1'000'000 && !source_->listening()->exhausted(); ++now) {
      std::vector<bool> news(terminals_, false);
      std::vector<NodeId> order(terminals_);
      std::iota(order.begin(), order.end(), NodeId{0});
      for (NodeId i = terminals_; i > 1; --i)
        std::swap(order[i - 1], order[static_cast<NodeId>(dice_.between(0, static_cast<int>(i) - 1))]);
      for (const NodeId terminal : order) {
        const auto [first, last] = under_way_.equal_range(now);
        for (auto packet = first; packet != last;) {
          const auto [id, destination] = packet->second;
          if (destination != terminal) {
            ++packet;
            continue;
          }
          packet = under_way_.erase(packet);
          source_->listening()->delivered(id, PacketRecord{}, now);
          delivered(now, id % terminals_, id / terminals_);
          news[destination] = true;
        }
        if (news[terminal]) ask_[terminal] = now;
        while (ask_[terminal] <= now) {
          PacketRequest request{now, 0, 0};
          ASSERT_TRUE(source_->next(terminal, request));
          ask_[terminal] = request.created;
          if (request.flits == 0) continue;
          const auto id = static_cast<PacketId>(sent_[terminal].size() * terminals_ + terminal);
          sent_[terminal].push_back({now, request.destination, request.flits});
          under_way_.emplace(now + static_cast<Cycle>(dice_.between(1, 60)),
                             std::pair(id, request.destination));
        }
      }
      asked(now);
    }
    EXPECT_TRUE(source_->listening()->exhausted());
    EXPECT_EQ(source_->listening()->failure(), "");
  }
  const std::vector<std::vector<Sent>>& sent() const { return sent_; }

 private:
  std::unique_ptr<PacketSource> source_;
  NodeId terminals_;
  Dice dice_;
  std::vector<std::vector<Sent>> sent_;
  std::vector<Cycle> ask_;
  std::multimap<Cycle, std::pair<PacketId, NodeId>> under_way_;
};

/// The rules of the published reader: a packet that is read counts up those that it names, and counts them
/// down when it has arrived; one that counts 0 may be sent from its cycle on, and one cycle after the arrival
/// if that was at another terminal of the node.
class Reference {
 public:
  Reference(std::vector<NetracePacket> packets, bool dependences, Cycle begin, Cycle compute, int flit_bytes,
            std::vector<std::vector<NodeId>> terminals, bool by_address)
      : packets_(std::move(packets)),
        begin_(begin),
        compute_(compute),
        flit_bytes_(flit_bytes),
        terminals_(std::move(terminals)),
        by_address_(by_address) {
    for (const NetracePacket& packet : packets_) by_id_[packet.id] = &packet;
    for (const NetracePacket& packet : packets_) {
      for (const std::uint32_t id : packet.dependents) {
        if (dependences && by_id_.contains(id)) ++count_[id];
      }
    }
    dependences_ = dependences;
    for (const NetracePacket& packet : packets_) {
      if (count_[packet.id] == 0) due_[packet.cycle - begin_].push_back(&packet);
    }
  }

  void delivered(Cycle now, NodeId source, std::size_t place) {
    const NetracePacket& packet = *sent_[source].at(place);
    for (const std::uint32_t id : packet.dependents) {
      if (!dependences_ || !by_id_.contains(id)) continue;
      const NetracePacket& waiting = *by_id_[id];
      const Cycle heard = destination_of(packet) == source_of(waiting) ? now : now + 1;
      ready_[id] = std::max({ready_[id], waiting.cycle - begin_, heard + compute_});
      if (--count_[id] == 0) due_[ready_[id]].push_back(&waiting);
    }
  }
  /// Sends what is due; those of a terminal in the order of the trace.
  void send(Cycle now, std::vector<std::vector<FakeNetwork::Sent>>& all) {
    std::vector<const NetracePacket*> due = due_[now];
    std::sort(due.begin(), due.end());
    for (const NetracePacket* packet : due) {
      const NodeId source = source_of(*packet);
      const int bytes = std::count(std::begin(kLong), std::end(kLong), packet->type) != 0 ? 72 : 8;
      all[source].push_back({now, destination_of(*packet), (bytes + flit_bytes_ - 1) / flit_bytes_});
      sent_[source].push_back(packet);
    }
  }

 private:
  NodeId source_of(const NetracePacket& p) const { return chosen(p.source, p.node_types / 16, p); }
  NodeId destination_of(const NetracePacket& p) const { return chosen(p.destination, p.node_types % 16, p); }
  NodeId chosen(int node, int type, const NetracePacket& p) const {
    const std::vector<NodeId>& all = terminals_[node];
    return all[(by_address_ ? p.address / 64 : static_cast<std::uint32_t>(type)) % all.size()];
  }

  static constexpr std::uint8_t kLong[] = {2, 3, 4, 6, 16, 30};  // Those with a line of the cache.
  std::vector<NetracePacket> packets_;
  Cycle begin_;
  Cycle compute_;
  int flit_bytes_;
  std::vector<std::vector<NodeId>> terminals_;
  bool by_address_;
  bool dependences_;
  std::map<std::uint32_t, Cycle> ready_;
  std::map<std::uint32_t, const NetracePacket*> by_id_;
  std::map<std::uint32_t, int> count_;
  std::map<Cycle, std::vector<const NetracePacket*>> due_;
  std::map<NodeId, std::vector<const NetracePacket*>> sent_;
};

std::string faults_of(const std::string& workload, int side = 2) {
  ConfigDocument document = ConfigDocument::from_text("workload: {" + workload + "}", "x.yaml");
  const Topology topology = build_mesh({{side, side}, /*link_latency=*/1});
  read_injection(document.root(), &topology, 1, standard_catalogs().traffic);
  try {
    document.finish();
  } catch (const ConfigError& error) {
    const std::string text = error.what();
    return text.substr(0, text.find('\n'));
  }
  return "";
}

class NetraceRules : public testing::TestWithParam<std::uint64_t> {};

TEST_P(NetraceRules, PacketsAreSentWhenThePublishedReaderLetsThem) {
  Dice dice(GetParam());
  const int regions = dice.between(1, 3);
  NetraceWriter trace = random_trace(GetParam(), regions);
  const int nodes = trace.header().nodes;
  const bool dependences = dice.chance(0.7);
  const bool one_region = dice.chance(0.5);
  const auto region = static_cast<std::size_t>(dice.between(0, regions - 1));
  const int compute = dice.between(0, 9);
  const int flit_bytes = dice.one_of({1, 4, 8, 16, 100});
  const bool packed = dice.chance(0.5);
  // 4 terminals: neighbours together, or any terminal or some of them for each node.
  const bool listed = dice.chance(0.7);
  const int most = dice.between(1, 3);
  const bool by_address = dice.chance(0.5);
  std::vector<std::vector<NodeId>> terminals(nodes);
  std::string list;
  for (int node = 0; node < nodes; ++node) {
    const int several = listed ? dice.between(1, most) : 1;
    while (terminals[node].size() != static_cast<std::size_t>(several)) {
      const auto drawn = static_cast<NodeId>(listed ? dice.between(0, 3) : node / (nodes / 4));
      if (std::count(terminals[node].begin(), terminals[node].end(), drawn) == 0)
        terminals[node].push_back(drawn);
    }
    list += list.empty() ? "" : ", ";
    list += several == 1 ? std::to_string(terminals[node][0])
                         : fmt::format("[{}]", fmt::join(terminals[node], ", "));
  }

  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "trace.tra.bz2";
  const std::string bytes = trace.bytes();
  NetraceWriter::write(file, packed ? NetraceWriter::compressed(bytes.substr(0, bytes.size() / 3)) +
                                          NetraceWriter::compressed(bytes.substr(bytes.size() / 3))
                                    : bytes);
  const std::string workload = fmt::format(
      "workload: {{kind: messages, graph: netrace, file: {}, dependences: {}, compute: {}, flit_bytes: "
      "{}{}{}{}}}",
      file.string(), dependences, compute, flit_bytes, one_region ? fmt::format(", region: {}", region) : "",
      listed ? fmt::format(", terminals: [{}]", list) : "", by_address ? ", spread: address" : "");
  SCOPED_TRACE(workload);
  ConfigDocument document = ConfigDocument::from_text(workload, "x.yaml");
  const Topology topology = build_mesh({{2, 2}, /*link_latency=*/1});
  const Injection injection = read_injection(document.root(), &topology, 1, standard_catalogs().traffic);
  ASSERT_NO_THROW(document.finish());

  std::vector<NetracePacket> played = trace.packets();
  Cycle begin = 0;
  if (one_region) {
    std::size_t first = 0;
    for (std::size_t i = 0; i < region; ++i) {
      first += trace.header().regions[i].packets;
      begin += trace.header().regions[i].cycles;
    }
    played = {played.begin() + static_cast<std::ptrdiff_t>(first),
              played.begin() + static_cast<std::ptrdiff_t>(first + trace.header().regions[region].packets)};
  }
  const std::size_t packets = played.size();
  Reference reference(std::move(played), dependences, begin, static_cast<Cycle>(compute), flit_bytes,
                      terminals, by_address);
  FakeNetwork network(injection, 4, GetParam());
  std::vector<std::vector<FakeNetwork::Sent>> expected(4);
  network.run([&](Cycle now, NodeId source, std::size_t place) { reference.delivered(now, source, place); },
              [&](Cycle now) { reference.send(now, expected); });
  std::size_t sent = 0;
  for (NodeId terminal = 0; terminal < 4; ++terminal) {
    EXPECT_EQ(network.sent()[terminal], expected[terminal]) << terminal;
    sent += expected[terminal].size();
  }
  EXPECT_EQ(sent, packets);
}

INSTANTIATE_TEST_SUITE_P(RandomTraces, NetraceRules, testing::Range<std::uint64_t>(1, 101));

class NetraceFaults : public testing::Test {
 protected:
  std::string fault_of(const std::string& bytes, const std::string& keys = "", int side = 2) {
    NetraceWriter::write(folder_ / "t", bytes);
    const std::string path = (folder_ / "t").string();
    std::string fault = faults_of("kind: messages, graph: netrace, file: " + path + keys, side);
    if (const auto at = fault.find(path + ": "); at != std::string::npos)
      return fault.substr(at + path.size() + 2);
    return fault.empty() ? "" : fault.substr(fault.find("error: ") + 7);
  }
  /// Packets 5 from 0 to 1, 6 from 1 to 2 and 9 from 1 to 0.
  NetraceWriter three_packets() {
    NetraceWriter trace(4);
    trace.packets() = {{10, 5, 0, 1, 0, 1, 0, {9}}, {10, 6, 0, 2, 1, 2, 0, {}}, {12, 9, 0, 3, 1, 0, 0, {}}};
    trace.end_region(20);
    return trace;
  }
  TemporaryFolder folder_;
};

TEST_F(NetraceFaults, OfTheFile) {
  EXPECT_EQ(
      faults_of("kind: messages, graph: netrace, file: " + (folder_ / "none").string()).find("cannot") !=
          std::string::npos,
      true);
  const std::string bytes = three_packets().bytes();
  EXPECT_EQ(fault_of(""), "it ends in the middle of its header");
  EXPECT_EQ(fault_of(bytes.substr(0, 80)), "it ends in the middle of its header");
  EXPECT_EQ(fault_of("cycle,source,destination,flits\n" + std::string(99, ' ')),
            "it is no trace of netrace: it begins with 0x6c637963, not with 0x484a5455");
  EXPECT_EQ(fault_of(bytes.substr(0, bytes.size() - 1)), "it ends in the middle of a packet");
  EXPECT_EQ(fault_of(bytes.substr(0, bytes.size() - 21)), "it ends after 2 packets, and should have more");
  std::string version = bytes;
  version[7] = 0x40;
  EXPECT_EQ(fault_of(version), "its version is 4, and only 1.0 can be read");
  std::string packed = NetraceWriter::compressed(bytes);
  EXPECT_EQ(fault_of(packed), "");
  EXPECT_EQ(fault_of(packed.substr(0, packed.size() - 4)), (folder_ / "t").string() + " ends too early");
  packed[4] ^= 0x55;
  EXPECT_EQ(fault_of(packed), (folder_ / "t").string() + " is damaged: bzip2 cannot decompress it");
}

TEST_F(NetraceFaults, OfPackets) {
  const auto changed = [&](auto&& change) {
    NetraceWriter trace = three_packets();
    change(trace.packets());
    return fault_of(trace.bytes());
  };
  using Packets = std::vector<NetracePacket>;
  EXPECT_EQ(changed([](Packets&) {}), "");
  EXPECT_EQ(changed([](Packets& p) { p[1].type = 7; }), "packet 6: its type, 7, is unknown");
  EXPECT_EQ(changed([](Packets& p) { p[1].destination = 4; }),
            "packet 6: node 4, and the trace has nodes 0..3");
  EXPECT_EQ(changed([](Packets& p) { p[2].cycle = 9; }),
            "packet 9: its cycle, 9, is before that of the one above");
  EXPECT_EQ(changed([](Packets& p) { p[2].id = 6; }), "packet 6: it comes after packet 6, and ids must rise");
  EXPECT_EQ(changed([](Packets& p) { p[2].dependents = {5}; }),
            "packet 9: packet 5 waits for it, and comes no later");
  EXPECT_EQ(changed([](Packets& p) { p[2].source = 3; }),
            "packet 9 waits for packet 5, which arrives at terminal 1, but it sets out from 3; with "
            "dependences: false "
            "every packet is sent in its cycle");
  EXPECT_EQ(changed([](Packets& p) { p[2].source = 0; }),
            "packet 9 waits for packet 5, which arrives at terminal 1, but it sets out from 0; with "
            "dependences: false "
            "every packet is sent in its cycle");
  EXPECT_EQ(changed([](Packets& p) { p.clear(); }), "it has no packets there");
}

TEST_F(NetraceFaults, OfKeys) {
  const std::string bytes = three_packets().bytes();
  EXPECT_EQ(fault_of(bytes, ", region: 0"), "");
  EXPECT_EQ(fault_of(bytes, ", region: 1"),
            "workload.region = 1, but the trace has 1 regions, numbered from 0");
  EXPECT_EQ(fault_of(bytes, ", terminals: [0, 0, 4, 0]"), "workload.terminals[2] = 4 is out of range: 0..3");
  EXPECT_EQ(fault_of(bytes, ", terminals: [0, 0]"),
            "workload.terminals has 2 elements, and the trace has 4 nodes");
  EXPECT_EQ(
      fault_of(bytes, "", 3),
      "workload: the trace has 4 nodes, and the network has 9 terminals: workload.terminals must list the "
      "terminal of each node");
  EXPECT_EQ(fault_of(bytes, ", terminals: [8, 0, 3, 1]", 3), "");
  EXPECT_EQ(fault_of(bytes, ", terminals: [[0, 1], 2, [3], 0]"), "");
  EXPECT_EQ(fault_of(bytes, ", terminals: [[0, 4], 2, 3, 0]"),
            "workload.terminals[0][1] = 4 is out of range: 0..3");
  EXPECT_EQ(fault_of(bytes, ", terminals: [0, [2, 3, 2], 3, 0]"),
            "workload.terminals[1][2]: the node has terminal 2 twice");
  EXPECT_EQ(fault_of(bytes, ", terminals: [0, 1, [], 0]"),
            "workload.terminals[2] is empty: a node of the trace needs a terminal");
  EXPECT_EQ(fault_of(bytes, ", spread: type"), "workload.spread = 'type' is not one of node_type, address");
  EXPECT_EQ(fault_of(bytes, ", flit_bytes: 0"), "workload.flit_bytes = 0 is out of range: 1..4096");
}

}  // namespace
}  // namespace switchyard
