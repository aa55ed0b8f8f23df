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

/// Of a station: whether its VCs are free. Of a place, which its first station stands for: all else.
struct LatencyModel::State {
  Part parted;
  Part together;
  Part parted_next;       ///< The former a router on,
  Part parting_next;      ///< and the latter, if all of them part there.
  double joins = 0;       ///< Share of the packets that would come if others were there.
  double next_wait = 0;   ///< Of a packet that has a VC, the mean: for a VC of the next station,
  double next_turn = 0;   ///< for turns of other flits there,
  double after_next = 0;  ///< and for a VC of the station behind that.

  double held = 0;       ///< Cycles that a packet has a VC.
  double taken = 0;      ///< Share of the VCs that packets have.
  double busy = 0;       ///< Probability that none is free,
  double opening = 0;    ///< and cycles until one is, then.
  double lost = 0;       ///< Packets per cycle that take a fallback instead.
  double fallen_in = 0;  ///< Packets per cycle that come as to a fallback,
  double fallen = 0;     ///< and how many VCs they have.

  double stretch() const { return parted.stretch + together.stretch; }
};

/// Of a station: what a packet finds there that wants one of its VCs.
struct LatencyModel::Ahead {
  double busy;      ///< See State.
  double openings;  ///< Per cycle, while none is free.
  double others;    ///< Flits per cycle on its link that it can meet, of all that come by other inputs, and
  double crowding;  ///< by how much more often it meets any than if the link were idle otherwise.
};

/// What all stations come to at a load.
struct LatencyModel::Solution {
  using Numbers = std::array<double, sizeof(State) / sizeof(double)>;

  double load = 0;
  double waiting = 0;           ///< Of a packet, the mean.
  std::vector<State> states;    ///< [station]
  std::vector<State> fresh;     ///< Those of the step that is under way.
  std::vector<State> nothing;   ///< As it begins.
  std::vector<Ahead> ahead;     ///< [station]: by its states.
  std::vector<double> passing;  ///< See fill_vcs.
  double lower = 0;             ///< The load of the solution below.
  std::vector<Numbers> slopes;  ///< [station]: of its numbers over the load, from there up to here,
  std::vector<Numbers> bends;   ///< and of these slopes.

  explicit Solution(std::size_t stations)
      : states(stations),
        fresh(stations),
        nothing(stations),
        ahead(stations),
        slopes(stations, Numbers{}),
        bends(stations, Numbers{}) {
    for (State& state : states) state.joins = 1;
  }

  /// Where to look for the one at a greater load: on the parabola through the last three.
  void guess_from(const Solution& below, double greater) {
    load = greater;
    waiting = below.waiting;
    for (std::size_t i = 0; i < states.size(); ++i) {
      auto numbers = std::bit_cast<Numbers>(below.states[i]);
      for (std::size_t n = 0; n < numbers.size(); ++n)
        numbers[n] += (load - below.load) * (below.slopes[i][n] + (load - below.lower) * below.bends[i][n]);
      states[i] = std::bit_cast<State>(numbers);
    }
  }
  void set_slopes(const Solution& below) {
    lower = below.load;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const auto numbers = std::bit_cast<Numbers>(states[i]);
      const auto before = std::bit_cast<Numbers>(below.states[i]);
      for (std::size_t n = 0; n < numbers.size(); ++n) {
        slopes[i][n] = (numbers[n] - before[n]) / (load - lower);
        bends[i][n] = lower > 0 ? (slopes[i][n] - below.slopes[i][n]) / (load - below.lower) : 0;
      }
    }
  }
};

LatencyModel::LatencyModel(QueueingNetwork network, const Config& config)
    : network_(std::move(network)), config_(config) {
  for (const Station& station : network_.stations) exponents_.push_back(exponent(station.vcs));
}

std::optional<double> LatencyModel::waiting(double load) const {
  return waiting(std::span(&load, 1)).front();
}

std::vector<std::optional<double>> LatencyModel::waiting(std::span<const double> loads) const {
  std::vector<std::optional<double>> waiting;
  Solution solution(network_.stations.size());
  Solution next = solution;
  for (const double load : loads) {
    climb(solution, next, load);
    waiting.push_back(solution.load == load ? std::optional(solution.waiting) : std::nullopt);
  }
  return waiting;
}

LatencyModel::Point LatencyModel::saturation() const {
  const double busiest = std::ranges::max_element(network_.stations, {}, &Station::link)->link;
  Solution solution(network_.stations.size());
  Solution next = solution;
  climb(solution, next, 1 / busiest);
  return {solution.load, solution.waiting};
}

/// As far as there are solutions on the way to `load`, each found from the one below it. Far from there the
/// iteration could miss it. `next`: memory for one.
void LatencyModel::climb(Solution& solution, Solution& next, double load) const {
  constexpr double kFinest = 1e-3;
  double step = load - solution.load;
  while (solution.load < load && step > kFinest * load) {
    next.guess_from(solution, std::min(solution.load + step, load));
    if (solve(next)) {
      next.set_slopes(solution);
      std::swap(solution, next);
    } else {
      step /= 2;
    }
  }
}

/// By iteration from the states that are there; returns whether it ends.
bool LatencyModel::solve(Solution& solution) const {
  for (const Station& station : network_.stations) {
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

/// For a VC, if the one before came by another input: the mean. Counts those that go on to a fallback.
double LatencyModel::wait_at(const Fork& fork, Solution& solution) const {
  const std::vector<Ahead>& ahead = solution.ahead;
  double busy = 1;
  double openings = 0;
  for (const Hop& hop : network_.hops_of(fork)) {
    busy *= ahead[hop.to].busy;
    openings += ahead[hop.to].openings;
  }
  if (busy == 0) return 0;
  const std::span<const Index> fallbacks = network_.fallbacks_of(fork);
  for (const Index fallback : fallbacks) {
    const double falls = busy * (1 - ahead[fallback].busy) / fork.fallback_count;
    State& there = solution.fresh[fallback];
    for (const Hop& hop : network_.hops_of(fork)) {
      const double packets = falls * hop.rate * solution.load / config_.flits;
      solution.fresh[hop.to].lost += packets;
      there.fallen_in += packets;
      there.fallen += packets * solution.states[hop.place].held;
    }
  }
  for (const Index fallback : fallbacks) {
    busy *= ahead[fallback].busy;
    openings += ahead[fallback].openings;
  }
  return busy / openings;
}

/// How many VCs the stations of a place have, when each packet takes the first one that is free.
void LatencyModel::fill_vcs(const std::vector<Index>& place, Solution& solution) const {
  std::array<double, kMaxVcs> taken{};
  std::vector<State>& fresh = solution.fresh;
  // [station of the place]: what its packets take that find all VCs up to here taken.
  std::vector<double>& passing = solution.passing;
  passing.clear();
  for (const Index index : place) passing.push_back(fresh[index].taken * network_.stations[index].vcs);
  VcMask all = 0;
  for (const Index index : place) all |= network_.stations[index].mask;
  for (const VcId vc : all) {
    double stays = 0;  // This one is their last.
    double passes = 0;
    for (std::size_t i = 0; i < place.size(); ++i) {
      const VcMask mask = network_.stations[place[i]].mask;
      if (mask.test(vc)) (highest_bit(mask) == vc ? stays : passes) += passing[i];
    }
    taken[vc] = (stays + passes) / (1 + passes);  // So that 1 - taken[vc] of those that may pass on take it.
    for (std::size_t i = 0; i < place.size(); ++i)
      if (network_.stations[place[i]].mask.test(vc)) passing[i] *= taken[vc];
  }
  for (const Index index : place) {
    double sum = 0;
    for_each_bit(network_.stations[index].mask, [&](VcId vc) { sum += taken[vc]; });
    fresh[index].taken = sum / network_.stations[index].vcs;
  }
}

/// What packets meet on one of the hops of a fork. Returns how long they wait there, times their rate.
double LatencyModel::take(const Fork& fork, const Hop& hop, double wait_for_vc, Solution& solution) const {
  const double length = config_.flits;
  const double load = solution.load;
  const State& behind = solution.states[fork.from];
  const Ahead& ahead = solution.ahead[hop.to];
  const State& place = solution.states[hop.place];
  State& next = solution.fresh[fork.from];
  State& there = solution.fresh[hop.place];

  double joins = 1;  // Though others are there: so are they on the links that it might take instead.
  if (config_.least_recent) {
    for (const Hop& other : network_.hops_of(fork))
      if (&other != &hop) joins *= other.merging * load;
  }
  there.joins += hop.comes_from_there * joins;
  const double met = ahead.others * hop.merging;
  const double wait = wait_for_vc * hop.merging_share;
  const double turn = joins * met / 2;  // Of a flit of others, which is there in the same cycle.
  next.next_wait += hop.goes_there * wait;
  next.next_turn += hop.goes_there * turn;
  next.after_next += hop.goes_there * place.next_wait;

  Part parted = behind.parted;
  Part together = behind.together;
  if (network_.stations[fork.from].kind == Station::Kind::Link) {
    parted = behind.parted_next;
    parted.add(behind.parting_next, 1 - hop.goes_there);
    together = {together.share * hop.goes_there, together.stretch * hop.goes_there};
  }
  const double meetings = met * ahead.crowding * (joins + place.joins);
  const double meets = std::min(meetings, 1.0);
  const double stretch = parted.stretch + together.stretch;
  const double more = meetings * length / 2 * length / (length + stretch);
  there.parted.add(parted, hop.comes_from_there * (1 - meets));
  there.together.add(together, hop.comes_from_there * (1 - meets));
  there.together.add({meets, meets * stretch + more}, hop.comes_from_there);
  return hop.rate * (wait + turn);
}

/// Returns how long packets wait there, times their rate; without end if they come faster than they go.
double LatencyModel::wait_at_source(const Station& station, State& state, double load) const {
  const double length = config_.flits;
  const double rate = station.rate * load;
  if (rate >= 1) return std::numeric_limits<double>::infinity();
  double waiting = 0;
  if (station.vcs > 1) {  // Its packets meet on its link.
    const double meetings = 2 * rate / (1 - rate);
    state.together = {std::min(meetings, 1.0), meetings * length / 2};
    waiting = station.rate * rate / 2;
  }
  const double service = length + routed() + state.next_wait + state.next_turn;
  const double utilisation = rate / length * service / station.vcs;
  if (utilisation >= 1) return std::numeric_limits<double>::infinity();
  return waiting + station.rate * utilisation * service / (2 * station.vcs * (1 - utilisation));
}

/// How long packets have a VC of the station, and how many they have, as a share of all.
void LatencyModel::hold_vcs(const Station& station, State& state, const State& place, double load) const {
  const double length = config_.flits;
  const double there = config_.hop + length + config_.credit + 2 * station.delay + place.stretch() +
                       place.next_wait + place.next_turn + config_.vcs_behind * place.after_next;
  state.held = std::max(length + routed(),
                        (there - std::min<double>(config_.spare, length - 1)) / config_.packets_per_vc);
  state.taken = ((station.rate * load / length - state.lost) * state.held + state.fallen) / station.vcs;
  state.parted_next = state.parted.caught_up(config_.catch_up);
  state.parting_next = state.together.caught_up(config_.catch_up);
}

/// When the VCs of the station are free. By halves: it would swing otherwise.
void LatencyModel::open_vcs(const Station& station, double exponent, State& state, const State& before,
                            double load) const {
  double held = state.held;
  if (state.fallen > 0) {
    const double packets = station.rate * load / config_.flits - state.lost;
    held = (packets * held + state.fallen) / (packets + state.fallen_in);
  }
  state.busy = (before.busy + std::pow(state.taken, exponent)) / 2;
  state.opening = (before.opening + held / (2 * station.vcs * (1 - state.taken))) / 2;
}

LatencyModel::Ahead LatencyModel::ahead_at(const Station& station, const State& state, double load) const {
  double others = load;
  if (station.vcs == 1) {  // Who wants the only VC waits for it, and meets none but those of other VCs.
    const double falls = state.lost * config_.flits / (station.rate * load);
    others *= 1 - (1 - falls) * station.by_vcs / station.link;
  }
  return {state.busy, 1 / state.opening, others, (1 - state.busy) / (1 - station.link * load)};
}

/// One step of the iteration; returns the mean wait of a packet, without end where VCs are held all the time.
double LatencyModel::iterate(Solution& solution) const {
  using Kind = Station::Kind;
  const double load = solution.load;
  std::vector<State>& fresh = solution.fresh;
  fresh = solution.nothing;  // A copy: a loop that clears them leaves vector registers that slow down pow().
  double waiting = 0;
  for (std::size_t i = 0; i < network_.stations.size(); ++i)
    solution.ahead[i] = ahead_at(network_.stations[i], solution.states[i], load);
  for (const Fork& fork : network_.forks) {
    const double wait_for_vc = wait_at(fork, solution);
    for (const Hop& hop : network_.hops_of(fork)) waiting += take(fork, hop, wait_for_vc, solution);
  }
  for (std::size_t i = 0; i < network_.stations.size(); ++i) {
    const Station& station = network_.stations[i];
    if (station.kind == Kind::Source)
      waiting += station.terminals * wait_at_source(station, fresh[i], load);
    else
      hold_vcs(station, fresh[i], fresh[station.place], load);
    if (station.kind == Kind::Exit) waiting += station.rate * station.terminals * fresh[i].stretch();
  }
  for (const std::vector<Index>& place : network_.shared_places) fill_vcs(place, solution);
  for (std::size_t i = 0; i < network_.stations.size(); ++i) {
    if (network_.stations[i].kind == Kind::Source) continue;
    if (fresh[i].taken >= 1) return std::numeric_limits<double>::infinity();
    open_vcs(network_.stations[i], exponents_[i], fresh[i], solution.states[i], load);
  }
  std::swap(solution.states, solution.fresh);
  return waiting / network_.created;
}

}  // namespace switchyard
