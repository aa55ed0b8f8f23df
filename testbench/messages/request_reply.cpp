#include "testbench/messages/request_reply.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "testbench/messages/generator.h"
#include "testbench/traffic/read_traffic.h"

namespace switchyard {
namespace {

struct Loop {
  std::uint64_t requests = 1;
  std::uint64_t outstanding = 1;
  Cycle service = 0;
  Cycle think = 0;
  std::uint32_t request_length = 1;
  std::uint32_t reply_length = 1;
  std::vector<TerminalId> clients;
  std::vector<TerminalId> servers;  ///< None: the pattern says whom a client asks.
  std::shared_ptr<const Pattern> pattern;
  std::uint64_t seed = 0;
};

/// Round by round, client by client: a request, and its reply.
class RequestReply final : public MessageStream {
 public:
  explicit RequestReply(Loop loop) : loop_(std::move(loop)) {
    for (const TerminalId client : loop_.clients)
      destinations_.emplace_back(loop_.seed, client, Purpose::Destination);
  }

  bool next(GraphMessage& message) override {
    const std::uint64_t per_round = 2 * loop_.clients.size();
    const std::uint64_t round = id_ / per_round;
    if (round == loop_.requests) return false;
    message = {};
    message.value = own_value(id_);
    if (id_ % 2 == 0) {
      ask(message, id_ % per_round / 2);
      if (round >= loop_.outstanding) {
        message.compute = loop_.think;
        message.waits_for = {id_ + 1 - loop_.outstanding * per_round};
      }
    } else {
      answer(message);
    }
    ++id_;
    return true;
  }

 private:
  void ask(GraphMessage& message, std::size_t client) {
    client_ = loop_.clients[client];
    RandomStream& random = destinations_[client];
    if (loop_.pattern != nullptr) {
      server_ = *loop_.pattern->destination(client_, random);
    } else {
      server_ = loop_.servers[random.choose(static_cast<std::uint32_t>(loop_.servers.size()))];
    }
    message.source = client_;
    message.destination = server_;
    message.flits = loop_.request_length;
  }

  void answer(GraphMessage& message) const {
    message.source = server_;
    message.destination = client_;
    message.flits = loop_.reply_length;
    message.label = 1;
    message.compute = loop_.service;
    message.waits_for = {id_ - 1};
  }

  Loop loop_;
  std::vector<RandomStream> destinations_;  ///< [client]
  MessageId id_ = 0;
  TerminalId client_ = 0;  ///< Of the request before.
  TerminalId server_ = 0;
};

/// Faults: a server that does not send and receive, or that is in the list before.
std::vector<TerminalId> read_servers(const TrafficContext& context, const std::vector<TerminalId>& able) {
  const ConfigNode list =
      context.config.child("servers", {"", "that answer the requests of all others, in place of a pattern",
                                       "terminals", "none: a pattern says whom a client asks"});
  std::vector<TerminalId> servers;
  for (const ConfigNode& element : list.items()) {
    const auto server = element.as_integer<TerminalId>({0, kNoNode - 1});
    if (!element.sound() || context.topology == nullptr) continue;
    if (!std::binary_search(able.begin(), able.end(), server))
      element.fail(fmt::format("{} = {} is no terminal that sends and receives", element.path(), server));
    if (std::find(servers.begin(), servers.end(), server) != servers.end())
      element.fail(fmt::format("{} = {} is in the list already", element.path(), server));
    servers.push_back(server);
  }
  return servers;
}

/// Faults: nobody is left to ask; a pattern where some terminals go one way only.
bool find_clients(const TrafficContext& context, const std::vector<TerminalId>& able, Loop& loop) {
  if (context.config.has("servers")) {
    loop.servers = read_servers(context, able);
    std::vector<TerminalId> servers = loop.servers;
    std::sort(servers.begin(), servers.end());
    std::set_difference(able.begin(), able.end(), servers.begin(), servers.end(),
                        std::back_inserter(loop.clients));
    const ConfigNode list = context.config.child("servers");
    if (!list.sound() || context.topology == nullptr) return false;
    if (!servers.empty() && !loop.clients.empty()) return true;
    list.fail(list.path() + (servers.empty() ? " is empty" : " names all terminals: nobody is left to ask"));
    return false;
  }
  read_servers(context, able);
  loop.pattern = read_pattern(context);
  if (loop.pattern == nullptr) return false;
  if (!context.topology->all_terminals_send_and_receive()) {
    const ConfigNode name = context.config.child("pattern");
    name.fail(name.path() +
              ": some terminals only send or only receive, and cannot ask or answer: name servers");
    return false;
  }
  for (const TerminalId terminal : able) {
    RandomStream random(loop.seed, terminal, Purpose::Destination);
    if (loop.pattern->destination(terminal, random)) loop.clients.push_back(terminal);
  }
  return true;
}

}  // namespace

MessageGraph build_request_reply(const TrafficContext& context) {
  const ConfigNode& config = context.config;
  Loop loop;
  loop.seed = context.seed;
  loop.requests = config.integer<std::uint64_t>("requests", kRounds, {"messages", "that each client sends"});
  loop.outstanding = config.integer<std::uint64_t>(
      "outstanding", {1, 1'000'000}, 1, {"messages", "of a client for which it has no reply yet, at most"});
  loop.service = config.integer<Cycle>("service", kComputing, 0,
                                       {"cycles", "from the arrival of a request until its reply is ready"});
  loop.think = config.integer<Cycle>(
      "think", kComputing, 0,
      {"cycles", "from the arrival of a reply until the request that waits for it is ready"});
  loop.request_length = read_message_length(config, "request_length", "a request");
  loop.reply_length = read_message_length(config, "reply_length", "a reply");
  MessageGraph graph;
  graph.classes = {"request", "reply"};
  graph.longest_message = static_cast<int>(std::max(loop.request_length, loop.reply_length));
  graph.mean_message = (loop.request_length + loop.reply_length) / 2.0;
  if (!find_clients(context, both_ways(context.topology), loop)) return graph;
  if (!fits_window(config, "outstanding", 2 * loop.clients.size() * loop.outstanding)) return graph;
  graph.make_stream = [loop] { return std::make_unique<RequestReply>(loop); };
  return graph;
}

}  // namespace switchyard
