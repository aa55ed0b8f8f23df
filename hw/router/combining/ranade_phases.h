#pragma once

#include "hw/router/combining/ranade_stream.h"
#include "hw/topology/butterfly.h"

namespace switchyard {

/// Which wires and VCs the streams of the phases take.
///
/// Phases 1, 2, 3 go up the columns, their reverses 6, 5, 4 down. With three straight links side by side each
/// phase has one of its own; with one, they share it as VCs 0, 1, 2. Only phases 2 and 5 use cross links.
class RanadePhases {
 public:
  explicit RanadePhases(const Butterfly& butterfly) : butterfly_(butterfly) {}

  static constexpr int kStraightStreams = 3;
  bool own_wires() const { return butterfly_.straight_links() == kStraightStreams; }
  /// Of a straight link.
  int vcs() const { return own_wires() ? 1 : kStraightStreams; }

  /// `phase` is 1 to 3 here, and stands for its reverse as well.
  StreamPlace up(int phase) const {
    return own_wires() ? StreamPlace{butterfly_.up_straight(phase - 1), 0}
                       : StreamPlace{butterfly_.up_straight(), phase - 1};
  }
  StreamPlace down(int phase) const {
    return own_wires() ? StreamPlace{butterfly_.down_straight(phase - 1), 0}
                       : StreamPlace{butterfly_.down_straight(), phase - 1};
  }
  /// The phase, 1 to 6, of what comes in; 0: from the processor.
  int phase_of_input(StreamPlace place) const {
    if (place.port == butterfly_.network_ports()) return 0;
    const bool goes_up = place.port >= butterfly_.down_straight();
    const int link = goes_up ? place.port - butterfly_.down_straight() : place.port;
    const bool crosses = link == butterfly_.straight_links();
    const int phase = 1 + (crosses ? 1 : own_wires() ? link : place.vc);
    return goes_up ? phase : 7 - phase;
  }

  StreamPlace up_cross() const { return {butterfly_.up_cross(), 0}; }
  StreamPlace down_cross() const { return {butterfly_.down_cross(), 0}; }
  StreamPlace terminal() const { return {butterfly_.network_ports(), 0}; }

 private:
  const Butterfly& butterfly_;
};

}  // namespace switchyard
