#include "testbench/traffic/read_class.h"

#include <algorithm>
#include <utility>

namespace switchyard {
namespace {

constexpr IntRange kNetworks{0, kMaxVcs - 1};
constexpr IntRange kService{0, 1'000'000'000'000};
constexpr IntRange kRoom{1, 1'000'000};

int read_network(const ConfigNode& map, const std::string& who) {
  return map.integer<int>(
      "virtual_network", kNetworks, 0,
      {"number", "of the virtual network by which " + who + " go: see router.virtual_networks",
       "0..virtual networks - 1"});
}

/// Nothing if the key is not there.
std::optional<int> read_bound(const ConfigNode& map, const char* key, const std::string& unit,
                              const std::string& meaning) {
  const ConfigNode bound =
      map.child(key, {unit, meaning, text_of(kRoom), "without bound"}, {shape_of(kRoom)});
  return bound.exists() ? std::optional(bound.as_integer<int>(kRoom)) : std::nullopt;
}

Reply read_reply(const ConfigNode& node, std::size_t label) {
  Reply reply{static_cast<std::uint8_t>(label), read_packet_length(node)};
  reply.service = node.integer<Cycle>("service", kService, 0,
                                      {"cycles", "from the arrival of a packet until its reply is created"});
  reply.buffer = read_bound(node, "buffer", "replies",
                            "of the class that a terminal has room for, from taking a packet until its reply "
                            "has left; without room it takes none");
  return reply;
}

void require_own_name(const ConfigNode& map, const std::string& name, const TrafficClasses& classes) {
  if (map.sound() && std::ranges::find(classes, name, &TrafficClass::name) != classes.end())
    map.fail(map.path() + ".name = " + name + " is the name of another class, too");
}

}  // namespace

void read_class(const ConfigNode& item, const Topology* topology, TrafficClasses& classes) {
  TrafficClass made{item.string("name", KeyMeaning{"", "of the class, in reports"}),
                    read_network(item, "packets of the class")};
  require_own_name(item, made.name, classes);
  made.outstanding =
      read_bound(item, "outstanding", "packets",
                 "of a source for which it has no reply yet, at most; then it creates no more meanwhile");
  const ConfigNode node =
      item.child("reply", {"", "that the receiver of each packet sends back", "a map", "none"},
                 {{ValueShape::Kind::Map}});
  if (!node.exists()) {
    const ConfigNode outstanding = item.child("outstanding");
    if (outstanding.exists()) outstanding.fail(outstanding.path() + " counts replies: it needs a reply");
    classes.push_back(std::move(made));
    return;
  }
  if (topology != nullptr && !topology->all_terminals_send_and_receive())
    node.fail(node.path() + ": some terminals of this network only send or only receive, and cannot answer");
  made.reply = read_reply(node, classes.size() + 1);
  const std::string name =
      node.string("name", made.name + "_reply",
                  KeyMeaning{"", "of the class of replies", "text", "that of the class and `_reply`"});
  const int network = read_network(node, "replies");
  classes.push_back(std::move(made));
  require_own_name(node, name, classes);
  classes.push_back({name, network});
}

}  // namespace switchyard
