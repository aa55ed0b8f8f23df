#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// All paths of nodes that a routing algorithm of a hypercube has, written down from the words of the papers:
/// an oracle for the routing functions, which it shares no code with.
class CubePaths {
 public:
  using Path = std::vector<NodeId>;
  using Paths = std::set<Path>;

  explicit CubePaths(int dimensions) : n_(dimensions) {}

  Paths e_cube(NodeId from, NodeId to) const {
    Path path{from};
    for (int d = n_ - 1; d >= 0; --d) {
      if (is_wrong(path.back(), to, d)) path.push_back(flipped(path.back(), d));
    }
    return {path};
  }

  Paths hanging(NodeId from, NodeId to) const {
    return all(from, to, [this](const Path& path, NodeId goal) {
      const std::vector<int> zeros = wrong(path.back(), goal, 0);
      return zeros.empty() ? wrong(path.back(), goal, 1) : zeros;
    });
  }

  Paths fully(NodeId from, NodeId to) const {
    return all(from, to, [this](const Path& path, NodeId goal) { return wrong(path.back(), goal); });
  }

  /// Up as long as it likes; once it has gone down, all the way down; then up.
  Paths zenith(NodeId from, NodeId to) const {
    return all(from, to, [this](const Path& path, NodeId goal) {
      bool went_down = false;
      for (std::size_t i = 1; i < path.size(); ++i) went_down = went_down || path[i] < path[i - 1];
      std::vector<int> zeros = wrong(path.back(), goal, 0);
      const std::vector<int> ones = wrong(path.back(), goal, 1);
      if (went_down && !ones.empty()) return ones;
      zeros.insert(zeros.end(), ones.begin(), ones.end());
      return zeros;
    });
  }

  /// Every order of the wrong bits in which a hop down is followed by lower dimensions only.
  Paths hanging_order(NodeId from, NodeId to) const {
    Paths kept;
    for (const Path& path : fully(from, to)) {
      bool legal = true;
      for (std::size_t i = 2; i < path.size(); ++i) {
        const bool down = path[i - 1] < path[i - 2];
        legal = legal && (!down || (path[i] ^ path[i - 1]) < (path[i - 1] ^ path[i - 2]));
      }
      if (legal) kept.insert(path);
    }
    return kept;
  }

  /// Of all orders those whose hops inside are in falling order and, unless they may be `always`, before the
  /// hops down outside; those of these are after all hops up outside.
  Paths subcubes(NodeId from, NodeId to, const std::set<int>& inside, bool always = false) const {
    Paths kept;
    for (const Path& path : fully(from, to)) {
      int last_inside = n_;
      bool went_down = false;
      bool legal = true;
      for (std::size_t i = 1; i < path.size(); ++i) {
        const int d = dimension(path[i - 1], path[i]);
        if (inside.count(d) != 0) {
          legal = legal && d < last_inside && (always || !went_down);
          last_inside = d;
        } else if (path[i] < path[i - 1]) {
          went_down = true;
        } else {
          legal = legal && !went_down;
        }
      }
      if (legal) kept.insert(path);
    }
    return kept;
  }

  Paths non_minimal(NodeId from, NodeId to) const {
    Paths paths;
    add_phases({from}, to, n_ - 1, paths);
    return paths;
  }
  /// dims(i): the detours of phase i.
  static std::vector<int> dims(int i) {
    if (i >= 6) return {i - 2, i - 4, i - 6};
    if (i == 5) return {3, 1};
    if (i == 4) return {2, 0};
    return {};
  }

 private:
  static bool is_wrong(NodeId here, NodeId to, int d) {
    return (here / (1U << d)) % 2 != (to / (1U << d)) % 2;
  }
  static NodeId flipped(NodeId here, int d) {
    return (here / (1U << d)) % 2 == 0 ? here + (1U << d) : here - (1U << d);
  }
  static int dimension(NodeId a, NodeId b) {
    int d = 0;
    while (flipped(a, d) != b) ++d;
    return d;
  }
  std::vector<int> wrong(NodeId here, NodeId to) const {
    std::vector<int> dimensions;
    for (int d = 0; d < n_; ++d) {
      if (is_wrong(here, to, d)) dimensions.push_back(d);
    }
    return dimensions;
  }
  /// Those whose bit is `value` here.
  std::vector<int> wrong(NodeId here, NodeId to, NodeId value) const {
    std::vector<int> dimensions;
    for (const int d : wrong(here, to)) {
      if ((here / (1U << d)) % 2 == value) dimensions.push_back(d);
    }
    return dimensions;
  }

  template <class Next>
  Paths all(NodeId from, NodeId to, Next&& next) const {
    Paths paths;
    const std::function<void(const Path&)> go_on = [&](const Path& path) {
      if (path.back() == to) {
        paths.insert(path);
        return;
      }
      for (const int d : next(path, to)) {
        Path longer = path;
        longer.push_back(flipped(path.back(), d));
        go_on(longer);
      }
    };
    go_on({from});
    return paths;
  }

  void add_phases(const Path& path, NodeId to, int i, Paths& paths) const {
    if (i < 0) {
      paths.insert(path);
      return;
    }
    const auto finish_phase = [&](Path way) {
      if (is_wrong(way.back(), to, i)) way.push_back(flipped(way.back(), i));
      add_phases(way, to, i - 1, paths);
    };
    if (dims(i).empty()) return finish_phase(path);
    for (const int j : dims(i)) {
      Path detour = path;
      detour.push_back(flipped(path.back(), j));
      finish_phase(detour);
    }
  }

  int n_;
};

}  // namespace switchyard
