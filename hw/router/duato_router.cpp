#include "hw/router/duato_router.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {
namespace {

[[noreturn, gnu::noinline, gnu::cold]] void broken_protocol(NodeId node, PortId port, VcId vc,
                                                            const char* what) {
  throw std::logic_error("DuatoRouter: " + std::string(what) + " at node " + std::to_string(node) +
                         ", port " + std::to_string(port) + ", lane " + std::to_string(vc));
}

/// Where a lane's or port's bit is in its mask: what a shift instruction does anyway.
template <class Mask>
int place_of(std::size_t index) {
  return static_cast<int>(index % (sizeof(Mask) == 8 ? 64 : 32));
}
// Without branches: what fills, empties, binds or frees a lane is not predictable.
template <class Mask>
void set(Mask& mask, std::size_t index, bool really = true) {
  mask = static_cast<Mask>(mask | Mask{really} << place_of<Mask>(index));
}
template <class Mask>
void clear(Mask& mask, std::size_t index, bool really = true) {
  mask = static_cast<Mask>(mask & ~(Mask{really} << place_of<Mask>(index)));
}
template <class Mask>
bool test(Mask mask, std::size_t index) {
  return (mask >> place_of<Mask>(index) & 1) != 0;
}

constexpr std::size_t kCacheLine = 64;

/// Cuts arrays out of one block; without a block, it finds out how large that must be.
class BlockLayout {
 public:
  BlockLayout() = default;
  explicit BlockLayout(std::span<std::byte> block) : block_(block.data()) {
    const auto address = reinterpret_cast<std::uintptr_t>(block_);
    next_ = (kCacheLine - address % kCacheLine) % kCacheLine;
  }

  template <class T>
  void place(std::span<T>& array, std::size_t count) {
    next_ = (next_ + alignof(T) - 1) / alignof(T) * alignof(T);
    if (block_ != nullptr) {
      T* first = reinterpret_cast<T*>(block_ + next_);
      std::uninitialized_value_construct_n(first, count);
      array = {first, count};
    }
    next_ += count * sizeof(T);
  }
  std::size_t size() const { return next_; }

 private:
  std::byte* block_ = nullptr;
  std::size_t next_ = 0;
};

}  // namespace

DuatoRouter::DuatoRouter(const DuatoConfig& config, const RouterSite& site, const RoutingFunction& routing,
                         const SwitchFactory& make_blocks)
    : routing_(routing),
      node_(site.node),
      port_count_(site.port_count),
      terminal_(site.port_count - 1),
      vc_bits_(std::bit_width(static_cast<unsigned>(config.virtual_channels) - 1)),
      vc_count_(config.virtual_channels),
      all_vcs_(low_bits<VcMask>(config.virtual_channels)),
      lane_count_(static_cast<std::size_t>(port_count_) << vc_bits_),
      input_depth_(static_cast<std::size_t>(config.input_depth)),
      output_depth_(static_cast<std::size_t>(config.output_depth)),
      crosses_every_lane_(queued_output() && config.crossbar == DuatoConfig::Crossbar::Lanes),
      stages_(static_cast<std::size_t>(queued_output() ? config.t_crossbar - 1 : config.t_crossbar)),
      max_choices_(routing.max_choices()),
      config_(config),
      seed_(site.seed),
      allocator_(site.port_count),
      random_(site.seed, site.node, Purpose::Selection) {
  lay_out();
  if (make_blocks) {
    const std::size_t ways = crosses_by_lane() ? lane_count_ : static_cast<std::size_t>(port_count_);
    blocks_ = make_blocks(node_, {port_count_, vc_count_, ways, allocates_lanes()});
  }
  if (config.half_duplex) {
    for (std::size_t p = 0; p < ports_.size(); ++p) {
      duplex_.emplace_back(site.first_on_link[p], site.link_latency[p]);
    }
  }
  DuatoRouter::reset();
}

void DuatoRouter::lay_out() {
  const auto ports = static_cast<std::size_t>(port_count_);
  BlockLayout layout;
  const auto place = [&] {
    layout.place(lanes_, lane_count_);
    layout.place(ports_, ports);
    layout.place(in_crossbar_, stages_ * ports);
    layout.place(output_flits_, queued_output() ? lane_count_ * output_depth_ : stages_ * ports);
    layout.place(input_flits_, lane_count_ * input_depth_);
    layout.place(headers_, lane_count_);
    layout.place(routes_, lane_count_ * max_choices_);
  };
  place();
  memory_.resize(layout.size() + kCacheLine);
  layout = BlockLayout(memory_);
  place();
}

void DuatoRouter::reset() {
  masks_.fill(InputMasks{});
  Lane idle;
  idle.credits = static_cast<std::uint16_t>(input_depth_);
  std::fill(lanes_.begin(), lanes_.end(), idle);
  Port idle_port;
  idle_port.credit = all_vcs_;
  std::fill(headers_.begin(), headers_.end(), Header{});
  std::fill(ports_.begin(), ports_.end(), idle_port);
  std::fill(in_crossbar_.begin(), in_crossbar_.end(), VcMask{0});
  allocator_.reset();
  if (blocks_ != nullptr) blocks_->reset();
  for (HalfDuplexArbiter& arbiter : duplex_) arbiter.reset();
  random_ = RandomStream(seed_, node_, Purpose::Selection);
  sendable_ports_ = 0;
  granted_ports_ = low_bits<PortMask>(port_count_);
  next_header_port_ = 0;
  stage_ = 0;
}

[[gnu::flatten]] bool DuatoRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  for_each_bit(inputs.flit_ports, [&](PortId p) { accept_flit(p, inputs.flits[p]); });
  for_each_bit(inputs.credit_ports, [&](PortId p) { accept_credits(p, inputs.credits[p]); });
  if (!duplex_.empty()) take_grants(inputs);
  for_each_bit(sendable_ports_ & granted_ports_, [&](PortId p) { drive_link(p, outputs); });
  if (stages_ != 0) leave_crossbar(outputs);
  cross(outputs);
  route();
  if (!duplex_.empty()) ask_for_links(outputs);
  if (stages_ > 1) stage_ = stage_ + 1 == stages_ ? 0 : stage_ + 1;
  return has_work();
}

void DuatoRouter::accept_flit(PortId p, const Flit& flit) {
  if (flit.vc >= vc_count_) broken_protocol(node_, p, flit.vc, "a flit for no lane");
  const std::size_t input = lane_of(p, flit.vc);
  Queue& queue = lanes_[input].in;
  if (queue.size == input_depth_) broken_protocol(node_, p, flit.vc, "input lane overflows");
  input_slot(input, queue.tail(input_depth_)) = flit;
  ++queue.size;
  set(masks(input).occupied, input);
}

/// The lanes, and the slots of them that light traffic uses.
void DuatoRouter::prefetch() const {
  const auto fetch = [](const auto& array, std::size_t count) {
    const char* const first = reinterpret_cast<const char*>(array.data());
    for (std::size_t offset = 0; offset < count * sizeof(array[0]); offset += kCacheLine) {
      __builtin_prefetch(first + offset, 1);
    }
  };
  fetch(lanes_, lane_count_);
  fetch(output_flits_, lane_count_);
  fetch(input_flits_, lane_count_);
}

void DuatoRouter::accept_credits(PortId p, VcMask vcs) {
  Port& port = this->port(p);
  port.credit |= vcs;
  port.opened |= vcs;
  for_each_bit(vcs, [&](VcId vc) {
    Lane& lane = lanes_[lane_of(p, vc)];
    if (lane.credits == input_depth_) broken_protocol(node_, p, vc, "more credits than slots");
    ++lane.credits;
    if (!queued_output() && test(port.held, vc)) clear(masks(lane.input).blocked, lane.input);
  });
  set(sendable_ports_, p, port.sendable() != 0);
}

void DuatoRouter::take_grants(const PortInputs& inputs) {
  granted_ports_ = bit<PortMask>(terminal_);
  for (PortId p = 0; p < terminal_; ++p) {
    const bool far_request = (inputs.request_ports & bit<PortMask>(p)) != 0;
    if (duplex_[static_cast<std::size_t>(p)].grant(far_request)) granted_ports_ |= bit<PortMask>(p);
  }
}

void DuatoRouter::drive_link(PortId p, PortOutputs& outputs) {
  Port& port = this->port(p);
  const VcId vc = pick_link_lane(p, port.sendable());
  const std::size_t output = lane_of(p, vc);
  Lane& lane = lanes_[output];
  outputs.send(p, output_slot(output, lane.out.head));
  if (lane.out.size == output_depth_) make_room(p, vc);
  lane.out.pop(output_depth_);
  --lane.credits;
  clear(port.credit, vc, lane.credits == 0);
  clear(port.ready, vc, stages_ == 0 ? lane.out.size == 0 : in_crossbar_only(p, vc));
  clear(sendable_ports_, p, port.sendable() == 0);
}

VcId DuatoRouter::pick_link_lane(PortId p, VcMask requests) {
  return blocks_ != nullptr ? lowest_bit(blocks_->pick_link_lane(p, requests)) : port(p).link.grant(requests);
}

VcId DuatoRouter::pick_input_lane(PortId p, VcMask requests) {
  return blocks_ != nullptr ? lowest_bit(blocks_->pick_input_lane(p, requests))
                            : port(p).lanes.grant(requests);
}

/// The flit as it leaves the crossbar that stands in for ours.
Flit DuatoRouter::crossed(std::size_t input, std::size_t output, const Flit& flit) {
  if (crosses_by_lane()) return blocks_->cross(input, output, flit);
  return blocks_->cross(static_cast<std::size_t>(port_of(input)), static_cast<std::size_t>(port_of(output)),
                        flit);
}

/// A full output lane will have room from now on.
void DuatoRouter::make_room(PortId p, VcId vc) {
  const std::uint16_t input = lanes_[lane_of(p, vc)].input;
  clear(masks(input).blocked, input, test(port(p).held, vc));
  set(port(p).opened, vc);
}

/// Whether none of the flits of an output lane has left the crossbar.
bool DuatoRouter::in_crossbar_only(PortId p, VcId vc) const {
  std::size_t inside = 0;
  for (auto i = static_cast<std::size_t>(p); i < in_crossbar_.size(); i += ports_.size()) {
    inside += test(in_crossbar_[i], vc);
  }
  return lanes_[lane_of(p, vc)].out.size == inside;
}

/// Flits at the end of the crossbar's pipeline go to the link, or become visible to it.
void DuatoRouter::leave_crossbar(PortOutputs& outputs) {
  for (PortId p = 0; p < port_count_; ++p) {
    const VcMask leaving = std::exchange(in_crossbar_[crossbar_index(p)], VcMask{0});
    if (queued_output()) {
      port(p).ready |= leaving;
      set(sendable_ports_, p, port(p).sendable() != 0);
    } else if (leaving != 0) {
      outputs.send(p, output_flits_[crossbar_index(p)]);
    }
  }
}

void DuatoRouter::cross(PortOutputs& outputs) {
  if (crosses_every_lane_) {
    for_each_crossable([&](std::size_t input, std::size_t) { move_flit(input, outputs); });
  } else if (config_.crossbar == DuatoConfig::Crossbar::Ports) {
    cross_lane_per_port(outputs);
  } else {
    cross_lane_per_link(outputs);
  }
}

template <class Visit>
void DuatoRouter::for_each_crossable(Visit&& visit) const {
  for (std::size_t group = 0; group * 64 < lane_count_; ++group) {
    for_each_bit(masks_[group].crossable(), [&](int b) {
      const std::size_t lane = group * 64 + static_cast<std::size_t>(b);
      visit(lane, lanes_[lane].output);
    });
  }
}

/// Lanes without output queues: each link takes one flit, whichever lane its arbiter picks.
void DuatoRouter::cross_lane_per_link(PortOutputs& outputs) {
  std::array<VcMask, kMaxPorts> requests;
  PortMask requested = 0;
  for_each_crossable([&](std::size_t, std::size_t output) {
    const PortId p = port_of(output);
    VcMask& lanes = requests[static_cast<std::size_t>(p)];
    if (!test(requested, p)) lanes = 0;
    set(lanes, vc_of(output));
    set(requested, p);
  });
  for_each_bit(static_cast<PortMask>(requested & granted_ports_), [&](PortId p) {
    const VcId winner = pick_link_lane(p, requests[static_cast<std::size_t>(p)]);
    move_flit(lanes_[lane_of(p, winner)].input, outputs);
  });
}

/// P x P crossbar: the allocator matches ports, then each granted input port picks one of its lanes.
void DuatoRouter::cross_lane_per_port(PortOutputs& outputs) {
  std::array<PortMask, kMaxPorts> requests{};
  std::array<PortMask, kMaxPorts> grants;
  const PortMask allowed = queued_output() ? ~PortMask{0} : granted_ports_;
  PortMask requesting = 0;
  for_each_crossable([&](std::size_t lane, std::size_t output) {
    const PortId p = port_of(lane);
    requests[static_cast<std::size_t>(p)] |= bit<PortMask>(port_of(output)) & allowed;
    requesting |= bit<PortMask>(p);
  });
  if (requesting == 0) return;
  if (blocks_ == nullptr) {
    allocator_.allocate(requests, grants);
  } else {
    blocks_->allocate(requests, grants);
  }
  for_each_bit(requesting, [&](PortId p) {
    const PortMask grant = grants[static_cast<std::size_t>(p)];
    if (grant == 0) return;
    const std::size_t first = lane_of(p, 0);
    VcMask candidates = 0;
    for_each_bit(slice(masks(first).crossable(), first),
                 [&](VcId vc) { set(candidates, vc, test(grant, port_of(lanes_[lane_of(p, vc)].output))); });
    move_flit(lane_of(p, pick_input_lane(p, candidates)), outputs);
  });
}

/// Takes the front flit of an input lane, which is bound and not blocked, across the crossbar.
void DuatoRouter::move_flit(std::size_t input, PortOutputs& outputs) {
  Queue& queue = lanes_[input].in;
  InputMasks& masks = this->masks(input);
  const Flit& flit = input_slot(input, queue.head);
  const bool tail = flit.tail();
  const std::size_t output = lanes_[input].output;
  const PortId out_port = port_of(output);
  const VcId out_vc = vc_of(output);
  Lane& lane = lanes_[output];
  Port& port = this->port(out_port);

  Flit& slot = queued_output() ? output_slot(output, lane.out.tail(output_depth_))
                               : output_flits_[crossbar_index(out_port)];
  slot = blocks_ == nullptr ? flit : crossed(input, output, flit);
  slot.vc = static_cast<std::uint8_t>(out_vc);
  if (queued_output()) {
    ++lane.out.size;
  } else {
    --lane.credits;
    clear(port.credit, out_vc, lane.credits == 0);
  }
  if (stages_ == 0) {
    set(port.ready, out_vc);
    set(sendable_ports_, out_port, port.sendable() != 0);
  } else {
    set(in_crossbar_[crossbar_index(out_port)], out_vc);
  }
  clear(port.held, out_vc, tail);
  set(port.opened, out_vc, tail);

  queue.pop(input_depth_);
  clear(masks.occupied, input, queue.size == 0);
  clear(masks.bound, input, tail);
  set(masks.blocked, input, !tail & !has_room(lane));
  outputs.return_credit(port_of(input), vc_of(input));
}

void DuatoRouter::route() {
  const PortMask waiting = ports_to_route();
  if (waiting == 0) return;
  if (blocks_ != nullptr && allocates_lanes()) return route_by_vc_allocator(waiting);
  int headers_left = config_.headers_per_cycle;
  int last_port = -1;
  for_each_bit_from(waiting, next_header_port_, [&](PortId p) {
    Port& port = this->port(p);
    const std::size_t first = lane_of(p, 0);
    for_each_bit_from(slice(masks(first).routable(), first), port.next_header, [&](VcId vc) {
      const std::size_t lane = first + static_cast<std::size_t>(vc);
      if (!is_routed(lane) || headers_left == 0) return;
      const int output = find_output(lane);
      if (output < 0) return;
      bind(lane, static_cast<std::size_t>(output));
      port.next_header = static_cast<std::uint8_t>(vc + 1);
      if (last_port < 0) last_port = p;
      --headers_left;
    });
  });
  if (last_port >= 0) next_header_port_ = last_port + 1;
}

/// All headers that find an output lane ask for it, and one of them gets it.
void DuatoRouter::route_by_vc_allocator(PortMask ports) {
  requests_.clear();
  for_each_bit(ports, [&](PortId p) {
    const std::size_t first = lane_of(p, 0);
    for_each_bit(slice(masks(first).routable(), first), [&](VcId vc) {
      const std::size_t lane = first + static_cast<std::size_t>(vc);
      const int found = is_routed(lane) ? find_output(lane) : -1;
      if (found < 0) return;
      const auto output = static_cast<std::size_t>(found);
      requests_.push_back({p, vc, port_of(output), vc_of(output)});
    });
  });
  if (requests_.empty()) return;
  blocks_->allocate_lanes(requests_);
  for (const LaneRequest& request : requests_) {
    if (request.granted) bind(lane_of(request.port, request.vc), lane_of(request.out_port, request.out_vc));
  }
}

/// Input ports with a header that is new, or that was stuck and may find an output lane now.
PortMask DuatoRouter::ports_to_route() {
  std::uint64_t stuck = 0;
  std::uint64_t routable = 0;
  for (std::size_t group = 0; group * 64 < lane_count_; ++group) {
    stuck |= masks_[group].stuck;
    routable |= masks_[group].routable();
  }
  if (stuck != 0) retry_stuck_headers();
  PortMask ports = 0;
  if ((stuck | routable) == 0) return ports;
  for (std::size_t group = 0; group * 64 < lane_count_; ++group) {
    for_each_bit(masks_[group].routable(),
                 [&](int b) { ports |= bit<PortMask>(port_of(group * 64 + static_cast<std::size_t>(b))); });
  }
  return ports;
}

/// Stuck headers that could leave through a port where a lane has opened try again.
void DuatoRouter::retry_stuck_headers() {
  PortMask opened = 0;
  for (PortId p = 0; p < port_count_; ++p) {
    set(opened, p, (port(p).opened & ~port(p).held) != 0);
    port(p).opened = 0;
  }
  for (std::size_t group = 0; group * 64 < lane_count_; ++group) {
    InputMasks& masks = masks_[group];
    for_each_bit(masks.stuck, [&](int b) {
      const std::size_t lane = group * 64 + static_cast<std::size_t>(b);
      clear(masks.stuck, lane, (headers_[lane].ports & opened) != 0);
    });
  }
}

/// Takes the header at the front of an input lane one cycle on: whether its t_routing cycles are over.
bool DuatoRouter::is_routed(std::size_t lane) {
  if (headers_[lane].choices == 0) compute_routes(lane);
  if (headers_[lane].wait == 0) return true;
  --headers_[lane].wait;
  return false;
}

/// The output lane that a header asks for; -1 if there is none, and then it waits for one to open.
int DuatoRouter::find_output(std::size_t lane) {
  const int output = select_output(lane);
  set(masks(lane).stuck, lane, output < 0);
  return output;
}

void DuatoRouter::compute_routes(std::size_t input) {
  const Flit& flit = front(input);
  const PortId p = port_of(input);
  if (!flit.head) broken_protocol(node_, p, vc_of(input), "a body flit without its header");
  RouteSet routes;
  if (flit.destination == node_) {
    routes.add(terminal_, all_vcs_, Preference::Adaptive);
  } else {
    routing_.route({node_, flit.destination, p, vc_of(input)}, routes);
  }
  const bool throttled =
      p == terminal_ && config_.throttle_lanes != DuatoConfig::kUnlimited && flit.destination != node_;
  Header& header = headers_[input];
  header.ports = 0;
  header.choices = 0;
  for (RouteChoice choice : routes) {
    if (throttled && choice.preference == Preference::Escape) break;
    while (throttled && std::popcount(choice.vcs) > config_.throttle_lanes) {
      choice.vcs = static_cast<VcMask>(choice.vcs & ~std::bit_floor(choice.vcs));
    }
    header.ports |= bit<PortMask>(choice.port);
    routes_[input * max_choices_ + header.choices++] = choice;
  }
  header.space = static_cast<std::uint16_t>(
      std::min<int>(space_needed(flit.remaining), std::numeric_limits<std::uint16_t>::max()));
  header.wait = static_cast<std::uint8_t>(config_.t_routing - 1);
}

/// Free slots, of the output lane and the far input lane together, that a new packet must find.
int DuatoRouter::space_needed(int length) const {
  if (config_.lane_reuse == DuatoConfig::LaneReuse::Atomic) return capacity();
  if (config_.switching == DuatoConfig::Switching::CutThrough)
    return length + static_cast<int>(output_depth_);
  return std::min(length, capacity());
}

bool DuatoRouter::is_open(const Lane& lane, int needed) const {
  return config_.lane_reuse == DuatoConfig::LaneReuse::Immediate ? has_room(lane) : space(lane) >= needed;
}

/// The output lane that the selection function chooses among the legal, free ones; -1 if there is none.
int DuatoRouter::select_output(std::size_t input) {
  const int needed = headers_[input].space;
  int best = -1;
  int best_space = -1;
  std::uint32_t found = 0;
  for (const RouteChoice& choice : routes(input)) {
    if (choice.preference == Preference::Escape && best >= 0) break;
    const std::size_t first = lane_of(choice.port, 0);
    const auto free = static_cast<VcMask>(choice.vcs & ~port(choice.port).held);
    int output = -1;  // The roomiest free lane of this port.
    int output_space = -1;
    for_each_bit(free, [&](VcId vc) {
      const Lane& candidate = lanes_[first + static_cast<std::size_t>(vc)];
      if (!is_open(candidate, needed) || space(candidate) <= output_space) return;
      output = static_cast<int>(first) + vc;
      output_space = space(candidate);
    });
    if (output < 0) continue;
    ++found;
    bool better = best < 0;
    switch (config_.selection) {
      case DuatoConfig::Selection::First: break;
      case DuatoConfig::Selection::Random: better = better || random_.below(found) == 0; break;
      case DuatoConfig::Selection::LeastLoaded: better = better || output_space > best_space; break;
    }
    if (better) {
      best = output;
      best_space = output_space;
    }
  }
  return best;
}

void DuatoRouter::bind(std::size_t input, std::size_t output) {
  lanes_[input].output = static_cast<std::uint16_t>(output);
  lanes_[output].input = static_cast<std::uint16_t>(input);
  set(port(port_of(output)).held, vc_of(output));
  InputMasks& masks = this->masks(input);
  set(masks.bound, input);
  set(masks.blocked, input, !has_room(lanes_[output]));
  headers_[input].choices = 0;
}

/// Requests each half-duplex link over which a flit could go in the next cycle.
void DuatoRouter::ask_for_links(PortOutputs& outputs) {
  PortMask wanted = 0;
  if (queued_output()) {
    wanted = sendable_ports_;
  } else {
    for_each_crossable([&](std::size_t, std::size_t output) { wanted |= bit<PortMask>(port_of(output)); });
  }
  for (PortId p = 0; p < terminal_; ++p) {
    duplex_[static_cast<std::size_t>(p)].request((wanted & bit<PortMask>(p)) != 0);
  }
  outputs.request_ports = wanted & ~bit<PortMask>(terminal_);
}

/// Whether the next step would do anything without new inputs.
bool DuatoRouter::has_work() const {
  std::uint64_t work = sendable_ports_;
  for (std::size_t group = 0; group * 64 < lane_count_; ++group) {
    work |= masks_[group].crossable() | masks_[group].routable();
  }
  return work != 0 ||
         std::any_of(in_crossbar_.begin(), in_crossbar_.end(), [](VcMask lanes) { return lanes != 0; }) ||
         std::any_of(duplex_.begin(), duplex_.end(),
                     [](const HalfDuplexArbiter& arbiter) { return arbiter.busy(); });
}

void DuatoRouter::visit_lanes(const std::function<void(const LaneView&)>& visit) const {
  for (PortId p = 0; p < port_count_; ++p) {
    for_each_bit(all_vcs_, [&](VcId vc) {
      const std::size_t index = lane_of(p, vc);
      const Lane& lane = lanes_[index];
      const Flit* in_front = lane.in.size != 0 ? &front(index) : nullptr;
      visit({{Side::Input, p, vc}, lane.in.size, in_front, test(masks(index).bound, index)});
      if (!queued_output()) return;
      const Flit* out_front = lane.out.size != 0 ? &output_slot(index, lane.out.head) : nullptr;
      visit({{Side::Output, p, vc}, lane.out.size, out_front, test(port(p).held, vc)});
    });
  }
}

std::vector<Want> DuatoRouter::wants(const LaneRef& ref) const {
  const std::size_t index = lane_of(ref.port, ref.vc);
  const Lane& lane = lanes_[index];
  const InputMasks& masks = this->masks(index);
  const auto name = [&](Want::Where where, Side side, std::size_t of) {
    return Want{where, {side, port_of(of), vc_of(of)}};
  };
  if (ref.side == Side::Output) {
    if (lane.out.size == 0) return {name(Want::Where::Here, Side::Input, lane.input)};
    if (lane.credits == 0) return {name(Want::Where::Far, Side::Input, index)};
    return {};
  }
  if (test(masks.bound, index)) {
    if (lane.in.size == 0) return {name(Want::Where::Feeder, Side::Output, index)};
    if (!test(masks.blocked, index)) return {};
    if (queued_output()) return {name(Want::Where::Here, Side::Output, lane.output)};
    return {name(Want::Where::Far, Side::Input, lane.output)};
  }
  std::vector<Want> wants;
  for (const RouteChoice& choice : routes(index)) {
    VcId vc = 0;
    for (VcMask vcs = choice.vcs; vcs != 0; vcs = static_cast<VcMask>(vcs & ~bit<VcMask>(vc))) {
      vc = lowest_bit(vcs);
      const std::size_t candidate = lane_of(choice.port, vc);
      if (test(port(choice.port).held, vc)) {
        wants.push_back(name(Want::Where::Here, Side::Input, lanes_[candidate].input));
      } else if (is_open(lanes_[candidate], headers_[index].space)) {
        return {};
      } else if (lanes_[candidate].out.size != 0) {
        wants.push_back(name(Want::Where::Here, Side::Output, candidate));
      } else {
        wants.push_back(name(Want::Where::Far, Side::Input, candidate));
      }
    }
  }
  return wants;
}

}  // namespace switchyard
