#include "hw/router/mesh/mesh16_router.h"

#include <algorithm>
#include <stdexcept>

namespace switchyard {
namespace {

constexpr int kSlots = 2;  ///< VCs that show a pair of buffers.

PortMask links_at(const MeshPlace& here, int side) {
  PortMask links = 0;
  for (PortId port = 0; port < TurnBuffers::kPorts; ++port) {
    const MeshPlace far = TurnBuffers::beyond(here, port);
    const bool inside = std::all_of(far.begin(), far.end(), [&](int c) { return c >= 0 && c < side; });
    if (inside) links.set(port);
  }
  return links;
}

NodeId node_at(const Mesh16Config& config, const MeshPlace& here) { return here[1] * config.side + here[0]; }

BufferSite site_of(const Mesh16Config& config, const MeshPlace& here, std::uint64_t seed) {
  return {.here = here,
          .side = config.side,
          .queue = config.queue,
          .banks = config.banks,
          .starts = BufferStarts::draw({config.arbiter_start, seed, node_at(config, here)})};
}

}  // namespace

Mesh16Router::Mesh16Router(const Mesh16Config& config, MeshPlace here, std::uint64_t seed,
                           const BufferFactory& make_buffers)
    : here_(here),
      node_(node_at(config, here)),
      links_(links_at(here, config.side)),
      buffers_(site_of(config, here, seed), links_),
      sorting_(here, config.side, config.sort),
      painting_(here, links_, config.side) {
  if (make_buffers)
    follower_ =
        std::make_unique<BufferFollower>(buffers_, links_, make_buffers(node_, site_of(config, here, seed)));
  reset();
}

void Mesh16Router::reset() {
  mode_ = Mode::Idle;
  command_ = MeshCommand::Load;
  buffers_.reset();
  if (follower_) follower_->reset();
  packet_ = mesh_command(MeshCommand::Load, 0);
  colour_ = Colour::White;
  count_ = told_count_ = 0;
}

bool Mesh16Router::step(const PortInputs& inputs, PortOutputs& outputs) {
  if (!inputs.flit_ports.test(kTerminal)) return proceed(inputs, outputs);
  end_phase();
  begin(inputs.flits[kTerminal], outputs);
  return proceed({}, outputs);  // What painters still say has no meaning any more.
}

bool Mesh16Router::proceed(const PortInputs& inputs, PortOutputs& outputs) {
  switch (mode_) {
    case Mode::Idle: return false;
    case Mode::Sorting: return sorting_.step(inputs, outputs, packet_);
    case Mode::Painting: return painting_.step(inputs, outputs, packet_);
    case Mode::Maximum: return step_maximum(inputs, outputs);
    case Mode::Routing: return step_routing(inputs, outputs);
  }
  return false;
}

/// What the phase before has found out.
void Mesh16Router::end_phase() {
  switch (command_) {
    case MeshCommand::Colour:
      if (painting_.painted()) colour_ = Colour::Black;
      break;
    case MeshCommand::Count: count_ = painting_.painted() ? painting_.rank() + 1 : 0; break;
    case MeshCommand::Combine:
      if (!painting_.painted()) packet_.destination = kNoPacket;
      colour_ = Colour::Black;
      break;
    case MeshCommand::Route:
      if (!buffers_.empty())
        throw std::logic_error("Mesh16Router: a phase begins before the one before has ended");
      break;
    default: break;
  }
}

void Mesh16Router::begin(const Flit& command, PortOutputs& outputs) {
  constexpr std::uint32_t kAll = ~std::uint32_t{0};
  command_ = static_cast<MeshCommand>(command.vc);
  switch (command_) {
    case MeshCommand::Load:
      packet_ = command;
      colour_ = static_cast<Colour>(command.payload);
      mode_ = Mode::Idle;
      return;
    case MeshCommand::SortRowMajor:
    case MeshCommand::SortColumnMajor:
      colour_ = Colour::White;
      sorting_.begin(command_ == MeshCommand::SortRowMajor ? SnakeOrder::Kind::RowMajor
                                                           : SnakeOrder::Kind::ColumnMajor);
      mode_ = Mode::Sorting;
      return;
    case MeshCommand::Colour:
    case MeshCommand::Count:
    case MeshCommand::Combine:
      painting_.begin(/*whole_rows=*/command_ == MeshCommand::Colour, command_ == MeshCommand::Colour
                                                                          ? command.payload
                                                                      : command_ == MeshCommand::Count ? kAll
                                                                                                       : 1);
      mode_ = Mode::Painting;
      return;
    case MeshCommand::Maximum:
      told_count_ = 0;
      mode_ = Mode::Maximum;
      return;
    case MeshCommand::Route:
      begin_routing(command.payload, outputs);
      mode_ = Mode::Routing;
      return;
  }
}

/// Also where there is no packet, buffers are made ready for those that come by.
void Mesh16Router::begin_routing(std::uint32_t colours, PortOutputs& outputs) {
  for (const Colour colour : {Colour::Black, Colour::White}) {
    if ((colours >> static_cast<int>(colour) & 1) == 0) continue;
    buffers_.use_for(colour);
    if (follower_) follower_->use_for(colour);
    if (packet_.destination == kNoPacket || colour_ != colour) continue;
    if (packet_.destination == node_) {
      packet_.vc = static_cast<std::uint8_t>(TurnBuffers::vc_of(colour, BufferType::Home));
      outputs.send(kTerminal, packet_);
    } else {
      place(colour);
    }
    packet_.destination = kNoPacket;
  }
}

/// Its own packet, as if it had just come straight.
void Mesh16Router::place(Colour colour) {
  const PortId port = buffers_.origin(colour, packet_);
  packet_.vc = static_cast<std::uint8_t>(TurnBuffers::vc_of(colour, BufferType::Straight));
  buffers_.accept(port, packet_);
  if (follower_) follower_->accept(port, packet_);
}

bool Mesh16Router::step_maximum(const PortInputs& inputs, PortOutputs& outputs) {
  for_each_bit(inputs.flit_ports,
               [&](PortId port) { count_ = std::max(count_, inputs.flits[port].payload); });
  if (count_ == told_count_) return false;
  told_count_ = count_;
  Flit token = mesh_command(MeshCommand::Maximum, count_);
  token.vc = kTokenVc;
  for_each_bit(links_ | bit<PortMask>(kTerminal), [&](PortId port) { outputs.send(port, token); });
  return false;
}

bool Mesh16Router::step_routing(const PortInputs& inputs, PortOutputs& outputs) {
  for_each_bit(inputs.flit_ports, [&](PortId port) { buffers_.accept(port, inputs.flits[port]); });
  if (follower_) {
    follower_->step(inputs, outputs);
  } else {
    buffers_.send(
        [&](PortId port) { return inputs.credit_ports.test(port) ? inputs.credits[port] : VcMask{0}; },
        outputs);
    buffers_.tell(outputs);
  }
  return !buffers_.empty();
}

/// A bank that both colours use in turn is shown by both names of its buffers, and counted by the black ones.
void Mesh16Router::visit_buffers(const std::function<void(const BufferView&)>& visit) const {
  const NodeBuffers::Banks& banks = buffers_.banks();
  const bool in_turn = banks.size() == 1;
  for (std::size_t b = 0; b < banks.size(); ++b) {
    const TurnBufferBank& bank = banks[b];
    const auto counted = static_cast<Colour>(b);
    for (int t = 0; t < TurnBuffers::kBufferTypes; ++t) {
      const auto type = static_cast<BufferType>(t);
      const VcId vc = (static_cast<VcId>(b) * TurnBuffers::kBufferTypes + t) * kSlots;
      for (PortId port = 0; port < TurnBuffers::kPorts; ++port) {
        const bool counts = TurnBuffers::uses(counted, port, type);
        if (!counts && !in_turn) continue;
        const int pair = BufferPairs::at(port, type);
        const int size = bank.size(pair);
        visit({{Side::Input, port, vc},
               std::min(size, 1),
               counts ? 1 : 0,
               size > 0 ? &bank.at(pair, 0) : nullptr,
               false});
        visit({{Side::Input, port, vc + 1},
               std::max(size - 1, 0),
               counts ? bank.capacity() - 1 : 0,
               size > 1 ? &bank.at(pair, 1) : nullptr,
               false});
      }
    }
  }
  const bool holds = packet_.destination != kNoPacket;
  visit({{Side::Central, kCentralQueues, 0}, holds ? 1 : 0, 1, holds ? &packet_ : nullptr, false});
}

std::string Mesh16Router::buffer_name(const BufferRef& buffer) const {
  if (buffer.side == Side::Central) return "own_packet";
  constexpr std::array<const char*, TurnBuffers::kBufferTypes> kNames{"straight", "turn_left", "turn_right"};
  constexpr std::array<const char*, 2> kColours{"black_", "white_"};
  const int pair = buffer.vc / kSlots;
  const std::size_t bank = pair / TurnBuffers::kBufferTypes;
  const std::size_t type = pair % TurnBuffers::kBufferTypes;
  return std::string(buffers_.banks().size() == 1 ? "" : kColours[bank]) + kNames[type] + "_" +
         std::to_string(buffer.vc % kSlots);
}

/// A packet that is not the first waits for that; the first for the buffers that it needs next.
std::vector<WaitFor> Mesh16Router::waits_for(const BufferRef& buffer) const {
  if (buffer.side == Side::Central) return {};
  if (buffer.vc % kSlots != 0) return {{WaitFor::Where::Here, {Side::Input, buffer.port, buffer.vc - 1}}};
  const int pair_of_bank = buffer.vc / kSlots;
  const TurnBufferBank& bank = buffers_.banks()[pair_of_bank / TurnBuffers::kBufferTypes];
  const auto type = static_cast<BufferType>(pair_of_bank % TurnBuffers::kBufferTypes);
  const Flit& front = bank.at(BufferPairs::at(buffer.port, type), 0);
  if (front.vc % TurnBuffers::kTypes == static_cast<int>(BufferType::Home)) return {};
  const PortId out = TurnBuffers::exit(bank.colour(), here_, buffers_.place_of(front.destination));
  const int far_pair = pair_of_bank - static_cast<int>(type) + front.vc % TurnBuffers::kTypes;
  return {{WaitFor::Where::Far, {Side::Input, out, far_pair * kSlots}}};
}

}  // namespace switchyard
