#include "hw/analysis/latency_model.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {
namespace {

/// Sakasegawa's: of a queue with so many servers, utilisation to its power is the probability that all of
/// them are busy.
double exponent(int servers) { return std::sqrt(2.0 * (servers + 1)) - 1; }

}  // namespace

/// What a packet that comes to a station brings along. A share of the packets is stretched and has parted
/// from those whom it met, another one is still together with them; `stretch`: cycles, times that share.
struct LatencyModel::Part {
  double share = 0;
  double stretch = 0;

  /// When the tails have caught up with their head flits by so many cycles, as if the stretch were anything
  /// from 0 to twice its mean.
  Part caught_up(double cycles) const {
    if (stretch <= 0) return {};
    const double most = 2 * stretch / share;
    const double rest = std::max(most - cycles, 0.0);
    return {share * rest / most, share * rest * rest / (2 * most)};
  }
  void add(const Part& part, double weight) {
    share += weight * part.share;
    stretch += weight * part.stretch;
  }
};

/// Of a station.
struct LatencyModel::State {
  Part parted;
  Part together;
  Part parted_next;       ///< The former a router on,
  Part parting_next;      ///< and the latter, if all of them part there.
  double wait = 0;        ///< Cycles, of a packet that wants one of its VCs.
  double busy = 0;        ///< Probability that none of them is free.
  double next_wait = 0;   ///< Of a packet that has one, the mean: for a VC of the next station,
  double next_turn = 0;   ///< for turns of other flits there,
  double after_next = 0;  ///< and for a VC of the station behind that.
};

/// What all stations come to at a load.
struct LatencyModel::Solution {
  using Numbers = std::array<double, sizeof(State) / sizeof(double)>;

  double load = 0;
  double waiting = 0;         ///< Of a packet, the mean.
  std::vector<State> states;  ///< [station]
  std::vector<State> fresh;   ///< Those of the step that is under way.
  std::vector<Numbers>
      slopes;  ///< [station]: of the numbers in its state over the load, from below up to here.

  explicit Solution(std::size_t stations) : states(stations), fresh(stations), slopes(stations, Numbers{}) {}

  /// Where to look for the one at a greater load: everything grows, the more so the greater the load.
  Solution guess(double greater) const {
    Solution next = *this;
    next.load = greater;
    for (std::size_t i = 0; i < states.size(); ++i) {
      auto numbers = std::bit_cast<Numbers>(states[i]);
      for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] += (greater - load) * slopes[i][n];
      next.states[i] = std::bit_cast<State>(numbers);
    }
    return next;
  }
  void set_slopes(const Solution& below) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      const auto numbers = std::bit_cast<Numbers>(states[i]);
      const auto before = std::bit_cast<Numbers>(below.states[i]);
      for (std::size_t n = 0; n < numbers.size(); ++n)
        slopes[i][n] = (numbers[n] - before[n]) / (load - below.load);
    }
  }
};

/// Finds the stations and the flows between them.
class LatencyModel::Builder {
 public:
  Builder(LatencyModel& model, const ResourceSpace& space)
      : model_(model),
        topology_(space.topology()),
        space_(space),
        at_port_(topology_.node_count() * static_cast<std::size_t>(topology_.port_count())),
        station_of_(space.size(), kNone) {}

  void add_hop(NodeId here, ResourceId held, const RouteChoice& choice, double flits) {
    const Resource resource = space_.at(held);
    if (space_.is_source(resource)) {
      station_of_[held] = station(port_index(here, resource.port), 0, Station::Kind::Source);
      model_.stations_[station_of_[held]].rate += flits;
      model_.created_ += flits;
    }
    const Index to = station(port_index(here, choice.port), choice.vcs, Station::Kind::Link);
    for_each_bit(choice.vcs, [&](VcId vc) { station_of_[space_.beyond(here, choice.port, vc)] = to; });
    add_flow(station_of_[held], to, flits);
  }

  void add_arrivals(NodeId destination, const TrafficFlow& flow) {
    const auto all = low_bits<VcMask>(model_.config_.virtual_channels);
    const Index exit = station(port_index(destination, topology_.terminal_port()), all, Station::Kind::Exit);
    for (PortId port = 0; port < topology_.terminal_port(); ++port) {
      for (VcId vc = 0; vc < model_.config_.virtual_channels; ++vc) {
        const ResourceId held = space_.id({destination, port, vc});
        if (flow.through(held) > 0) add_flow(station_of_[held], exit, flow.through(held));
      }
    }
  }

  /// When all flows are there.
  void finish() {
    std::vector<Station>& stations = model_.stations_;
    for (const std::vector<Entry>& entries : at_port_) {
      double link = 0;
      for (const Entry& entry : entries)
        if (stations[entry.station].kind != Station::Kind::Source) link += stations[entry.station].rate;
      for (const Entry& entry : entries) stations[entry.station].link = link;
    }
    std::vector<double> by_input(input_count_ * out_of_node());
    for (const Hop& hop : model_.hops_) by_input[turn(hop.from, hop.to)] += hop.rate;
    for (Hop& hop : model_.hops_) {
      const double link = stations[hop.to].link;
      hop.merging = std::max(0.0, link - by_input[turn(hop.from, hop.to)]);
      hop.merging_share = hop.merging / link;
      hop.goes_there = hop.rate / stations[hop.from].rate;
      hop.comes_from_there = hop.rate / stations[hop.to].rate;
    }
  }

 private:
  static constexpr Index kNone = ~Index{0};
  struct Entry {
    VcMask vcs;
    Station::Kind kind;
    Index station;
  };

  std::size_t port_index(NodeId node, PortId port) const {
    return node * static_cast<std::size_t>(topology_.port_count()) + static_cast<std::size_t>(port);
  }
  std::size_t out_of_node() const { return static_cast<std::size_t>(topology_.port_count()); }
  /// Of all packets that take this way through a router, by the number of the input and the output port.
  std::size_t turn(Index from, Index to) const {
    return input_of_[from] * out_of_node() + port_of_[to] % out_of_node();
  }

  Index station(std::size_t port, VcMask vcs, Station::Kind kind) {
    for (const Entry& entry : at_port_[port]) {
      if (entry.vcs == vcs && entry.kind == kind) return entry.station;
    }
    const auto index = static_cast<Index>(model_.stations_.size());
    const bool is_source = kind == Station::Kind::Source;
    const int servers = is_source ? model_.config_.injection_vcs : vcs.count();
    model_.stations_.push_back({.kind = kind, .vcs = servers, .exponent = exponent(servers)});
    const bool is_first = at_port_[port].empty() || kind != Station::Kind::Link;
    input_of_.push_back(is_first ? input_count_++ : input_of_[at_port_[port].front().station]);
    port_of_.push_back(port);
    outgoing_.emplace_back();
    at_port_[port].push_back({vcs, kind, index});
    return index;
  }

  void add_flow(Index from, Index to, double flits) {
    model_.stations_[to].rate += flits;
    for (const std::size_t hop : outgoing_[from]) {
      if (model_.hops_[hop].to != to) continue;
      model_.hops_[hop].rate += flits;
      return;
    }
    outgoing_[from].push_back(model_.hops_.size());
    model_.hops_.push_back({from, to, flits});
  }

  LatencyModel& model_;
  const Topology& topology_;
  const ResourceSpace& space_;
  std::vector<std::vector<Entry>> at_port_;  ///< [node, port]: those of its link.
  std::vector<Index> station_of_;            ///< [resource]: by which station a packet got it.
  std::vector<std::size_t> input_of_;        ///< [station]: number of the link or source that it is of.
  std::vector<std::size_t> port_of_;         ///< [station]
  std::vector<std::vector<std::size_t>> outgoing_;  ///< [station]: hops from there.
  std::size_t input_count_ = 0;
};

LatencyModel::LatencyModel(const ResourceSpace& space, const RoutingFunction& routing,
                           const TrafficShares& shares, const Config& config)
    : config_(config) {
  Builder builder(*this, space);
  TrafficFlow flow(space, routing);
  for (const NodeId destination : space.topology().destinations()) {
    flow.walk(destination, shares,
              [&](NodeId here, ResourceId held, const RouteChoice& choice, double flits) {
                if (flits > 0) builder.add_hop(here, held, choice, flits);
              });
    builder.add_arrivals(destination, flow);
  }
  builder.finish();
}

double LatencyModel::mean_hops() const {
  double hops = 0;
  for (const Station& station : stations_)
    if (station.kind == Station::Kind::Link) hops += station.rate;
  return hops / created_;
}

std::optional<double> LatencyModel::waiting(double load) const {
  return waiting(std::span(&load, 1)).front();
}

std::vector<std::optional<double>> LatencyModel::waiting(std::span<const double> loads) const {
  std::vector<std::optional<double>> waiting;
  Solution solution(stations_.size());
  for (const double load : loads) {
    climb(solution, load);
    waiting.push_back(solution.load == load ? std::optional(solution.waiting) : std::nullopt);
  }
  return waiting;
}

double LatencyModel::saturation() const {
  double beyond = 1;
  for (const Station& station : stations_) {
    if (station.link > 0) beyond = std::max(beyond, 1 / station.link);
  }
  Solution solution(stations_.size());
  climb(solution, beyond);
  return solution.load;
}

/// As far as there are solutions on the way to `load`, each found from the one below it. Far from there the
/// iteration could miss it.
void LatencyModel::climb(Solution& solution, double load) const {
  constexpr double kFinest = 1e-3;
  double step = load - solution.load;
  while (solution.load < load && step > kFinest * load) {
    Solution next = solution.guess(std::min(solution.load + step, load));
    if (solve(next)) {
      next.set_slopes(solution);
      solution = std::move(next);
    } else {
      step /= 2;
    }
  }
}

/// By iteration from the states that are there; returns whether it ends.
bool LatencyModel::solve(Solution& solution) const {
  for (const Station& station : stations_) {
    if (station.link * solution.load >= 1) return false;
  }
  constexpr int kMaxSteps = 200;
  constexpr double kPrecision = 1e-3;
  for (int step = 0; step < kMaxSteps; ++step) {
    const double before = std::exchange(solution.waiting, iterate(solution));
    if (!std::isfinite(solution.waiting)) return false;
    if (step > 0 && std::abs(solution.waiting - before) < kPrecision * (1 + solution.waiting)) return true;
  }
  return false;
}

/// One step of the iteration; returns the mean wait of a packet, without end where VCs are held all the time.
double LatencyModel::iterate(Solution& solution) const {
  using Kind = Station::Kind;
  const double length = config_.flits;
  const double load = solution.load;
  const std::vector<State>& states = solution.states;
  std::vector<State>& fresh = solution.fresh;
  std::ranges::fill(fresh, State{});
  double waiting = 0;
  for (const Hop& hop : hops_) {
    const Station& from = stations_[hop.from];
    const Station& to = stations_[hop.to];
    const State& behind = states[hop.from];
    const State& ahead = states[hop.to];
    const double merging = hop.merging * load;
    const double wait = ahead.wait * hop.merging_share;
    // Who wants the only VC waits for it, and meets none but those of other VCs.
    const double met = to.vcs == 1 ? merging * (1 - to.rate / to.link) : merging;
    const double turn = met / 2;  // Of a flit of others, which is there in the same cycle.
    fresh[hop.from].next_wait += hop.goes_there * wait;
    fresh[hop.from].next_turn += hop.goes_there * turn;
    fresh[hop.from].after_next += hop.goes_there * ahead.next_wait;
    waiting += hop.rate * (wait + turn);

    Part parted = behind.parted;
    Part together = behind.together;
    if (from.kind == Kind::Link) {
      parted = behind.parted_next;
      parted.add(behind.parting_next, 1 - hop.goes_there);
      together = {together.share * hop.goes_there, together.stretch * hop.goes_there};
    }
    const double meetings = (1 - ahead.busy) * 2 * met / (1 - to.link * load);
    const double meets = std::min(meetings, 1.0);
    const double stretch = parted.stretch + together.stretch;
    const double more = meetings * length / 2 * length / (length + stretch);
    fresh[hop.to].parted.add(parted, hop.comes_from_there * (1 - meets));
    fresh[hop.to].together.add(together, hop.comes_from_there * (1 - meets));
    fresh[hop.to].together.add({meets, meets * stretch + more}, hop.comes_from_there);
  }

  const double routed = std::max(config_.catch_up - 1, 0);  // Cycles behind the tail of the packet before.
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Station& station = stations_[i];
    State& state = fresh[i];
    const double packets = station.rate * load / length;
    const double stretch = state.parted.stretch + state.together.stretch;
    if (station.kind == Kind::Source) {
      if (station.vcs > 1) {  // Its packets meet on its link.
        const double rate = station.rate * load;
        const double meetings = 2 * rate / (1 - rate);
        state.together = {std::min(meetings, 1.0), meetings * length / 2};
        waiting += station.rate * rate / 2;
      }
      const double service = length + routed + state.next_wait + state.next_turn;
      const double utilisation = packets * service / station.vcs;
      if (utilisation >= 1 || station.rate * load >= 1) return std::numeric_limits<double>::infinity();
      waiting += station.rate * utilisation * service / (2 * station.vcs * (1 - utilisation));
      continue;
    }
    if (station.kind == Kind::Exit) waiting += station.rate * stretch;
    const double there = config_.hop + length + config_.credit + stretch + state.next_wait + state.next_turn +
                         config_.vcs_behind * state.after_next;
    const double held = std::max(
        length + routed, (there - std::min<double>(config_.spare, length - 1)) / config_.packets_per_vc);
    const double utilisation = packets * held / station.vcs;
    if (utilisation >= 1) return std::numeric_limits<double>::infinity();
    state.busy = std::pow(utilisation, station.exponent);
    const double wait = held * state.busy / (2 * station.vcs * (1 - utilisation));
    state.wait = (states[i].wait + wait) / 2;  // By halves: it would swing otherwise.
    state.parted_next = state.parted.caught_up(config_.catch_up);
    state.parting_next = state.together.caught_up(config_.catch_up);
  }
  std::swap(solution.states, solution.fresh);
  return waiting / created_;
}

}  // namespace switchyard
