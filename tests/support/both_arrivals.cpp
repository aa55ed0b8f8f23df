#include "tests/support/both_arrivals.h"

#include <map>

#include "tests/support/hand_made_packets.h"
#include "tlm/approximate/approximate_network.h"

namespace switchyard {

Arrivals arrivals_of(const Experiment& network, const std::vector<Sent>& packets) {
  std::vector<TraceEntry> trace;
  for (const Sent& sent : packets) trace.push_back({sent.source, {sent.at, sent.destination, sent.flits}});
  const Experiment experiment = with_packets(network, trace);
  const TerminalId terminals = experiment.design.topology->terminal_count();
  std::vector<PacketId> ids;
  std::vector<PacketId> next(terminals);
  for (const Sent& sent : packets) ids.push_back(next[sent.source]++ * terminals + sent.source);

  NetworkBench bench(experiment);
  TailTimes tails;
  FastEngine engine(experiment.design, bench.terminals(), &tails);
  while (engine.now() < packets.back().at + 2000) engine.step_cycle();

  std::map<PacketId, Cycle> arrived;
  const auto approximate = make_approximate_network(
      experiment.design, [&](const PacketArrival& arrival) { arrived[arrival.packet] = arrival.arrived; });
  for (std::size_t n = 0; n < packets.size(); ++n) {
    approximate->run(packets[n].at);
    approximate->send(ids[n], packets[n].source, packets[n].destination, packets[n].flits, packets[n].at);
  }
  approximate->run(approximate->now() + 2000);
  Arrivals arrivals;
  for (const PacketId id : ids) {
    arrivals.fast.push_back(tails.of(id));
    arrivals.approximate.push_back(arrived.at(id));
  }
  return arrivals;
}

}  // namespace switchyard
