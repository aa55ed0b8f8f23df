#include "testbench/cosim/router/combining_router_pins.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "hw/router/combining/address_map.h"
#include "hw/router/combining/ranade_paths.h"
#include "hw/router/combining/ranade_router.h"

namespace switchyard {
namespace {

const RanadeConfig& config_of(const Design& design) { return *design.router.as<RanadeConfig>(); }

int ports_of(int straight_links) { return 2 * (straight_links + 1) + 1; }

/// combining_site_t of rtl/include/net_types.svh.
StrapPins site_of(const RanadeConfig& config, NodeId node) {
  const Butterfly& butterfly = config.paths->butterfly();
  const int column = butterfly.column(node);
  const int route_bit = column == 0 ? 0 : std::countr_zero(butterfly.cross_bit(column));
  StrapPins site;
  site.append_bits(config.ghosts ? 1 : 0, 1);
  site.append_bits(config.combining ? 1 : 0, 1);
  site.append_bits(static_cast<std::uint64_t>(config.directions), 17);
  site.append_bits(static_cast<std::uint64_t>(route_bit), 4);
  site.append_bits(ModuleId::at(column, butterfly.row(node)).bits, 16);
  return site;
}

/// place_i. No port has the number 15.
StrapPins places_of(const RanadeConfig& config, NodeId node) {
  constexpr int kNoPort = 15;
  StrapPins places;
  for (const std::optional<StreamPlace>& place : RanadeRouter(config, node).places()) {
    places.append_bits(static_cast<std::uint64_t>(place ? place->port : kNoPort), 4);
    places.append_bits(static_cast<std::uint64_t>(place ? place->vc : 0), 2);
  }
  return places;
}

/// A number that times the odd `factor` is 1 modulo 2^32.
std::uint32_t inverse_of(std::uint32_t factor) {
  std::uint32_t inverse = factor;  // Right in three bits, and in twice as many after each round.
  for (int round = 0; round < 4; ++round) inverse *= 2 - factor * inverse;
  return inverse;
}

}  // namespace

void refuse_combining_router(const std::string& why) {
  throw std::invalid_argument("rtl/combining/combining_router.sv cannot carry this network: " + why);
}

bool CombiningRouterShape::can_be(const CombiningRouterShape& wanted) const {
  return straight_links == wanted.straight_links && queue == wanted.queue &&
         directions >= wanted.directions && words >= wanted.words && key_bits >= wanted.key_bits &&
         rows >= wanted.rows;
}

std::string describe(const CombiningRouterShape& shape) {
  return fmt::format("{} straight {}, queue {}, {} directions, {} words a module, keys of {} bits, {} rows",
                     shape.straight_links, shape.straight_links == 1 ? "link" : "links", shape.queue,
                     shape.directions, shape.words, shape.key_bits, shape.rows);
}

CombiningRouterShape combining_router_shape(const Design& design) {
  const RanadeConfig& config = config_of(design);
  const Butterfly& butterfly = config.paths->butterfly();
  return {.straight_links = butterfly.straight_links(),
          .queue = config.queue,
          .directions = config.directions,
          .words = static_cast<int>(std::bit_ceil(std::max(2U, config.map->module_words()))),
          .key_bits = static_cast<int>(std::bit_width(config.map->prime())),
          .rows = static_cast<int>(butterfly.row_count())};
}

RouterPlaces combining_router_places(int straight_links) {
  return {"combining_router.", ports_of(straight_links),
          straight_links == 1 ? RanadePhases::kStraightStreams : 1};
}

CombiningRouterStraps combining_router_straps(const Design& design, NodeId node,
                                              const CombiningRouterShape& built) {
  const RanadeConfig& config = config_of(design);
  const Butterfly& butterfly = config.paths->butterfly();
  const AddressMap& map = *config.map;
  const int shift = std::countr_zero(map.modules());
  const std::uint32_t offset = map.place_of_key(0);

  CombiningRouterStraps straps;
  straps.site = site_of(config, node);
  straps.place = places_of(config, node);
  for (NodeId row = 0; row < butterfly.row_count(); ++row)
    straps.odd.append_bits((butterfly.has_extra_column() ? config.paths->heads_for()[row] : row) & 1, 1);
  straps.odd.fill(static_cast<std::size_t>(built.rows));
  for (int b = 0; b < built.key_bits; ++b) {
    const std::uint64_t place = map.place_of_key(std::uint32_t{1} << b);
    straps.multiples.append_bits((place + map.prime() - offset) % map.prime(), built.key_bits);
  }
  straps.offset.append_bits(offset, built.key_bits);
  straps.prime.append_bits(map.prime(), built.key_bits);
  straps.shift.append_bits(static_cast<std::uint64_t>(shift), 5);
  straps.inverse.append_bits(inverse_of(map.modules() >> shift), index_width(built.words));
  return straps;
}

RouterRtl combining_router_rtl(const Design& design, NodeId node) {
  const CombiningRouterShape shape = combining_router_shape(design);
  const CombiningRouterStraps straps = combining_router_straps(design, node, shape);
  return {.module = "combining_router",
          .sources = "combining/combining_router.f",
          .parameters = {{"StraightLinks", shape.straight_links},
                         {"Depth", shape.queue},
                         {"Directions", shape.directions},
                         {"Words", shape.words},
                         {"KeyWidth", shape.key_bits},
                         {"Rows", shape.rows}},
          .straps = {{"site", straps.site},
                     {"place", straps.place},
                     {"odd", straps.odd},
                     {"multiples", straps.multiples},
                     {"offset", straps.offset},
                     {"prime", straps.prime},
                     {"shift", straps.shift},
                     {"inverse", straps.inverse}},
          .virtual_channels = shape.straight_links == 1 ? RanadePhases::kStraightStreams : 1};
}

}  // namespace switchyard
