#include "hw/router/vc/duato_router.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/alloc/age_allocator.h"
#include "hw/base/bits.h"
#include "hw/base/ring_index.h"
#include "hw/router/vc/vc_policies.h"

namespace switchyard {
namespace {

[[noreturn, gnu::noinline, gnu::cold]] void broken_protocol(NodeId node, PortId port, VcId vc,
                                                            const char* what) {
  throw std::logic_error("DuatoRouter: " + std::string(what) + " at node " + std::to_string(node) +
                         ", port " + std::to_string(port) + ", VC " + std::to_string(vc));
}

/// The VCs of each priority, the highest first.
std::vector<VcMask> levels_of(const DuatoConfig& config) {
  std::map<int, VcMask, std::greater<>> by_priority;
  for (VcId vc = 0; vc < config.virtual_channels; ++vc) by_priority[config.priority[vc]].set(vc);
  std::vector<VcMask> levels;
  for (const auto& [priority, vcs] : by_priority) levels.push_back(vcs);
  return levels;
}

}  // namespace

template <class Shape>
DuatoRouterOf<Shape>::DuatoRouterOf(const DuatoConfig& config, const RouterSite& site,
                                    const RoutingFunction& routing, const SwitchFactory& make_blocks)
    : vcs_(site.port_count << vc_index_bits(config.virtual_channels)),
      input_depth_(static_cast<Count>(config.input_depth.largest())),
      output_depth_(static_cast<Count>(config.output_depth)),
      last_input_slot_(static_cast<Count>(VcStore<VcState>::ring_length(config.input_depth.largest()) - 1)),
      last_output_slot_(static_cast<Count>(VcStore<VcState>::ring_length(config.output_depth) - 1)),
      all_vcs_(low_bits<VcMask>(config.virtual_channels)),
      vc_count_(static_cast<std::uint8_t>(config.virtual_channels)),
      routing_(routing),
      node_(site.node),
      port_count_(site.port_count),
      entries_(site.terminals.entries),
      exits_(site.terminals.exits),
      max_choices_(static_cast<std::uint16_t>(routing.max_choices())),
      passes_destinations_(!routing.stops_at_destination()),
      routes_by_packet_(routing.routes_by_packet()),
      config_(config),
      stages_(static_cast<std::uint16_t>(config.crossing_cycles() - (queued_output() ? 1 : 0))),
      vc_bits_(static_cast<std::uint8_t>(vc_index_bits(config.virtual_channels))),
      group_count_((vcs_.size() + 63) / 64),
      seed_(site.seed),
      allocator_(site.port_count),
      random_(site.seed, site.node, Purpose::Selection) {
  lay_out();
  if (make_blocks) {
    const std::size_t size = crosses_by_vc() ? vcs_.size() : static_cast<std::size_t>(port_count_);
    blocks_ = make_blocks(node_, {port_count_, config.virtual_channels, size, config.switch_allocator,
                                  allocates_vcs(), config.vc_allocator, starts()});
  } else if (!switchyard::crosses_by_age(config) && config.switch_allocator != AllocatorConfig{}) {
    other_allocator_ = make_port_allocator(config.switch_allocator, port_count_);
  }
  if (config.half_duplex)
    duplex_ = HalfDuplexLinks(site.link_latency, site.first_on_link,
                              site.terminals.entries | site.terminals.exits_here);
  narrow_ = NarrowLinks(site.cycles_per_flit);
  levels_ = levels_of(config_);
  if (config.vc_allocator && blocks_ == nullptr && !allocates_by_age(config))
    vc_matching_ = make_vc_matching(*config.vc_allocator, port_count_ * config.virtual_channels);
  if (switchyard::crosses_by_age(config) || allocates_by_age(config)) ages_.resize(vcs_.size());
  if (speculates()) guessed_.resize(groups());
  if (bypasses()) fresh_.resize(groups());
  DuatoRouterOf::reset();
}

template <class Shape>
void DuatoRouterOf<Shape>::lay_out() {
  const std::size_t ports = port_count_;
  BlockLayout layout;
  std::span<HeadFlit> head_flits;
  std::span<RouteChoice> routes;
  const auto place = [&] {
    vcs_.place(layout, input_depth_, output_depth_);
    layout.place(head_flits, vcs_.size());
    layout.place(routes, vcs_.size() * max_choices_);
    layout.place(in_crossbar_, stages_ * ports);
    layout.place(crossing_, queued_output() ? 0 : stages_ * ports);
  };
  place();
  memory_.resize(layout.size() + kCacheLine);
  layout = BlockLayout(memory_);
  place();
  head_flits_ = head_flits.data();
  routes_ = routes.data();
}

template <class Shape>
SwitchStarts DuatoRouterOf<Shape>::starts() const {
  const ArbiterStarts drawn{config_.arbiter_start, seed_, node_};
  SwitchStarts starts = SwitchStarts::draw(drawn, port_count_, vc_count_);
  if (config_.vc_allocator) starts.draw_vc_matching(drawn, port_count_ * vc_count_);
  return starts;
}

template <class Shape>
void DuatoRouterOf<Shape>::reset() {
  std::fill(masks_.begin(), masks_.end(), VcMasks{});
  for (PortId p = 0; p < port_count_; ++p) {
    const std::size_t first = vc_index(p, 0);
    masks(first).credit |= std::uint64_t{all_vcs_} << (first % 64);
  }
  std::ranges::fill(vcs_.states(), VcState{});
  for (PortId p = 0; p < port_count_; ++p) {
    for_each_bit(all_vcs_,
                 [&](VcId vc) { state(vc_index(p, vc)).credits = static_cast<Count>(input_depth(vc)); });
  }
  const SwitchStarts starts = this->starts();
  for (std::size_t p = 0; p < starts.links.size(); ++p) {
    port_[p].link.reset(starts.links[p]);
    port_[p].input_vcs.reset(starts.input_vcs[p]);
    port_[p].first_to_route = static_cast<std::uint8_t>(starts.va_vcs[p]);
  }
  first_port_to_route_ = static_cast<std::uint8_t>(starts.va_port);
  order_.reset(port_count_, starts.selection);
  std::fill(in_crossbar_.begin(), in_crossbar_.end(), VcMask{0});
  allocator_.reset(starts.allocator_inputs, starts.allocator_outputs);
  if (other_allocator_ != nullptr) other_allocator_->reset(starts.allocator());
  if (vc_matching_ != nullptr) vc_matching_->reset(starts.vc_matching());
  if (blocks_ != nullptr) blocks_->reset();
  duplex_.reset();
  narrow_.reset();
  random_ = RandomStream(seed_, node_, Purpose::Selection);
  granted_ports_ = low_bits<PortMask>(port_count_);
  stage_ = 0;
}

template <class Shape>
bool DuatoRouterOf<Shape>::step(const PortInputs& inputs, PortOutputs& outputs) {
  for_each_bit(inputs.flit_ports, [&](PortId p) { accept_flit(p, inputs.flits[p]); });
  for_each_bit(inputs.credit_ports, [&](PortId p) { accept_credits(p, inputs.credits[p]); });
  if (half_duplex()) granted_ports_ = duplex_.grant(inputs.request_ports);
  if (has_narrow_links()) granted_ports_ = narrow_.free_ports();
  drive_links(outputs);
  if (stages() != 0) leave_crossbar(outputs);
  if (allocates_beside()) [[unlikely]] {
    cross_beside_allocation(outputs);
  } else {
    if (asks_first()) route();
    cross(outputs);
    if (!asks_first()) route();
  }
  if (!own_blocks()) blocks_->end_cycle();
  if (half_duplex()) ask_for_links(outputs);
  if (bypasses()) std::ranges::fill(fresh_, VcGroup{0});
  if (stages() > 1) stage_ = next_in_ring(stage_, stages_);
  return has_work();
}

template <class Shape>
void DuatoRouterOf<Shape>::accept_flit(PortId p, const Flit& flit) {
  if (flit.vc >= vc_count_) broken_protocol(node_, p, flit.vc, "a flit for no VC");
  const std::size_t input = vc_index(p, flit.vc);
  VcState& state = this->state(input);
  if (state.in.size == input_depth(flit.vc)) broken_protocol(node_, p, flit.vc, "input VC overflows");
  vcs_.input_slot(input, state.in.tail(last_input_slot_)) = flit;
  if (bypasses()) fresh_[input / 64].set(place(input), state.in.size == 0);
  ++state.in.size;
  masks(input).occupied.set(place(input));
}

template <class Shape>
void DuatoRouterOf<Shape>::prefetch_state() const {
  for (std::size_t vc = 0; vc < vcs_.size(); vc += kCacheLine / sizeof(VcState))
    __builtin_prefetch(&state(vc));
}

/// The flits that may move, and the place of those that arrive. A head flit needs a line of its own.
template <class Shape>
void DuatoRouterOf<Shape>::prefetch_flits(const PortInputs& inputs) const {
  for (const PortId p : inputs.flit_ports) {
    const Flit& flit = inputs.flits[p];
    const std::size_t input = vc_index(p, flit.vc);
    __builtin_prefetch(&vcs_.input_slot(input, state(input).in.tail(last_input_slot_)));
    __builtin_prefetch(flit.head ? static_cast<const void*>(&head_flits_) : this);
  }
  for (std::size_t group = 0; group < groups(); ++group) {
    const VcMasks& masks = masks_[group];
    for (const int vc : masks.sendable()) {
      const std::size_t output = group * 64 + vc;
      __builtin_prefetch(&vcs_.output_slot(output, state(output).out.head));
    }
    for (const int vc : masks.crossable() | masks.routable()) {
      const std::size_t input = group * 64 + vc;
      __builtin_prefetch(&vcs_.input_slot(input, state(input).in.head));
    }
  }
}

template <class Shape>
void DuatoRouterOf<Shape>::accept_credits(PortId p, VcMask vcs) {
  const std::size_t first = vc_index(p, 0);
  VcMasks& masks = this->masks(first);
  const std::uint64_t bits = std::uint64_t{vcs} << (first % 64);
  masks.credit |= bits;
  masks.opened |= bits;
  for_each_bit(vcs, [&](VcId vc) {
    VcState& state = this->state(first + vc);
    if (state.credits == input_depth(vc)) broken_protocol(node_, p, vc, "more credits than slots");
    ++state.credits;
    if (!queued_output() && masks.held.test(place(first + vc))) {
      this->masks(state.input).blocked.clear(place(state.input));
    }
  });
}

template <class Shape>
void DuatoRouterOf<Shape>::drive_links(PortOutputs& outputs) {
  for (std::size_t group = 0; group < groups(); ++group) {
    for_each_bit(first_vcs(masks_[group].sendable()), [&](int b) { drive_link(group * 64 + b, outputs); });
  }
}

/// Takes a flit from one of a port's output VCs, of which some are sendable. `first`: the port's VC 0.
template <class Shape>
void DuatoRouterOf<Shape>::drive_link(std::size_t first, PortOutputs& outputs) {
  const PortId p = port_of(first);
  if (!Shape::kLinksAreFree && !granted_ports_.test(p)) return;
  VcMasks& masks = this->masks(first);
  const VcId vc = pick_output_vc(p, slice(masks.sendable(), first));
  const std::size_t output = first + vc;
  VcState& state = this->state(output);
  outputs.send(p, vcs_.output_slot(output, state.out.head));
  if (has_narrow_links()) narrow_.take(bit<PortMask>(p));
  if (state.out.size == output_depth_) make_room(output);
  state.out.pop(last_output_slot_);
  if (--state.credits == 0) masks.credit.clear(place(output));
  masks.ready.clear(place(output), stages() == 0 ? state.out.size == 0 : in_crossbar_only(p, vc));
}

template <class Shape>
VcId DuatoRouterOf<Shape>::pick_output_vc(PortId p, VcMask requests) {
  if (has_priorities()) [[unlikely]]
    requests = foremost(requests);
  return own_blocks() ? port(p).link.grant(requests) : lowest_bit(blocks_->pick_output_vc(p, requests));
}

template <class Shape>
VcId DuatoRouterOf<Shape>::pick_input_vc(PortId p, VcMask requests) {
  if (crosses_by_age()) [[unlikely]]
    return oldest_vc(p, requests);
  if (has_priorities()) [[unlikely]]
    requests = foremost(requests);
  return blocks_ != nullptr ? lowest_bit(blocks_->pick_input_vc(p, requests))
                            : port(p).input_vcs.grant(requests);
}

/// The flit as it leaves the crossbar that stands in for ours.
template <class Shape>
Flit DuatoRouterOf<Shape>::crossed(std::size_t input, std::size_t output, const Flit& flit) {
  if (crosses_by_vc()) return blocks_->cross(input, output, flit);
  return blocks_->cross(port_of(input), port_of(output), flit);
}

/// A full output VC will have room from now on.
template <class Shape>
void DuatoRouterOf<Shape>::make_room(std::size_t output) {
  VcMasks& masks = this->masks(output);
  const std::size_t input = state(output).input;
  this->masks(input).blocked.clear(place(input), masks.held.test(place(output)));
  masks.opened.set(place(output));
}

/// Whether none of the flits of an output VC has left the crossbar.
template <class Shape>
bool DuatoRouterOf<Shape>::in_crossbar_only(PortId p, VcId vc) const {
  std::size_t inside = 0;
  for (std::size_t i = p; i < in_crossbar_.size(); i += port_count_) {
    inside += in_crossbar_[i].test(vc);
  }
  return state(vc_index(p, vc)).out.size == inside;
}

/// Flits at the end of the crossbar's pipeline go to the link, or become visible to it.
template <class Shape>
void DuatoRouterOf<Shape>::leave_crossbar(PortOutputs& outputs) {
  for (PortId p = 0; p < port_count_; ++p) {
    const VcMask leaving = std::exchange(in_crossbar_[crossbar_index(p)], VcMask{0});
    if (queued_output()) {
      const std::size_t first = vc_index(p, 0);
      masks(first).ready |= std::uint64_t{leaving} << (first % 64);
    } else if (leaving != 0) {
      outputs.send(p, crossing_[crossbar_index(p)]);
    }
  }
}

template <class Shape>
void DuatoRouterOf<Shape>::cross(PortOutputs& outputs) {
  if (crosses_every_vc()) {
    for_each_crossable([&](std::size_t input, std::size_t) { move_flit(input, outputs); });
  } else if (config_.crossbar == DuatoConfig::Crossbar::Ports) {
    cross_vc_per_port(outputs);
  } else {
    cross_vc_per_link(outputs);
  }
}

template <class Shape>
template <class Visit>
void DuatoRouterOf<Shape>::for_each_crossable(Visit&& visit) const {
  for (std::size_t group = 0; group < groups(); ++group) {
    for_each_bit(masks_[group].crossable(), [&](int b) {
      const std::size_t input = group * 64 + b;
      visit(input, this->state(input).output);
    });
  }
}

/// VCs without output queues: each link takes one flit, whichever VC its arbiter picks.
template <class Shape>
void DuatoRouterOf<Shape>::cross_vc_per_link(PortOutputs& outputs) {
  PortArray<VcMask> requests;
  PortMask requested = 0;
  for_each_crossable([&](std::size_t, std::size_t output) {
    const PortId p = port_of(output);
    VcMask& vcs = requests[p];
    if (!requested.test(p)) vcs = 0;
    vcs.set(vc_of(output));
    requested.set(p);
  });
  for_each_bit(requested & granted_ports_, [&](PortId p) {
    const VcId winner = pick_output_vc(p, requests[p]);
    move_flit(state(vc_index(p, winner)).input, outputs);
  });
}

/// P x P crossbar: the allocator matches ports, then each granted input port picks one of its VCs.
template <class Shape>
void DuatoRouterOf<Shape>::cross_vc_per_port(PortOutputs& outputs) {
  PortArray<PortMask> requests{};
  PortArray<PortMask> grants;
  const PortMask allowed = queued_output() ? ~PortMask{0} : granted_ports_;
  PortMask requesting = 0;
  for_each_crossable([&](std::size_t input, std::size_t output) {
    const PortId p = port_of(input);
    requests[p] |= bit<PortMask>(port_of(output)) & allowed;
    requesting.set(p);
  });
  if (speculates()) [[unlikely]]
    admit_speculations(requests, requesting, allowed);
  if (bypasses()) [[unlikely]]
    find_unopposed(allowed);
  if (requesting == 0) return;
  if (has_priorities()) [[unlikely]]
    keep_foremost(requests, allowed);
  if (blocks_ != nullptr) {
    blocks_->allocate(std::span(requests).first(port_count_), std::span(grants).first(port_count_));
  } else if (other_allocator_ != nullptr) {
    other_allocator_->allocate(requests, grants);
  } else if (crosses_by_age()) {
    match_oldest(requests, grants);
  } else {
    allocator_.allocate(requests, grants);
  }
  for_each_bit(requesting, [&](PortId p) {
    const PortMask grant = grants[p];
    if (grant == 0) return;
    const std::size_t input = vc_index(p, pick_input_vc(p, crossable_to(p, grant)));
    if (speculates() || bypasses())
      move_granted(input, grant, outputs);
    else
      move_flit(input, outputs);
  });
}

/// VC allocation sees what the last cycle left; who gets an output VC is active from the next cycle on.
template <class Shape>
[[gnu::noinline]] void DuatoRouterOf<Shape>::cross_beside_allocation(PortOutputs& outputs) {
  if (speculates()) speculate();
  route();
  cross(outputs);
  activate_new_holders();
}

/// Notes what each head flit that asks for an output VC now would choose if it were alone.
template <class Shape>
void DuatoRouterOf<Shape>::speculate() {
  for_each_bit(ports_to_route(), [&](PortId p) {
    const std::size_t first = vc_index(p, 0);
    for_each_bit(slice(masks(first).routable(), first), [&](VcId vc) {
      const std::size_t input = first + vc;
      const bool asks =
          waits_no_longer(input) && (config_.speculative || fresh_[input / 64].test(place(input)));
      const int output = asks ? select_output(input) : kNoneOpen;
      if (output >= 0 && has_room(state(output)))
        speculations_.push_back({input, static_cast<std::size_t>(output)});
    });
  });
}

/// What it speculates on in this cycle; null: it does not.
template <class Shape>
auto DuatoRouterOf<Shape>::guess_of(std::size_t input) const -> const Holder* {
  if (!speculates()) return nullptr;
  const auto guess = std::ranges::find(speculations_, input, &Holder::input);
  return guess == speculations_.end() ? nullptr : &*guess;
}

/// Those whose ports nobody else asks for: they are active until activate_new_holders().
template <class Shape>
void DuatoRouterOf<Shape>::admit_speculations(PortArray<PortMask>& requests, PortMask& requesting,
                                              PortMask allowed) {
  PortMask inputs = 0;
  PortMask outputs = ~allowed;
  for_each_bit(requesting, [&](PortId p) {
    inputs.set(p, requests[p] != 0);
    outputs |= requests[p];
  });
  for (const Holder& guess : speculations_) {
    const PortId p = port_of(guess.input);
    const PortId out = port_of(guess.output);
    if (inputs.test(p) || outputs.test(out)) continue;
    state(guess.input).output = static_cast<Count>(guess.output);
    masks(guess.input).active.set(place(guess.input));
    guessed_[guess.input / 64].set(place(guess.input));
    requests[p].set(out);
    requesting.set(p);
  }
}

template <class Shape>
void DuatoRouterOf<Shape>::find_unopposed(PortMask allowed) {
  PortMask inputs = 0;
  PortMask outputs = 0;
  PortMask contended_inputs = 0;
  PortMask contended_outputs = 0;
  for_each_crossable([&](std::size_t input, std::size_t output) {
    const PortId p = port_of(input);
    const PortId out = port_of(output);
    if (!allowed.test(out)) return;
    contended_inputs.set(p, inputs.test(p));
    contended_outputs.set(out, outputs.test(out));
    inputs.set(p);
    outputs.set(out);
  });
  unopposed_inputs_ = inputs & ~contended_inputs;
  unopposed_outputs_ = outputs & ~contended_outputs;
}

/// Whether the flit that crosses to this port goes past the stages of the crossbar.
template <class Shape>
bool DuatoRouterOf<Shape>::goes_straight(std::size_t input, PortId out, const PortOutputs& outputs) const {
  if (!fresh_[input / 64].test(place(input)) || outputs.flit_ports.test(out)) return false;
  for (std::size_t i = out; i < in_crossbar_.size(); i += port_count_) {
    if (in_crossbar_[i] != 0) return false;
  }
  return unopposed_inputs_.test(port_of(input)) && unopposed_outputs_.test(out);
}

/// Moves the flit that has won the crossbar, if its packet holds an output VC there and does not just hope
/// to.
template <class Shape>
[[gnu::noinline]] void DuatoRouterOf<Shape>::move_granted(std::size_t input, PortMask grant,
                                                          PortOutputs& outputs) {
  const bool straight = bypasses() && goes_straight(input, lowest_bit(grant), outputs);
  if (speculates() && guessed_[input / 64].test(place(input))) {
    const auto holder = std::ranges::find(new_holders_, input, &Holder::input);
    if (holder == new_holders_.end() || !grant.test(port_of(holder->output)) ||
        !has_room(state(holder->output)) || !(straight || config_.speculative))
      return;
    state(input).output = static_cast<Count>(holder->output);
    holder->crosses = true;
  }
  move_flit(input, outputs, straight);
}

template <class Shape>
void DuatoRouterOf<Shape>::activate_new_holders() {
  for (const auto& [input, output, crosses] : new_holders_) {
    if (crosses) guessed_[input / 64].clear(place(input));
  }
  for (std::size_t group = 0; group < guessed_.size(); ++group)
    masks_[group].active &= ~std::exchange(guessed_[group], VcGroup{0});
  for (const auto& [input, output, crosses] : new_holders_) {
    if (!crosses) activate(input, output);
  }
  new_holders_.clear();
  speculations_.clear();
}

/// An allocator of arbiters by age asks for the oldest packet of each pair of ports.
template <class Shape>
[[gnu::noinline]] void DuatoRouterOf<Shape>::match_oldest(const PortArray<PortMask>& requests,
                                                          PortArray<PortMask>& grants) const {
  PortArray<PortArray<std::uint64_t>> ages;
  for (PortId p = 0; p < port_count_; ++p) {
    for_each_bit(requests[p], [&](PortId out) {
      ages[p][out] = ages_[vc_index(p, oldest_vc(p, crossable_to(p, bit<PortMask>(out))))];
    });
  }
  allocate_by_age<PortMask>(
      config_.switch_allocator.kind, std::span(requests).first(port_count_),
      [&](PortId p, PortId out) { return ages[p][out]; }, std::span(grants).first(port_count_));
}

/// VCs of an input port whose flit could cross to one of these output ports.
template <class Shape>
VcMask DuatoRouterOf<Shape>::crossable_to(PortId p, PortMask outputs) const {
  const std::size_t first = vc_index(p, 0);
  VcMask candidates = 0;
  for_each_bit(slice(masks(first).crossable(), first),
               [&](VcId vc) { candidates.set(vc, outputs.test(port_of(state(vc_index(p, vc)).output))); });
  return candidates;
}

/// Of those of the highest priority. Precondition: `requests != 0`.
template <class Shape>
VcId DuatoRouterOf<Shape>::oldest_vc(PortId p, VcMask requests) const {
  if (has_priorities()) requests = foremost(requests);
  VcId oldest = lowest_bit(requests);
  for_each_bit(requests, [&](VcId vc) {
    if (ages_[vc_index(p, vc)] < ages_[vc_index(p, oldest)]) oldest = vc;
  });
  return oldest;
}

/// Of the VCs of an input port only those ask whose priority is the highest of the port's, and of the input
/// ports that ask for an output port only those whose VCs have the highest.
template <class Shape>
void DuatoRouterOf<Shape>::keep_foremost(PortArray<PortMask>& requests, PortMask allowed) const {
  PortArray<std::size_t> level;
  for (PortId p = 0; p < port_count_; ++p) {
    if (requests[p] == 0) continue;
    const std::size_t first = vc_index(p, 0);
    VcMask asking = 0;
    const auto output_of = [&](VcId vc) { return port_of(state(vc_index(p, vc)).output); };
    for_each_bit(slice(masks(first).crossable(), first),
                 [&](VcId vc) { asking.set(vc, allowed.test(output_of(vc))); });
    level[p] = level_of(asking);
    requests[p] = 0;
    for_each_bit(foremost(asking), [&](VcId vc) { requests[p].set(output_of(vc)); });
  }
  for (PortId out = 0; out < port_count_; ++out) {
    std::size_t highest = levels_.size();
    for (PortId p = 0; p < port_count_; ++p) {
      if (requests[p].test(out)) highest = std::min(highest, level[p]);
    }
    for (PortId p = 0; p < port_count_; ++p)
      requests[p].clear(out, requests[p].test(out) && level[p] > highest);
  }
}

/// Of the highest priority among them. Precondition: `requests != 0`.
template <class Shape>
std::size_t DuatoRouterOf<Shape>::level_of(VcMask requests) const {
  std::size_t level = 0;
  while ((requests & levels_[level]) == 0) ++level;
  return level;
}

template <class Shape>
VcMask DuatoRouterOf<Shape>::foremost(VcMask requests) const {
  return requests & levels_[level_of(requests)];
}

/// Takes the front flit of an input VC, which is active and not blocked, across the crossbar. `straight`:
/// past its stages, to the link.
template <class Shape>
void DuatoRouterOf<Shape>::move_flit(std::size_t input, PortOutputs& outputs, bool straight) {
  VcState& in = state(input);
  VcMasks& from = masks(input);
  const Flit& flit = vcs_.input_slot(input, in.in.head);
  const bool tail = flit.tail();
  const bool no_stages = stages() == 0 || straight;
  const std::size_t output = in.output;
  VcState& state = this->state(output);
  VcMasks& to = masks(output);

  Flit& slot = queued_output() ? vcs_.output_slot(output, state.out.tail(last_output_slot_))
               : no_stages     ? outputs.flits[port_of(output)]
                               : crossing_[crossbar_index(port_of(output))];
  slot = own_blocks() ? flit : crossed(input, output, flit);
  slot.vc = static_cast<std::uint8_t>(vc_of(output));
  if (queued_output()) {
    ++state.out.size;
  } else {
    --state.credits;
    if (has_narrow_links()) narrow_.take(bit<PortMask>(port_of(output)));
  }
  if (no_stages && queued_output()) {
    to.ready.set(place(output));
  } else if (no_stages) {
    outputs.flit_ports.set(port_of(output));
  } else {
    in_crossbar_[crossbar_index(port_of(output))].set(vc_of(output));
  }
  in.in.pop(last_input_slot_);
  from.occupied.clear(place(input), in.in.size == 0);
  if (tail) {
    from.active.clear(place(input));
    to.held.clear(place(output));
    to.opened.set(place(output));
  } else if (!has_room(state)) {
    from.blocked.set(place(input));
  }
  outputs.return_credit(port_of(input), vc_of(input));
}

template <class Shape>
void DuatoRouterOf<Shape>::route() {
  const PortMask waiting = ports_to_route();
  if (waiting == 0) return;
  if (!Shape::kServesInTurn && config_.vc_allocator) return match_head_flits(waiting);
  if (!own_blocks() && allocates_vcs()) return route_by_vc_allocator(waiting);
  int allocations_left = config_.vc_allocations_per_cycle;
  int first_served = -1;
  const auto serve = [&](PortMask ports) {
    for_each_bit_from(ports, first_port_to_route_, [&](PortId p) {
      Port& port = this->port(p);
      const std::size_t first = vc_index(p, 0);
      for_each_bit_from(slice(masks(first).routable(), first), port.first_to_route, [&](VcId vc) {
        const std::size_t input = first + vc;
        if (!is_routed(input) || allocations_left == 0) return;
        const int output = find_output(input);
        if (output < 0) return;
        allocate_output(input, output);
        port.first_to_route = static_cast<std::uint8_t>(vc + 1);
        if (first_served < 0) first_served = p;
        --allocations_left;
      });
    });
  };
  const PortMask later = in_transit_first() ? waiting & entries_ : PortMask{};
  serve(waiting & ~later);
  if (later != 0) serve(later);
  if (first_served >= 0) first_port_to_route_ = static_cast<std::uint8_t>(first_served + 1);
}

/// All head flits that find an output VC ask for it, and one of them gets it.
template <class Shape>
void DuatoRouterOf<Shape>::route_by_vc_allocator(PortMask ports) {
  requests_.clear();
  for_each_bit(ports, [&](PortId p) {
    const std::size_t first = vc_index(p, 0);
    for_each_bit(slice(masks(first).routable(), first), [&](VcId vc) {
      const std::size_t input = first + vc;
      const int found = is_routed(input) ? find_output(input) : -1;
      if (found < 0) return;
      requests_.push_back({p, vc, port_of(found), vc_of(found)});
    });
  });
  if (requests_.empty()) return;
  blocks_->allocate_vcs(requests_);
  for (const VcRequest& request : requests_) {
    if (request.granted)
      allocate_output(vc_index(request.port, request.vc), vc_index(request.out_port, request.out_vc));
  }
}

/// All head flits ask at once, and are matched with output VCs. Of the ports that give some, the lowest
/// counts as the first that did.
template <class Shape>
[[gnu::noinline]] void DuatoRouterOf<Shape>::match_head_flits(PortMask ports) {
  std::array<std::uint64_t, kMaxMatchedVcs> requests{};
  std::array<std::uint64_t, kMaxMatchedVcs> grants{};
  for_each_bit(ports, [&](PortId p) {
    const std::size_t first = vc_index(p, 0);
    for_each_bit(slice(masks(first).routable(), first), [&](VcId vc) {
      if (is_routed(first + vc)) requests[number_of(first + vc)] = wanted_outputs(first + vc);
    });
  });
  const std::size_t count = static_cast<std::size_t>(port_count_) * vc_count_;
  const auto asked = std::span<const std::uint64_t>(requests).first(count);
  if (!own_blocks()) {
    blocks_->match_vcs(asked, std::span(grants).first(count));
  } else if (allocates_by_age(config_)) {
    allocate_by_age<std::uint64_t>(
        config_.vc_allocator->kind, asked, [&](int i, int) { return ages_[vc_of_number(i)]; },
        std::span(grants).first(count));
  } else {
    vc_matching_->allocate(asked, std::span(grants).first(count));
  }
  PortMask given = 0;
  for (int i = 0; i < port_count_ * vc_count_; ++i) {
    if (grants[i] == 0) continue;
    const std::size_t output = vc_of_number(lowest_bit(grants[i]));
    allocate_output(vc_of_number(i), output);
    given.set(port_of(output));
  }
  for_each_bit(given, [&](PortId p) { order_.take(p); });
}

/// The output VCs that a head flit asks for, by their numbers. Input first, and where there are detours,
/// the one that is selected; else all adaptive ones that are open, or all escapes, those of one port if it
/// asks for the crossbar to that port.
template <class Shape>
std::uint64_t DuatoRouterOf<Shape>::wanted_outputs(std::size_t input) {
  const HeadFlit& head = head_flits_[input];
  const std::span<const RouteChoice> choices = routes(input);
  if (config_.vc_allocator->kind == AllocatorConfig::Kind::SeparableInputFirst ||
      head.direct != choices.size()) {
    const int output = find_output(input);
    return output < 0 ? 0 : bit<std::uint64_t>(number_of(output));
  }
  const Holder* const guess = guess_of(input);
  std::uint64_t open = 0;
  for (const RouteChoice& choice : choices) {
    if (choice.preference == Preference::Escape && open != 0) break;
    if (guess != nullptr && choice.port != port_of(guess->output)) continue;
    const std::size_t first = vc_index(choice.port, 0);
    for_each_bit(choice.vcs & ~slice(masks(first).held, first), [&](VcId vc) {
      if (is_open(first + vc, head.space)) open |= bit<std::uint64_t>(number_of(first + vc));
    });
  }
  masks(input).stuck.set(place(input), open == 0);
  return open;
}

/// Input ports with a head flit that is new, or that was stuck and may find an output VC now.
template <class Shape>
PortMask DuatoRouterOf<Shape>::ports_to_route() {
  VcGroup stuck = 0;
  VcGroup routable = 0;
  for (std::size_t group = 0; group < groups(); ++group) {
    stuck |= masks_[group].stuck;
    routable |= masks_[group].routable();
  }
  if (stuck != 0) retry_stuck_head_flits();
  if ((stuck | routable) == 0) return 0;
  return ports_with([](const VcMasks& masks) { return masks.routable(); });
}

/// Stuck head flits that could leave through a port where a VC has opened try again.
template <class Shape>
void DuatoRouterOf<Shape>::retry_stuck_head_flits() {
  const PortMask opened = ports_with([](const VcMasks& masks) { return masks.opened & ~masks.held; });
  for (std::size_t group = 0; group < groups(); ++group) {
    VcMasks& masks = masks_[group];
    masks.opened = 0;
    for_each_bit(masks.stuck, [&](int b) {
      const std::size_t input = group * 64 + b;
      masks.stuck.clear(place(input), (head_flits_[input].ports & opened) != 0);
    });
  }
}

/// The ports that have a VC in what `select` makes of the masks.
template <class Shape>
template <class Select>
PortMask DuatoRouterOf<Shape>::ports_with(Select&& select) const {
  PortMask ports = 0;
  for (std::size_t group = 0; group < groups(); ++group) {
    for_each_bit(first_vcs(select(masks_[group])), [&](int b) { ports.set(port_of(group * 64 + b)); });
  }
  return ports;
}

/// Whether the head flit at the front of an input VC asks for an output VC in this cycle.
template <class Shape>
bool DuatoRouterOf<Shape>::waits_no_longer(std::size_t input) {
  if (this->state(input).choices == 0) compute_routes(input);
  return head_flits_[input].wait == 0;
}

/// The same; it waits a cycle less from now on.
template <class Shape>
bool DuatoRouterOf<Shape>::is_routed(std::size_t input) {
  if (waits_no_longer(input)) return true;
  --head_flits_[input].wait;
  return false;
}

/// The output VC that a head flit asks for; negative if there is none: kNoneOpen, and then it waits for one
/// to open, or kNoneWorthwhile, which may change with any queue.
template <class Shape>
int DuatoRouterOf<Shape>::find_output(std::size_t input) {
  const Holder* const guess = guess_of(input);
  if (guess != nullptr && !masks(guess->output).held.test(place(guess->output)))
    return static_cast<int>(guess->output);
  const int output = select_output(input);
  masks(input).stuck.set(place(input), output == kNoneOpen);
  return output;
}

template <class Shape>
void DuatoRouterOf<Shape>::compute_routes(std::size_t input) {
  VcState& state = this->state(input);
  const Flit& flit = vcs_.input_slot(input, state.in.head);
  const PortId p = port_of(input);
  if (!flit.head) broken_protocol(node_, p, vc_of(input), "a body flit without its head flit");
  if (!ages_.empty()) [[unlikely]]
    ages_[input] = age_of(flit);
  RouteSet routes;
  const PortRef exit = exits_.of(flit.destination);
  const bool at_destination = exit.node == node_;
  if (!at_destination || passes_destinations_) {
    const RouteQuery query{node_, exit.node, p, vc_of(input)};
    if (routes_by_packet_) [[unlikely]]
      routing_.route_packet(query, flit.packet, routes);
    else
      routing_.route(query, routes);
  }
  if (at_destination && routes.empty())
    routes.add(exit.port, all_vcs_ & routing_.delivery_vcs(vc_of(input)), Preference::Adaptive);
  const bool enters = entries_.test(p) && config_.throttle_vcs != kNoLimit && exit.node != node_;
  HeadFlit head;
  state.choices = 0;
  for (RouteChoice choice : routes) {
    if (enters && choice.preference == Preference::Escape) break;
    if (enters) choice.vcs = throttled(choice.vcs, config_.throttle_vcs);
    if (faulty_ports_.test(choice.port)) choice.vcs = 0;
    head.ports.set(choice.port);
    routes_[input * max_choices_ + state.choices++] = choice;
  }
  head.direct = state.choices;
  while (head.direct != 0 && this->routes(input)[head.direct - 1].preference == Preference::Detour)
    --head.direct;
  head.space = static_cast<std::uint16_t>(
      std::min<int>(space_needed(config_, flit.remaining), std::numeric_limits<std::uint16_t>::max()));
  head.wait = static_cast<std::uint8_t>(std::max(config_.t_routing + config_.t_vc_allocation - 1, 0));
  head_flits_[input] = head;
}

/// Head flits that wait are routed again.
template <class Shape>
void DuatoRouterOf<Shape>::set_faulty_ports(PortMask ports) {
  faulty_ports_ = ports;
  for (std::size_t input = 0; input < vcs_.size(); ++input) {
    if (this->state(input).choices == 0) continue;
    const std::uint8_t wait = head_flits_[input].wait;
    compute_routes(input);
    head_flits_[input].wait = wait;
    masks(input).stuck.clear(place(input));
  }
}

template <class Shape>
bool DuatoRouterOf<Shape>::is_open(std::size_t output, int needed) const {
  const VcState& state = this->state(output);
  if (config_.vc_reallocation == DuatoConfig::VcReallocation::Immediate) return has_room(state);
  if (!Shape::kVcsAreEqual) needed = std::min(needed, capacity(vc_of(output)));
  return space(state) >= needed;
}

/// The output VC that a head flit gets of the legal, free ones; kNoneOpen or kNoneWorthwhile if there is
/// none.
template <class Shape>
int DuatoRouterOf<Shape>::select_output(std::size_t input) {
  const HeadFlit& head = head_flits_[input];
  const std::span<const RouteChoice> choices = routes(input);
  if (head.direct != choices.size()) [[unlikely]]
    return select_with_detours(choices, head);
  return select_among(choices, head.space);
}

/// The same where some are detours. Apart: step() has the usual way in it, and stays small.
template <class Shape>
[[gnu::noinline]] int DuatoRouterOf<Shape>::select_with_detours(std::span<const RouteChoice> choices,
                                                                const HeadFlit& head) {
  const std::span<const RouteChoice> direct = choices.first(head.direct);
  const std::span<const RouteChoice> detours = choices.subspan(head.direct);
  const int output = select_among(direct, head.space);
  const int detour = select_among(detours, head.space);
  if (detour < 0) return output;
  const auto taken = std::ranges::find(detours, port_of(detour), &RouteChoice::port);
  if (is_worthwhile(*taken, direct)) return detour;
  return output < 0 ? kNoneWorthwhile : output;
}

/// Whether the shortest queue of the direct ways is long enough for this detour.
template <class Shape>
bool DuatoRouterOf<Shape>::is_worthwhile(const RouteChoice& detour,
                                         std::span<const RouteChoice> direct) const {
  int queue = std::numeric_limits<int>::max();
  for (const RouteChoice& choice : direct) queue = std::min(queue, queue_of(choice));
  return is_worth_a_detour(queue, queue_of(detour));
}

/// Flits in the VCs of a choice, those in the far input VC included, as far as known; without end if its
/// port is faulty.
template <class Shape>
int DuatoRouterOf<Shape>::queue_of(const RouteChoice& choice) const {
  if (choice.vcs == 0) return std::numeric_limits<int>::max();
  int flits = 0;
  for (const VcId vc : choice.vcs) flits += capacity(vc) - space(state(vc_index(choice.port, vc)));
  return flits;
}

/// The output VC that the selection function chooses among the free ones of `choices`; kNoneOpen if there
/// is none. Of equally loaded ports, least_loaded takes the one that was allocated least recently.
template <class Shape>
int DuatoRouterOf<Shape>::select_among(std::span<const RouteChoice> choices, int needed) {
  int best = kNoneOpen;
  int best_merit = 0;
  std::uint32_t found = 0;
  for (const RouteChoice& choice : choices) {
    if (choice.preference == Preference::Escape && best >= 0) break;
    const std::size_t first = vc_index(choice.port, 0);
    const VcMask free = choice.vcs & ~slice(masks(first).held, first);
    int output = -1;  // The roomiest free VC of this port.
    int output_space = -1;
    for_each_bit(free, [&](VcId vc) {
      const VcState& candidate = state(first + vc);
      const int room = is_open(first + vc, needed) ? space(candidate) : -1;
      const bool roomier = room > output_space;  // Not predictable: no branch.
      output = roomier ? static_cast<int>(first) + vc : output;
      output_space = roomier ? room : output_space;
    });
    if (output < 0) continue;
    ++found;
    const int merit = merit_of(choice.port, output_space, order_);
    if (is_chosen(config_.selection, merit, best_merit, found, random_)) {
      best = output;
      best_merit = merit;
    }
  }
  return best;
}

template <class Shape>
void DuatoRouterOf<Shape>::allocate_output(std::size_t input, std::size_t output) {
  state(output).input = static_cast<Count>(input);
  masks(output).held.set(place(output));
  order_.take(port_of(output));
  state(input).choices = 0;
  if (allocates_beside()) [[unlikely]]
    return new_holders_.push_back({input, output});
  activate(input, output);
}

template <class Shape>
void DuatoRouterOf<Shape>::activate(std::size_t input, std::size_t output) {
  state(input).output = static_cast<Count>(output);
  VcMasks& masks = this->masks(input);
  masks.active.set(place(input));
  masks.blocked.set(place(input), !has_room(state(output)));
}

/// Requests each half-duplex link over which a flit could go in the next cycle.
template <class Shape>
void DuatoRouterOf<Shape>::ask_for_links(PortOutputs& outputs) {
  PortMask wanted = 0;
  if (queued_output()) {
    wanted = ports_with([](const VcMasks& masks) { return masks.sendable(); });
  } else {
    for_each_crossable([&](std::size_t, std::size_t output) { wanted.set(port_of(output)); });
  }
  outputs.request_ports = duplex_.request(wanted);
}

/// Whether the next step would do anything without new inputs.
template <class Shape>
bool DuatoRouterOf<Shape>::has_work() const {
  VcGroup work = 0;
  VcGroup stuck = 0;
  VcGroup opened = 0;
  for (std::size_t group = 0; group < groups(); ++group) {
    work |= masks_[group].sendable() | masks_[group].crossable() | masks_[group].routable();
    stuck |= masks_[group].stuck;
    opened |= masks_[group].opened;
  }
  if (asks_first() && stuck != 0) work |= opened;  // What opened after head flits had asked.
  if (Shape::kHasNoPipeline && Shape::kLinksAreFree) return work != 0;
  return work != 0 ||
         std::any_of(in_crossbar_.begin(), in_crossbar_.end(), [](VcMask vcs) { return vcs != 0; }) ||
         duplex_.busy() || narrow_.busy();
}

template <class Shape>
void DuatoRouterOf<Shape>::visit_buffers(const std::function<void(const BufferView&)>& visit) const {
  for (PortId p = 0; p < port_count_; ++p) {
    for_each_bit(all_vcs_, [&](VcId vc) {
      const std::size_t index = vc_index(p, vc);
      const VcState& state = this->state(index);
      const Flit* in_front = state.in.size != 0 ? &vcs_.input_slot(index, state.in.head) : nullptr;
      visit({{Side::Input, p, vc},
             state.in.size,
             input_depth(vc),
             in_front,
             masks(index).active.test(place(index))});
      if (!queued_output()) return;
      const Flit* out_front = state.out.size != 0 ? &vcs_.output_slot(index, state.out.head) : nullptr;
      visit({{Side::Output, p, vc},
             state.out.size,
             config_.output_depth,
             out_front,
             masks(index).held.test(place(index))});
    });
  }
}

template <class Shape>
std::vector<WaitFor> DuatoRouterOf<Shape>::waits_for(const BufferRef& ref) const {
  const std::size_t index = vc_index(ref.port, ref.vc);
  const VcState& state = this->state(index);
  const VcMasks& masks = this->masks(index);
  const auto name = [&](WaitFor::Where where, Side side, std::size_t of) {
    return WaitFor{where, {side, port_of(of), vc_of(of)}};
  };
  if (ref.side == Side::Output) {
    if (state.out.size == 0) return {name(WaitFor::Where::Here, Side::Input, state.input)};
    if (state.credits == 0) return {name(WaitFor::Where::Far, Side::Input, index)};
    return {};
  }
  if (masks.active.test(place(index))) {
    if (state.in.size == 0) return {name(WaitFor::Where::Feeder, Side::Output, index)};
    if (!masks.blocked.test(place(index))) return {};
    if (queued_output()) return {name(WaitFor::Where::Here, Side::Output, state.output)};
    return {name(WaitFor::Where::Far, Side::Input, state.output)};
  }
  std::vector<WaitFor> waits;
  if (!routes(index).empty() && (head_flits_[index].ports & ~faulty_ports_) == 0)
    waits.push_back(name(WaitFor::Where::Repair, Side::Output, vc_index(routes(index)[0].port, 0)));
  const std::span<const RouteChoice> choices = routes(index);
  const std::span<const RouteChoice> direct = choices.first(head_flits_[index].direct);
  for (const RouteChoice& choice : choices) {
    if (choice.preference == Preference::Detour && !is_worthwhile(choice, direct)) continue;
    for (const VcId vc : choice.vcs) {
      const std::size_t candidate = vc_index(choice.port, vc);
      if (this->masks(candidate).held.test(place(candidate))) {
        waits.push_back(name(WaitFor::Where::Here, Side::Input, this->state(candidate).input));
      } else if (is_open(candidate, head_flits_[index].space)) {
        return {};
      } else if (this->state(candidate).out.size != 0) {
        waits.push_back(name(WaitFor::Where::Here, Side::Output, candidate));
      } else {
        waits.push_back(name(WaitFor::Where::Far, Side::Input, candidate));
      }
    }
  }
  return waits;
}

template class DuatoRouterOf<AnyShape>;
template class DuatoRouterOf<PlainShape>;
template class DuatoRouterOf<CubeShape>;

std::unique_ptr<RouterCore> make_duato_router(const DuatoConfig& config, const RouterSite& site,
                                              const RoutingFunction& routing,
                                              const SwitchFactory& make_blocks) {
  const bool links_are_free = !NarrowLinks(site.cycles_per_flit).any();
  const auto fits = [&]<class Shape>() {
    return keeps_promises<Shape>(config, site.port_count, links_are_free, /*decides_itself=*/!make_blocks);
  };
  if (fits.operator()<PlainShape>())
    return std::make_unique<DuatoRouterOf<PlainShape>>(config, site, routing);
  if (fits.operator()<CubeShape>()) return std::make_unique<DuatoRouterOf<CubeShape>>(config, site, routing);
  return std::make_unique<DuatoRouter>(config, site, routing, make_blocks);
}

}  // namespace switchyard
