#include "hw/router/duato_router.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw/base/bits.h"

namespace switchyard {
namespace {

[[noreturn]] void broken_protocol(NodeId node, PortId port, VcId vc, const char* what) {
  throw std::logic_error("DuatoRouter: " + std::string(what) + " at node " + std::to_string(node) + ", port " +
                         std::to_string(port) + ", lane " + std::to_string(vc));
}

/// Advances a ring index without a division.
std::uint16_t next_slot(std::size_t slot, std::size_t depth) {
  return static_cast<std::uint16_t>(slot + 1 == depth ? 0 : slot + 1);
}

std::size_t tail_slot(std::size_t head, std::size_t size, std::size_t depth) {
  const std::size_t slot = head + size;
  return slot >= depth ? slot - depth : slot;
}

}  // namespace

DuatoRouter::DuatoRouter(const DuatoConfig& config, const RouterSite& site, const RoutingFunction& routing)
    : config_(config),
      node_(site.node),
      port_count_(site.port_count),
      terminal_(site.port_count - 1),
      vc_count_(static_cast<std::size_t>(config.virtual_channels)),
      input_depth_(static_cast<std::size_t>(config.input_depth)),
      output_depth_(static_cast<std::size_t>(config.output_depth)),
      routing_(routing),
      max_choices_(routing.max_choices()),
      seed_(site.seed),
      ports_(static_cast<std::size_t>(site.port_count)),
      inputs_(ports_.size() * vc_count_),
      outputs_(inputs_.size()),
      input_flits_(inputs_.size() * input_depth_),
      output_flits_(output_depth_ != 0 ? outputs_.size() * output_depth_
                                       : ports_.size() * static_cast<std::size_t>(config.t_crossbar)),
      routes_(inputs_.size() * max_choices_),
      in_crossbar_(ports_.size() * static_cast<std::size_t>(config.t_crossbar)),
      allocator_(site.port_count),
      random_(site.seed, site.node, Purpose::Selection) {
  if (config.half_duplex) {
    for (std::size_t p = 0; p < ports_.size(); ++p) {
      duplex_.emplace_back(site.first_on_link[p], site.link_latency[p]);
    }
  }
  DuatoRouter::reset();
}

void DuatoRouter::reset() {
  const auto all = low_bits<VcMask>(static_cast<int>(vc_count_));
  for (Port& port : ports_) {
    port = Port{};
    port.credit = all;
  }
  for (InputLane& lane : inputs_) lane = InputLane{};
  for (OutputLane& lane : outputs_) {
    lane = OutputLane{};
    lane.credits = static_cast<std::uint16_t>(input_depth_);
    lane.space = static_cast<std::uint16_t>(capacity());
  }
  std::fill(in_crossbar_.begin(), in_crossbar_.end(), VcMask{0});
  allocator_.reset();
  for (HalfDuplexArbiter& arbiter : duplex_) arbiter.reset();
  random_ = RandomStream(seed_, node_, Purpose::Selection);
  occupied_ports_ = ready_ports_ = 0;
  granted_ports_ = low_bits<PortMask>(port_count_);
  next_header_port_ = 0;
  maturing_ = 0;
  stage_ = 0;
}

bool DuatoRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  acted_ = false;
  accept(inputs);
  if (!duplex_.empty()) take_grants(inputs);
  drive_links(outputs);
  cross(outputs);
  route();
  if (!duplex_.empty()) ask_for_links(outputs);
  if (config_.t_crossbar > 1) stage_ = stage_ + 1 == static_cast<std::size_t>(config_.t_crossbar) ? 0 : stage_ + 1;
  return acted_ || maturing_ != 0;
}

void DuatoRouter::accept(const PortInputs& inputs) {
  for_each_bit(inputs.flit_ports, [&](PortId p) {
    const Flit& flit = inputs.flits[p];
    const std::size_t index = lane_of(p, flit.vc);
    InputLane& lane = inputs_[index];
    if (flit.vc >= vc_count_ || lane.size == input_depth_) broken_protocol(node_, p, flit.vc, "input lane overflows");
    input_flits_[index * input_depth_ + tail_slot(lane.head, lane.size, input_depth_)] = flit;
    ++lane.size;
    port(p).occupied = static_cast<VcMask>(port(p).occupied | bit<VcMask>(flit.vc));
    occupied_ports_ |= bit<PortMask>(p);
  });
  for_each_bit(inputs.credit_ports, [&](PortId p) {
    port(p).credit = static_cast<VcMask>(port(p).credit | inputs.credits[p]);
    for_each_bit(inputs.credits[p], [&](VcId vc) {
      OutputLane& lane = outputs_[lane_of(p, vc)];
      if (lane.credits == input_depth_) broken_protocol(node_, p, vc, "more credits than slots");
      ++lane.credits;
      ++lane.space;
    });
  });
}

void DuatoRouter::take_grants(const PortInputs& inputs) {
  granted_ports_ = bit<PortMask>(terminal_);
  for (PortId p = 0; p < terminal_; ++p) {
    const bool far_request = (inputs.request_ports & bit<PortMask>(p)) != 0;
    if (duplex_[static_cast<std::size_t>(p)].grant(far_request)) granted_ports_ |= bit<PortMask>(p);
  }
}

void DuatoRouter::drive_links(PortOutputs& outputs) {
  if (!queued_output()) {
    for (PortId p = 0; maturing_ != 0 && p < port_count_; ++p) {
      VcMask& leaving = in_crossbar_[stage_ * ports_.size() + static_cast<std::size_t>(p)];
      if (leaving == 0) continue;
      outputs.send(p, output_flits_[stage_ * ports_.size() + static_cast<std::size_t>(p)]);
      leaving = 0;
      --maturing_;
    }
    return;
  }
  for_each_bit(static_cast<PortMask>(ready_ports_ & granted_ports_), [&](PortId p) {
    Port& port = this->port(p);
    const auto sendable = static_cast<VcMask>(port.ready & port.credit);
    if (sendable == 0) return;
    const VcId vc = port.link.pick(sendable);
    port.link.accept(vc);
    const std::size_t index = lane_of(p, vc);
    OutputLane& lane = outputs_[index];
    outputs.send(p, output_flits_[index * output_depth_ + lane.head]);
    lane.head = next_slot(lane.head, output_depth_);
    --lane.size;
    if (--lane.credits == 0) port.credit = static_cast<VcMask>(port.credit & ~bit<VcMask>(vc));
    if (--lane.visible == 0) {
      port.ready = static_cast<VcMask>(port.ready & ~bit<VcMask>(vc));
      if (port.ready == 0) ready_ports_ &= ~bit<PortMask>(p);
    }
    acted_ = true;
  });
}

bool DuatoRouter::has_room(std::size_t output) const {
  const OutputLane& lane = outputs_[output];
  return queued_output() ? lane.size < output_depth_ : lane.credits != 0;
}

template <class Visit>
void DuatoRouter::for_each_crossable(Visit&& visit) {
  for_each_bit(occupied_ports_, [&](PortId p) {
    for_each_bit(static_cast<VcMask>(port(p).occupied & port(p).bound), [&](VcId vc) {
      const std::size_t output = inputs_[lane_of(p, vc)].output;
      if (has_room(output)) visit(p, vc, output);
    });
  });
}

void DuatoRouter::cross(PortOutputs& outputs) {
  if (config_.crossbar == DuatoConfig::Crossbar::Ports) {
    cross_lane_per_port(outputs);
  } else if (queued_output()) {
    cross_every_lane(outputs);
  } else {
    cross_lane_per_link(outputs);
  }
  if (queued_output() && maturing_ != 0) mature();
}

void DuatoRouter::cross_every_lane(PortOutputs& outputs) {
  for_each_crossable([&](PortId p, VcId vc, std::size_t) { move_flit(p, vc, outputs); });
}

/// Lanes without output queues: each link takes one flit, whichever lane its arbiter picks.
void DuatoRouter::cross_lane_per_link(PortOutputs& outputs) {
  std::array<VcMask, kMaxPorts> requests{};
  PortMask requested = 0;
  for_each_crossable([&](PortId, VcId, std::size_t output) {
    const std::size_t out_port = output / vc_count_;
    requests[out_port] = static_cast<VcMask>(requests[out_port] | bit<VcMask>(static_cast<int>(output % vc_count_)));
    requested |= bit<PortMask>(static_cast<int>(out_port));
  });
  for_each_bit(static_cast<PortMask>(requested & granted_ports_), [&](PortId p) {
    const VcId winner = port(p).link.pick(requests[static_cast<std::size_t>(p)]);
    port(p).link.accept(winner);
    const std::size_t input = outputs_[lane_of(p, winner)].input;
    move_flit(static_cast<PortId>(input / vc_count_), static_cast<VcId>(input % vc_count_), outputs);
  });
}

/// P x P crossbar: the allocator matches ports, then each granted input port picks one of its lanes.
void DuatoRouter::cross_lane_per_port(PortOutputs& outputs) {
  std::array<PortMask, kMaxPorts> requests{};
  std::array<PortMask, kMaxPorts> grants;
  bool any = false;
  for_each_crossable([&](PortId p, VcId, std::size_t output) {
    const auto out_port = static_cast<PortId>(output / vc_count_);
    const PortMask allowed = queued_output() ? ~PortMask{0} : granted_ports_;
    requests[static_cast<std::size_t>(p)] |= bit<PortMask>(out_port) & allowed;
    any = true;
  });
  if (!any) return;
  allocator_.allocate(requests, grants);
  for (PortId p = 0; p < port_count_; ++p) {
    const PortMask grant = grants[static_cast<std::size_t>(p)];
    if (grant == 0) continue;
    const auto out_port = static_cast<std::size_t>(lowest_bit(grant));
    VcMask candidates = 0;
    for_each_bit(static_cast<VcMask>(port(p).occupied & port(p).bound), [&](VcId vc) {
      const std::size_t output = inputs_[lane_of(p, vc)].output;
      if (output / vc_count_ == out_port && has_room(output)) candidates = static_cast<VcMask>(candidates | bit<VcMask>(vc));
    });
    const VcId winner = port(p).lanes.pick(candidates);
    port(p).lanes.accept(winner);
    move_flit(p, winner, outputs);
  }
}

void DuatoRouter::move_flit(PortId p, VcId vc, PortOutputs& outputs) {
  const std::size_t index = lane_of(p, vc);
  InputLane& input = inputs_[index];
  Port& in_port = port(p);
  Flit flit = input_flits_[index * input_depth_ + input.head];
  input.head = next_slot(input.head, input_depth_);
  if (--input.size == 0) {
    in_port.occupied = static_cast<VcMask>(in_port.occupied & ~bit<VcMask>(vc));
    if (in_port.occupied == 0) occupied_ports_ &= ~bit<PortMask>(p);
  }
  outputs.return_credit(p, vc);

  const std::size_t out_index = input.output;
  const auto out_port = out_index / vc_count_;
  const auto out_vc = static_cast<VcId>(out_index % vc_count_);
  OutputLane& output = outputs_[out_index];
  const bool tail = flit.tail();
  flit.vc = static_cast<std::uint8_t>(out_vc);
  --output.space;
  const auto stages = static_cast<std::size_t>(config_.t_crossbar);
  if (queued_output()) {
    output_flits_[out_index * output_depth_ + tail_slot(output.head, output.size, output_depth_)] = flit;
    ++output.size;
    const std::size_t stage = stage_ + stages - 1 >= stages ? stage_ - 1 : stages - 1;
    VcMask& leaving = in_crossbar_[stage * ports_.size() + out_port];
    leaving = static_cast<VcMask>(leaving | bit<VcMask>(out_vc));
  } else {
    if (--output.credits == 0) ports_[out_port].credit = static_cast<VcMask>(ports_[out_port].credit & ~bit<VcMask>(out_vc));
    output_flits_[stage_ * ports_.size() + out_port] = flit;
    in_crossbar_[stage_ * ports_.size() + out_port] = bit<VcMask>(out_vc);
  }
  ++maturing_;
  if (tail) {
    in_port.bound = static_cast<VcMask>(in_port.bound & ~bit<VcMask>(vc));
    ports_[out_port].held = static_cast<VcMask>(ports_[out_port].held & ~bit<VcMask>(out_vc));
  }
  acted_ = true;
}

/// Flits that have been t_crossbar cycles under way become visible to the link.
void DuatoRouter::mature() {
  for (std::size_t p = 0; p < ports_.size(); ++p) {
    VcMask& leaving = in_crossbar_[stage_ * ports_.size() + p];
    if (leaving == 0) continue;
    for_each_bit(leaving, [&](VcId vc) {
      ++outputs_[lane_of(static_cast<PortId>(p), vc)].visible;
      --maturing_;
    });
    ports_[p].ready = static_cast<VcMask>(ports_[p].ready | leaving);
    ready_ports_ |= bit<PortMask>(static_cast<int>(p));
    leaving = 0;
    acted_ = true;  // The link may take them in the next cycle.
  }
}

void DuatoRouter::route() {
  int headers_left = config_.headers_per_cycle;
  int last_port = -1;
  for_each_bit_from(occupied_ports_, next_header_port_, [&](PortId p) {
    Port& port = this->port(p);
    for_each_bit_from(static_cast<VcMask>(port.occupied & ~port.bound), port.next_header, [&](VcId vc) {
      if (headers_left == 0) return;
      if ((port.routed & bit<VcMask>(vc)) == 0) compute_routes(p, vc);
      const std::size_t lane = lane_of(p, vc);
      if (inputs_[lane].wait != 0) {
        --inputs_[lane].wait;
        acted_ = true;
        return;
      }
      const int output = select_output(lane);
      if (output < 0) return;
      bind(p, vc, static_cast<std::size_t>(output));
      port.next_header = static_cast<std::uint8_t>(vc + 1);
      if (last_port < 0) last_port = p;
      --headers_left;
    });
  });
  if (last_port >= 0) next_header_port_ = last_port + 1;
}

void DuatoRouter::compute_routes(PortId p, VcId vc) {
  const std::size_t lane = lane_of(p, vc);
  const Flit& header = front(lane);
  if (!header.head) broken_protocol(node_, p, vc, "a body flit without its header");
  RouteSet routes;
  if (header.destination == node_) {
    routes.add(terminal_, low_bits<VcMask>(static_cast<int>(vc_count_)), Preference::Adaptive);
  } else {
    routing_.route({node_, header.destination, p, vc}, routes);
  }
  const bool throttled = p == terminal_ && config_.throttle_lanes != DuatoConfig::kUnlimited && header.destination != node_;
  InputLane& input = inputs_[lane];
  input.choices = 0;
  for (RouteChoice choice : routes) {
    if (throttled) {
      if (choice.preference == Preference::Escape) continue;
      VcMask open = choice.vcs;
      while (std::popcount(open) > config_.throttle_lanes) open = static_cast<VcMask>(open & ~std::bit_floor(open));
      choice.vcs = open;
    }
    routes_[lane * max_choices_ + input.choices++] = choice;
  }
  input.wait = static_cast<std::uint8_t>(config_.t_routing - 1);
  port(p).routed = static_cast<VcMask>(port(p).routed | bit<VcMask>(vc));
}

/// Free slots, of the output lane and the far input lane together, that a new packet must find.
int DuatoRouter::space_needed(int length) const {
  if (config_.lane_reuse == DuatoConfig::LaneReuse::Atomic) return capacity();
  if (config_.switching == DuatoConfig::Switching::CutThrough) return length + static_cast<int>(output_depth_);
  return std::min(length, capacity());
}

bool DuatoRouter::is_open(std::size_t output, int needed) const {
  if (config_.lane_reuse == DuatoConfig::LaneReuse::Immediate) return has_room(output);
  return outputs_[output].space >= needed;
}

/// The output lane that the selection function chooses among the legal, free ones; -1 if there is none.
int DuatoRouter::select_output(std::size_t lane) {
  const int needed = space_needed(front(lane).remaining);
  const std::span<const RouteChoice> choices{&routes_[lane * max_choices_], inputs_[lane].choices};
  for (const Preference preference : {Preference::Adaptive, Preference::Escape}) {
    int best = -1;
    int best_space = -1;
    std::uint32_t found = 0;
    for (const RouteChoice& choice : choices) {
      if (choice.preference != preference) continue;
      const auto free = static_cast<VcMask>(choice.vcs & ~ports_[choice.port].held);
      int output = -1;  // The roomiest free lane of this port.
      for_each_bit(free, [&](VcId vc) {
        const std::size_t candidate = lane_of(choice.port, vc);
        if (!is_open(candidate, needed)) return;
        if (output < 0 || outputs_[candidate].space > outputs_[static_cast<std::size_t>(output)].space) {
          output = static_cast<int>(candidate);
        }
      });
      if (output < 0) continue;
      ++found;
      const int space = outputs_[static_cast<std::size_t>(output)].space;
      bool better = best < 0;
      switch (config_.selection) {
        case DuatoConfig::Selection::First: break;
        case DuatoConfig::Selection::Random: better = better || random_.below(found) == 0; break;
        case DuatoConfig::Selection::LeastLoaded: better = better || space > best_space; break;
      }
      if (better) {
        best = output;
        best_space = space;
      }
    }
    if (best >= 0) return best;
  }
  return -1;
}

void DuatoRouter::bind(PortId p, VcId vc, std::size_t output) {
  const std::size_t lane = lane_of(p, vc);
  inputs_[lane].output = static_cast<std::uint16_t>(output);
  outputs_[output].input = static_cast<std::uint16_t>(lane);
  Port& out_port = ports_[output / vc_count_];
  out_port.held = static_cast<VcMask>(out_port.held | bit<VcMask>(static_cast<int>(output % vc_count_)));
  Port& in_port = port(p);
  in_port.bound = static_cast<VcMask>(in_port.bound | bit<VcMask>(vc));
  in_port.routed = static_cast<VcMask>(in_port.routed & ~bit<VcMask>(vc));
  acted_ = true;
}

/// Requests each half-duplex link over which a flit could go in the next cycle.
void DuatoRouter::ask_for_links(PortOutputs& outputs) {
  PortMask wanted = 0;
  if (queued_output()) {
    for_each_bit(ready_ports_, [&](PortId p) {
      if ((port(p).ready & port(p).credit) != 0) wanted |= bit<PortMask>(p);
    });
  } else {
    for_each_crossable([&](PortId, VcId, std::size_t output) { wanted |= bit<PortMask>(static_cast<int>(output / vc_count_)); });
  }
  for (PortId p = 0; p < terminal_; ++p) {
    const bool want = (wanted & bit<PortMask>(p)) != 0;
    duplex_[static_cast<std::size_t>(p)].request(want);
    acted_ = acted_ || duplex_[static_cast<std::size_t>(p)].busy();
  }
  outputs.request_ports = wanted & ~bit<PortMask>(terminal_);
}

void DuatoRouter::visit_lanes(const std::function<void(const LaneView&)>& visit) const {
  for (PortId p = 0; p < port_count_; ++p) {
    const Port& port = ports_[static_cast<std::size_t>(p)];
    for (VcId vc = 0; vc < static_cast<VcId>(vc_count_); ++vc) {
      const std::size_t index = lane_of(p, vc);
      const InputLane& input = inputs_[index];
      const OutputLane& output = outputs_[index];
      visit({{Side::Input, p, vc}, input.size, input.size != 0 ? &front(index) : nullptr, (port.bound & bit<VcMask>(vc)) != 0});
      if (!queued_output()) continue;
      const Flit* head = output.size != 0 ? &output_flits_[index * output_depth_ + output.head] : nullptr;
      visit({{Side::Output, p, vc}, output.size, head, (port.held & bit<VcMask>(vc)) != 0});
    }
  }
}

std::vector<Want> DuatoRouter::wants(const LaneRef& lane) const {
  const std::size_t index = lane_of(lane.port, lane.vc);
  const Port& port = ports_[static_cast<std::size_t>(lane.port)];
  const auto name = [&](Want::Where where, Side side, std::size_t flat) {
    return Want{where, {side, static_cast<PortId>(flat / vc_count_), static_cast<VcId>(flat % vc_count_)}};
  };
  if (lane.side == Side::Output) {
    const OutputLane& output = outputs_[index];
    if (output.size == 0) return {name(Want::Where::Here, Side::Input, output.input)};
    if (output.credits == 0) return {name(Want::Where::Far, Side::Input, index)};
    return {};
  }
  const InputLane& input = inputs_[index];
  if ((port.bound & bit<VcMask>(lane.vc)) != 0) {
    if (input.size == 0) return {name(Want::Where::Feeder, Side::Output, index)};
    if (has_room(input.output)) return {};
    if (queued_output()) return {name(Want::Where::Here, Side::Output, input.output)};
    return {name(Want::Where::Far, Side::Input, input.output)};
  }
  if ((port.routed & bit<VcMask>(lane.vc)) == 0) return {};
  std::vector<Want> wants;
  const int needed = space_needed(front(index).remaining);
  for (std::size_t c = 0; c < input.choices; ++c) {
    const RouteChoice& choice = routes_[index * max_choices_ + c];
    VcId vc = 0;
    for (VcMask vcs = choice.vcs; vcs != 0; vcs = static_cast<VcMask>(vcs & ~bit<VcMask>(vc))) {
      vc = lowest_bit(vcs);
      const std::size_t candidate = lane_of(choice.port, vc);
      if ((ports_[choice.port].held & bit<VcMask>(vc)) != 0) {
        wants.push_back(name(Want::Where::Here, Side::Input, outputs_[candidate].input));
      } else if (is_open(candidate, needed)) {
        return {};
      } else if (outputs_[candidate].size != 0) {
        wants.push_back(name(Want::Where::Here, Side::Output, candidate));
      } else {
        wants.push_back(name(Want::Where::Far, Side::Input, candidate));
      }
    }
  }
  return wants;
}

}  // namespace switchyard
