#include "testbench/cosim/exchange/model_exchange.h"

#include <fmt/format.h>

#include <stdexcept>

namespace switchyard {

const ExchangeDecisions& ModelExchange::step(const ExchangeArrivals& arrivals) {
  decisions_.asked = decisions_.answered = 0;
  decisions_.ejected.clear();
  decisions_.injects = false;
  Node node{decisions_, arrivals.room};
  switch_.set_faulty_links(arrivals.faulty);
  switch_.begin_cycle();
  for_each_bit(arrivals.replies, [&](PortId p) { switch_.accept_reply(p, arrivals.packets[p], node); });
  for_each_bit(arrivals.credits, [&](PortId p) { switch_.accept_credit(p); });
  switch_.eject(node);
  for_each_bit(arrivals.requests, [&](PortId p) {
    if (!switch_.answer(p, arrivals.packets[p], /*kept=*/0, node))
      throw std::logic_error(
          fmt::format("ModelExchange: a request finds no buffer at node {}", switch_.site().node));
  });
  switch_.start_exchanges(node);
  if (arrivals.has_next) inject(arrivals.next, node);
  return decisions_;
}

void ModelExchange::inject(const Flit& flit, Node& node) {
  if (flit.destination == switch_.site().node) {
    decisions_.injects = node.eject(flit);
  } else if (switch_.has_room(/*kept=*/0)) {
    decisions_.injects = true;
    switch_.put(switch_.empty_buffer(), flit, node);
  }
}

}  // namespace switchyard
