#include "hw/router/combining/ranade_router.h"

#include <bit>
#include <stdexcept>
#include <utility>

#include "hw/router/combining/ranade_paths.h"
#include "hw/topology/butterfly.h"

namespace switchyard {
namespace {

/// Which of a switch's two links of phase 2 it has: straight, and across.
struct Links {
  bool straight = false;
  bool across = false;
  std::size_t count() const { return std::size_t{straight} + std::size_t{across}; }
};

Links links_up(const RanadePaths& paths, NodeId node) {
  return {paths.has_up(node, false), paths.has_up(node, true)};
}

Links links_down(const RanadePaths& paths, NodeId node) {
  const Butterfly& butterfly = paths.butterfly();
  const int below = (butterfly.column(node) + butterfly.columns() - 1) % butterfly.columns();
  const NodeId row = butterfly.row(node);
  return {paths.has_up(butterfly.node_at(below, row), false),
          paths.has_up(butterfly.node_at(below, row ^ butterfly.cross_bit(below)), true)};
}

MergeSwitch::Shape collect_shape(const RanadePaths& paths, NodeId node) {
  const Butterfly& butterfly = paths.butterfly();
  if (!paths.works(butterfly.row(node))) return {.inputs = 0, .outputs = 0};
  if (butterfly.column(node) != 0) return {.inputs = butterfly.column(node) == 1 ? 1U : 2U, .outputs = 1};
  return {.inputs = butterfly.columns() == 1 ? 1U : 2U,
          .outputs = links_up(paths, node).count(),
          .route_bit = 0,
          .heads_for = butterfly.has_extra_column() ? paths.heads_for().data() : nullptr};
}

MergeSwitch::Shape route_shape(const RanadePaths& paths, NodeId node) {
  const Butterfly& butterfly = paths.butterfly();
  const int column = butterfly.column(node);
  const std::size_t inputs = links_down(paths, node).count();
  if (column == 0) return {.inputs = inputs, .outputs = paths.works(butterfly.row(node)) ? 1U : 0U};
  return {.inputs = inputs,
          .outputs = links_up(paths, node).count(),
          .route_bit = std::countr_zero(butterfly.cross_bit(column))};
}

}  // namespace

RanadeRouter::RanadeRouter(const RanadeConfig& config, NodeId node, const MergeFactory& make_merge)
    : module_(ModuleId::at(config.paths->butterfly().column(node), config.paths->butterfly().row(node))),
      collect_(collect_shape(*config.paths, node), module_.row(), config.combining, config.directions,
               inputs_of(kCollect), outputs_of(kCollect)),
      route_(route_shape(*config.paths, node), module_.row(), config.combining, config.directions,
             inputs_of(kRoute), outputs_of(kRoute)),
      back_route_(route_.shape(), inputs_of(kBackRoute), outputs_of(kBackRoute)),
      back_collect_(collect_.shape(), inputs_of(kBackCollect), outputs_of(kBackCollect)),
      slots_(kStreams * config.queue),
      memory_(config.map),
      config_(config) {
  input_at_.fill(kNoStream);
  output_at_.fill(kNoStream);
  const Butterfly& butterfly = config.paths->butterfly();
  const RanadePhases phases(butterfly);
  if (!phases.own_wires() && butterfly.straight_links() != 1)
    throw std::invalid_argument("RanadeRouter: one straight link for all phases, or three");
  if (config.paths->works(module_.row())) connect_row(phases);
  connect_columns(phases, node);
  if (make_merge && route_.shape().inputs != 0) follow(make_merge, node);
  reset();
}

void RanadeRouter::follow(const MergeFactory& make_merge, NodeId node) {
  const MergeSwitch::Shape& shape = route_.shape();
  const MergeSite site{.queue = config_.queue,
                       .combining = config_.combining,
                       .ghosts = config_.ghosts && module_.column() != 0,
                       .joins = shape.inputs == 2,
                       .splits = shape.outputs == 2,
                       .route_bit = shape.route_bit,
                       .row_bit = (module_.row() >> shape.route_bit & 1) != 0};
  follower_ = std::make_unique<MergeFollower>(route_, config_.combining, make_merge(node, site));
}

/// Phases 1, 3, 4 and 6, and where they begin and end.
void RanadeRouter::connect_row(const RanadePhases& phases) {
  const bool is_first = module_.column() == 0;
  const bool has_chain = collect_.shape().inputs == 2;
  // The row comes before the processor, but not at column 0, the last of the chain and the first of all.
  const Index own = has_chain && !is_first ? 1 : 0;
  connect_input(kCollect, own, phases.terminal());
  connect_output(kBackCollect, own, phases.terminal());
  if (has_chain) {
    connect_input(kCollect, 1 - own, phases.down(1));
    connect_output(kBackCollect, 1 - own, phases.down(1));
  }
  connect_input(kPastMemory, 0, phases.down(3));
  if (is_first) {
    connect_output(kPastMemory, 0, phases.down(3));
    connect_input(kBackRoute, 0, phases.up(3));
  } else {
    connect_output(kPastMemory, 0, phases.up(3));
    connect_input(kBack, 0, phases.up(3));
    connect_output(kBack, 0, phases.down(3));
    connect_output(kCollect, 0, phases.up(1), /*merges=*/true);
    connect_input(kBackCollect, 0, phases.up(1));
  }
}

/// Phases 2 and 5, and where they begin and end.
void RanadeRouter::connect_columns(const RanadePhases& phases, NodeId node) {
  const int column = module_.column();
  const Butterfly& butterfly = config_.paths->butterfly();
  const auto connect_down = [&](Index number, StreamPlace place) {
    connect_input(kRoute, number, place);
    connect_output(kBackRoute, number, place);
  };
  const auto connect_up = [&](Index number, StreamPlace place) {
    connect_output(column == 0 ? kCollect : kRoute, number, place, /*merges=*/true);
    connect_input(column == 0 ? kBackCollect : kBackRoute, number, place);
  };
  // Where both are there, the first input is from the row in which the bit of the column before is 0.
  const NodeId bit_before = butterfly.cross_bit((column == 0 ? butterfly.columns() : column) - 1);
  const Links down = links_down(*config_.paths, node);
  const Index down_cross = down.straight && (module_.row() & bit_before) == 0 ? 1 : 0;
  if (down.straight) connect_down(down.across && down_cross == 0 ? 1 : 0, phases.down(2));
  if (down.across) connect_down(down_cross, phases.down_cross());
  const Links up = links_up(*config_.paths, node);
  if (up.straight) connect_up(0, phases.up(2));
  if (up.across) connect_up(up.straight ? 1 : 0, phases.up_cross());
  if (column == 0 && config_.paths->works(module_.row())) connect_output(kRoute, 0, phases.up(3));
}

void RanadeRouter::connect_input(Part part, Index number, StreamPlace place) {
  const Index stream = kFirstOf[part] + number;
  const std::size_t queue = config_.queue;
  inputs_[stream].connect(place, &slots_[stream * queue], config_.queue);
  input_at_[index(place)] = static_cast<std::uint8_t>(stream);
}

void RanadeRouter::connect_output(Part part, Index number, StreamPlace place, bool merges) {
  const Index stream = kFirstOf[part] + number;
  outputs_[stream].connect(place, config_.queue, merges && config_.ghosts);
  output_at_[index(place)] = static_cast<std::uint8_t>(stream);
}

void RanadeRouter::reset() {
  again_ = 0;
  for (StreamInput& input : inputs_) input.reset();
  for (StreamOutput& output : outputs_) output.reset();
  for (MergeSwitch* merge : {&collect_, &route_}) merge->reset();
  for (SplitSwitch* split : {&back_route_, &back_collect_}) split->reset();
  if (follower_) follower_->reset();
  memory_.reset();
}

void RanadeRouter::prefetch_state() const {
  const auto* const start = reinterpret_cast<const std::byte*>(this);
  for (std::size_t line = 2 * kCacheLine; line < sizeof *this; line += kCacheLine)
    __builtin_prefetch(start + line);
}

void RanadeRouter::prefetch_flits(const PortInputs&) const {
  for (std::size_t flit = 0; flit < slots_.size(); flit += kCacheLine / sizeof(Flit))
    __builtin_prefetch(&slots_[flit]);
  collect_.directions.prefetch();
  route_.directions.prefetch();
}

/// Parts in which nothing has changed would do nothing. Flattened: a twentieth faster.
[[gnu::flatten]] bool RanadeRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  PartMask due = std::exchange(again_, 0) | accept(inputs);
  const auto run = [&](Part part, auto&& work) {
    if ((due & bit<PartMask>(part)) != 0 && work()) again_ |= bit<PartMask>(part);
  };
  run(kBackCollect, [&] { return split(back_collect_, collect_, kCollect, due, outputs); });
  run(kBackRoute, [&] { return split(back_route_, route_, kRoute, due, outputs); });
  run(kBack, [&] { return pass(kBack, outputs); });
  run(kPastMemory, [&] { return pass(kPastMemory, outputs); });
  run(kRoute, [&] { return follower_ ? follower_->step(inputs, outputs) : route_.step(outputs); });
  run(kCollect, [&] { return collect_.step(outputs); });
  run(kRoute, [&] { return follower_ ? follower_->send_ghosts(outputs) : route_.send_ghosts(outputs); });
  run(kCollect, [&] { return collect_.send_ghosts(outputs); });
  return again_ != 0;
}

RanadeRouter::PartMask RanadeRouter::accept(const PortInputs& inputs) {
  PartMask touched = 0;
  for_each_bit(inputs.flit_ports, [&](PortId p) {
    const Flit& flit = inputs.flits[p];
    const std::uint8_t stream = input_at_[index({p, flit.vc})];
    if (stream == kNoStream) throw std::logic_error("RanadeRouter: a message in a VC without a stream");
    take(flit, config_.combining, inputs_[stream]);
    touched |= bit<PartMask>(kPartOf[stream]);
  });
  for_each_bit(inputs.credit_ports, [&](PortId p) {
    for_each_bit(inputs.credits[p], [&](VcId vc) {
      const std::uint8_t stream = output_at_[index({p, vc})];
      if (stream == kNoStream) throw std::logic_error("RanadeRouter: a credit for a VC without a stream");
      outputs_[stream].add_credit();
      touched |= bit<PartMask>(kPartOf[stream]);
    });
  });
  return touched;
}

/// A place in a full direction FIFO is what a merge may have waited for.
bool RanadeRouter::split(SplitSwitch& back, MergeSwitch& merge, Part merge_part, PartMask& due,
                         PortOutputs& outputs) {
  if (merge.directions.full()) due |= bit<PartMask>(merge_part);
  return back.step(merge.directions, outputs);
}

bool RanadeRouter::pass(Part part, PortOutputs& outputs) {
  StreamInput& in = *inputs_of(part);
  StreamOutput& out = *outputs_of(part);
  if (in.empty()) return false;
  if (!out.can_send(outputs)) return out.waits_for_link(outputs);
  const Flit& flit = in.front();
  if (const Message message(flit); message.is_end()) out.told(message.label());
  out.send(part == kPastMemory ? past_memory(flit) : flit, outputs);
  in.pop(outputs);
  return !in.empty();
}

Flit RanadeRouter::past_memory(const Flit& flit) {
  const Message message(flit);
  if (message.is_end()) memory_.end_step();
  const bool served = message.kind() == MessageKind::Request && message.module() == module_;
  return served ? memory_.serve(message) : flit;
}

void RanadeRouter::visit_buffers(const std::function<void(const BufferView&)>& visit) const {
  for (const std::uint8_t stream : input_at_) {
    if (stream == kNoStream) continue;
    const StreamInput& input = inputs_[stream];
    const BufferRef buffer{Side::Input, input.place().port, input.place().vc};
    visit({buffer, input.size(), input.capacity(), input.empty() ? nullptr : &input.front(), false});
  }
}

namespace {

WaitFor here(const StreamInput& stream) {
  return {WaitFor::Where::Here, {Side::Input, stream.place().port, stream.place().vc}};
}

WaitFor far(const StreamOutput& stream) {
  return {WaitFor::Where::Far, {Side::Input, stream.place().port, stream.place().vc}};
}

}  // namespace

std::vector<WaitFor> RanadeRouter::waits_for(const BufferRef& ref) const {
  const std::uint8_t stream = input_at_[index({ref.port, ref.vc})];
  const Part part = kPartOf[stream];
  const Index number = stream - kFirstOf[part];
  switch (part) {
    case kCollect: return waits_of(collect_, back_collect_, number);
    case kRoute: return waits_of(route_, back_route_, number);
    case kBackRoute: return waits_of(back_route_, route_.directions, number);
    case kBackCollect: return waits_of(back_collect_, collect_.directions, number);
    case kPastMemory:
    case kBack: return waits_of_passage(part);
  }
  return {};
}

std::vector<WaitFor> RanadeRouter::waits_of_passage(Part part) const {
  const StreamOutput& out = outputs_[kFirstOf[part]];
  if (out.has_credit()) return {};
  return {far(out)};
}

std::vector<WaitFor> RanadeRouter::waits_of(const MergeSwitch& merge, const SplitSwitch& back,
                                            std::size_t input) {
  const InputMask from = merge.select();
  if (!from.test(input)) return {here(merge.in[1 - input])};
  if (merge.directions.full()) return {here(back.in[merge.directions.front().output])};
  const bool is_end = Message(merge.in[input].front()).is_end();
  const std::size_t chosen = is_end ? merge.untold_end() : merge.output_for(merge.in[input].front());
  if (merge.out[chosen].has_credit()) return {};
  return {far(merge.out[chosen])};
}

std::vector<WaitFor> RanadeRouter::waits_of(const SplitSwitch& split, const DirectionFifo& directions,
                                            std::size_t input) {
  if (directions.empty()) return {};
  const Direction& direction = directions.front();
  if (direction.end ? split.in[1 - input].empty() && split.inputs() == 2 : direction.output != input)
    return {here(split.in[1 - input])};
  for (std::size_t o = 0; o < 2; ++o) {
    if (split.still_wants(direction, o) && !split.out[o].has_credit()) return {far(split.out[o])};
  }
  return {};
}

std::vector<RanadeRouter::Switch> RanadeRouter::switches() const {
  std::vector<Switch> switches;
  const auto add = [&](const auto& part, std::size_t inputs, std::size_t outputs, bool merges) {
    if (inputs == 0) return;
    Switch& added = switches.emplace_back();
    for (std::size_t i = 0; i < inputs; ++i) added.in.push_back(part.in[i].place());
    for (std::size_t o = 0; o < outputs; ++o) added.out.push_back(part.out[o].place());
    added.merges = merges;
  };
  for (const MergeSwitch* merge : {&collect_, &route_})
    add(*merge, merge->shape().inputs, merge->shape().outputs, merge->shape().inputs == 2);
  for (const auto& [split, merge] : {std::pair{&back_collect_, &collect_}, std::pair{&back_route_, &route_}})
    add(*split, merge->shape().outputs, merge->shape().inputs, false);
  for (const Part part : {kPastMemory, kBack}) {
    if (collect_.shape().inputs == 0 || (part == kBack && module_.column() == 0)) continue;
    switches.push_back({{inputs_[kFirstOf[part]].place()}, {outputs_[kFirstOf[part]].place()}, false});
  }
  return switches;
}

std::array<std::optional<StreamPlace>, 10> RanadeRouter::places() const {
  std::array<std::optional<StreamPlace>, 10> places;
  const auto find = [&](std::size_t at, const StreamInput& stream) {
    const bool is_there = input_at_[index(stream.place())] == &stream - inputs_.data();
    if (is_there) places[at] = stream.place();
  };
  for (std::size_t i = 0; i < 2; ++i) {
    find(i, collect_.in[i]);
    find(2 + i, back_collect_.in[i]);
    find(4 + i, route_.in[i]);
    find(6 + i, back_route_.in[i]);
  }
  find(8, inputs_[kFirstOf[kPastMemory]]);
  if (places[8]) places[9] = outputs_[kFirstOf[kPastMemory]].place();
  return places;
}

RanadeRouter::Outlook RanadeRouter::outlook(StreamPlace output) const {
  const std::uint8_t stream = output_at_[index(output)];
  const Part part = kPartOf[stream];
  const auto through = [&](const StreamInput& input) {
    return Outlook{outputs_[stream].told_floor(), outputs_[stream].promised(), input.place()};
  };
  if (part == kPastMemory || part == kBack) return through(inputs_[kFirstOf[part]]);
  const bool collects = part == kCollect || part == kBackCollect;
  const MergeSwitch& merge = collects ? collect_ : route_;
  const SplitSwitch& back = collects ? back_collect_ : back_route_;
  if (part == kCollect || part == kRoute || merge.directions.empty())
    return through(merge.in[merge.least_input()]);
  const Direction& next = merge.directions.front();
  const bool second = next.end ? !back.in[0].empty() && back.inputs() == 2 : next.output == 1;
  return through(back.in[second ? 1 : 0]);
}

}  // namespace switchyard
