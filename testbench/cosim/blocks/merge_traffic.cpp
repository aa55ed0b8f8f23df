#include "testbench/cosim/blocks/merge_traffic.h"

#include <utility>

namespace switchyard {
namespace {

/// Kinds of switches, which go round with the settings. The first stands at column 0.
constexpr std::array<MergeSite, 8> kKinds{
    {{.combining = true, .ghosts = false, .joins = true, .splits = false},
     {.combining = true, .ghosts = false, .joins = true, .splits = true},
     {.combining = true, .ghosts = true, .joins = false, .splits = true},
     {.combining = false, .ghosts = true, .joins = true, .splits = true},
     {.combining = true, .ghosts = true, .joins = false, .splits = false},
     {.combining = false, .ghosts = false, .joins = true, .splits = false},
     {.combining = true, .ghosts = true, .joins = true, .splits = true},
     {.combining = false, .ghosts = true, .joins = false, .splits = true}}};

MergeSite site_of(int queue, std::uint64_t setting, RandomStream& random) {
  MergeSite site = kKinds[setting % kKinds.size()];
  site.queue = queue;
  site.route_bit = random.below(12);
  site.row_bit = setting % 2 == 0;
  return site;
}

/// A number that depends on all its arguments.
std::uint32_t mixed(std::uint64_t salt, std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint32_t>(mix64(mix64(salt ^ a) + b) >> 32);
}

}  // namespace

MergeTraffic::MergeTraffic(int queue, std::uint64_t setting, RandomStream& random)
    : random_(random), site_(site_of(queue, setting, random)), salt_(random.next()), twin_(queue) {
  for (Stream& stream : streams_) stream.credits = queue;
}

MergeTraffic::Step MergeTraffic::addresses(std::uint8_t step) const {
  const std::uint32_t chance = mixed(salt_, step, 1);
  const std::uint32_t stride = 1U << chance % 29;
  if (step == 0)  // Begins with the least label of all, or with its end.
    return {.first = 0, .stride = stride, .count = site_.row_bit ? 4U : 0U};
  return {.first = mixed(salt_, step, 2) / 4, .stride = stride, .count = chance / 32 % 8};
}

Flit MergeTraffic::request(std::uint8_t step, std::uint32_t key) {
  const std::uint32_t chance = mixed(salt_, step, std::uint64_t{key} << 8 | 3);
  const bool operates = with(0.8);
  const auto operation = operates ? static_cast<Operation>(chance % kOperations.size()) : Operation::None;
  const ModuleId home{static_cast<std::uint16_t>(mixed(salt_, key, 4))};
  return Message::request(make_label(step, key), home, operation, with(0.5), random_.next() & 0xFFFFFFFFU);
}

std::optional<Flit> MergeTraffic::arrival(Stream& stream, double density) {
  const Step step = addresses(stream.step);
  while (stream.place < step.count && with(0.3)) {  // This stream does not want it.
    ++stream.place;
    stream.skipped = true;
    stream.ghost_sent = false;
  }
  const bool ends = stream.place == step.count;
  const std::uint32_t key = ends ? kEndKey : step.first + stream.place * step.stride;
  if (!stream.ghost_sent && with(0.2)) {
    stream.ghost_sent = true;
    const bool above = stream.skipped && with(0.5);  // The one that is left out.
    return Message::ghost(above ? make_label(stream.step, step.first + (stream.place - 1) * step.stride)
                                : make_label(stream.step, key) - 1);
  }
  if (stream.credits == 0 || !with(density)) return std::nullopt;
  --stream.credits;
  stream.skipped = false;
  if (!ends) {
    const bool again = !site_.combining && with(0.3);
    stream.ghost_sent = again;
    stream.place += again ? 0 : 1;
    return request(stream.step, key);
  }
  stream.ghost_sent = false;
  stream.place = 0;
  return Message::end_of_stream(stream.step++);
}

MergeInputs MergeTraffic::next(double density, double stalls) {
  MergeInputs inputs;
  inputs.site_i = pins_of(site_);
  const bool quiet = std::exchange(quiet_, false);
  for (std::size_t i = 0; i < (site_.joins ? 2 : 1) && !quiet; ++i) {
    const std::optional<Flit> flit = arrival(streams_[i], density);
    if (!flit) continue;
    inputs.push_i |= 1U << i;
    std::size_t at = i * kMessageWords;
    for (const std::uint32_t word : words_of_packet(*flit)) inputs.message_i[at++] = word;
  }
  for (std::size_t o = 0; o < 2; ++o) {
    const bool link = !with(stalls);
    inputs.link_i |= std::uint64_t{link} << o;
    inputs.idle_i |= std::uint64_t{link && with(0.7)} << o;
    const bool credit = flying_[o] > 0 && with(1 - 0.8 * density) && !with(stalls);
    flying_[o] -= credit;
    inputs.credit_i |= std::uint64_t{credit} << o;
  }
  inputs.room_i = with(stalls / 2) ? 0 : 1;

  const MergeOutputs outputs = twin_.cycle(inputs);
  for (std::size_t s = 0; s < 2; ++s) {
    streams_[s].credits += static_cast<int>(outputs.credit_o >> s & 1);
    flying_[s] += static_cast<int>(outputs.send_o >> s & 1);
  }
  return inputs;
}

}  // namespace switchyard
