#include "tests/support/oblivious_networks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "hw/topology/builders.h"

namespace switchyard {
namespace {

/// Along dimension 0, then along dimension 1, and so on.
Nodes way_on_a_grid(const std::vector<int>& radix, NodeId from, NodeId to) {
  Nodes way;
  NodeId step = 1;
  for (const int k : radix) {
    const auto at = [&](NodeId node) { return node / step % static_cast<NodeId>(k); };
    while (at(from) != at(to)) {
      from = at(from) < at(to) ? from + step : from - step;
      way.push_back(from);
    }
    step *= static_cast<NodeId>(k);
  }
  return way;
}

}  // namespace

ObliviousNetwork oblivious_cube(int dimensions) {
  return {fmt::format("kind: hypercube, dimensions: {}", dimensions),
          build_hypercube({.dimensions = dimensions}), [dimensions](NodeId from, NodeId to) {
            return way_on_a_grid(std::vector<int>(dimensions, 2), from, to);
          }};
}

ObliviousNetwork oblivious_mesh(const std::vector<int>& radix) {
  return {fmt::format("kind: mesh, radix: [{}]", fmt::join(radix, ", ")), build_mesh({.radix = radix}),
          [radix](NodeId from, NodeId to) { return way_on_a_grid(radix, from, to); }};
}

/// Around each ring by the shorter way; half way around, up from even coordinates.
ObliviousNetwork oblivious_torus(const std::vector<int>& radix) {
  return {fmt::format("kind: torus, radix: [{}]", fmt::join(radix, ", ")), build_torus({.radix = radix}),
          [radix](NodeId from, NodeId to) {
            Nodes way;
            NodeId step = 1;
            for (const int ring : radix) {
              const auto k = static_cast<NodeId>(ring);
              const NodeId start = from / step % k;
              const NodeId ahead = (to / step % k + k - start) % k;
              const bool up = 2 * ahead < k || (2 * ahead == k && start % 2 == 0);
              for (NodeId hop = 1; hop <= (up ? ahead : k - ahead); ++hop) {
                const NodeId at = (start + (up ? hop : k - hop)) % k;
                way.push_back(from - start * step + at * step);
              }
              from += (ahead + start) % k * step - start * step;
              step *= k;
            }
            return way;
          },
          /*stages=*/2};
}

/// Node (column, row) is n row + column.
ObliviousNetwork oblivious_butterfly(int dimensions) {
  return {fmt::format("kind: butterfly, dimensions: {}", dimensions),
          build_butterfly({.dimensions = dimensions}),
          [n = static_cast<NodeId>(dimensions)](NodeId from, NodeId to) {
            Nodes way;
            NodeId row = from / n;
            for (NodeId column = from % n; row != to / n || column != to % n; column = (column + 1) % n) {
              if (((row ^ to / n) >> column) % 2 == 1) row ^= NodeId{1} << column;
              way.push_back(row * n + (column + 1) % n);
            }
            return way;
          }};
}

ObliviousNetwork oblivious_cycles(int dimensions) {
  return {fmt::format("kind: cube_connected_cycles, dimensions: {}", dimensions),
          build_cube_connected_cycles({.dimensions = dimensions}),
          [n = static_cast<NodeId>(dimensions)](NodeId from, NodeId to) {
            Nodes way;
            NodeId cycle = from / n;
            NodeId place = from % n;
            while (cycle != to / n || place != to % n) {
              if (((cycle ^ to / n) >> place) % 2 == 1)
                cycle ^= NodeId{1} << place;
              else
                place = (place + 1) % n;
              way.push_back(cycle * n + place);
            }
            return way;
          }};
}

/// Nodes are words of n digits. Hops that stay where they are take none.
ObliviousNetwork oblivious_shuffle(int radix, int digits) {
  const auto d = static_cast<NodeId>(radix);
  NodeId nodes = 1;
  for (int digit = 0; digit < digits; ++digit) nodes *= d;
  return {fmt::format("kind: d_way_shuffle, radix: {}, dimensions: {}", radix, digits),
          build_d_way_shuffle({.radix = radix, .dimensions = digits}),
          [=](NodeId from, NodeId to) {
            Nodes way;
            for (int round = 0; round < digits; ++round, to /= d) {
              const NodeId next = from / d + to % d * (nodes / d);
              if (next != from) way.push_back(next);
              from = next;
            }
            return way;
          },
          digits};
}

ObliviousNetwork oblivious_shuffle_exchange(int bits) {
  return {fmt::format("kind: shuffle_exchange, dimensions: {}", bits),
          build_shuffle_exchange({.dimensions = bits}),
          [bits](NodeId from, NodeId to) {
            Nodes way;
            for (int round = 0; round < bits; ++round) {
              if (from % 2 != (to >> round) % 2) way.push_back(from ^= 1);
              const NodeId next = from / 2 + (from % 2 << (bits - 1));
              if (next != from) way.push_back(next);
              from = next;
            }
            return way;
          },
          bits};
}

std::vector<ObliviousNetwork> small_oblivious_networks() {
  std::vector<ObliviousNetwork> all;
  all.push_back(oblivious_cube(3));
  all.push_back(oblivious_mesh({3, 3}));
  all.push_back(oblivious_mesh({4, 2}));
  all.push_back(oblivious_butterfly(3));
  all.push_back(oblivious_cycles(3));
  all.push_back(oblivious_shuffle(2, 3));
  all.push_back(oblivious_shuffle(3, 2));
  all.push_back(oblivious_shuffle_exchange(2));
  all.push_back(oblivious_shuffle_exchange(3));
  for (const std::vector<int>& radix : {std::vector{6}, {7}, {4, 3}, {2, 5}})
    all.push_back(oblivious_torus(radix));
  return all;
}

}  // namespace switchyard
