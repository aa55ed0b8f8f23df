#include <algorithm>
#include <array>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

// The rules of the combining node on two rows of one column, written again: every order of events that links
// and stalls of any length could bring about is walked through, for all programs of two steps in flight. It
// shows of the direction FIFOs that, whatever their capacity, nothing is stuck and replies find their
// directions; and how full they become.

namespace switchyard {
namespace {

constexpr std::uint8_t kEnd = 7;  ///< Key of the end of a step.
constexpr int kMax = 16;

/// 8 step + key. Odd keys are in row 1, even ones in row 0.
using Word = std::uint8_t;
bool is_end(Word word) { return word % 8 == kEnd; }

struct Queue {
  std::array<Word, kMax> words{};
  std::uint8_t size = 0;

  bool has_room(int capacity) const { return size < capacity; }
  Word front() const { return words[0]; }
  void push(Word word) { words.at(size++) = word; }
  void pop() {
    std::copy(words.begin() + 1, words.begin() + size, words.begin());
    words[--size] = 0;  // Equal states are equal bytes.
  }
};

struct Rules {
  int queue = 1;
  int directions = 1;
  bool ghosts = true;
  bool waits_for_other_input = true;
  bool holds_when_full = true;  ///< Else what does not fit into a direction FIFO is forgotten.
};

/// All that the machine remembers. [row], or [from row][to row].
struct State {
  std::array<std::uint8_t, 2> issued{};  ///< Words of the program.
  std::array<std::uint8_t, 2> ended{};   ///< Steps whose end has come back.
  std::array<Queue, 2> collect;          ///< Phase 1.
  std::array<std::array<Queue, 2>, 2> route;
  std::array<std::array<std::uint8_t, 2>, 2> floor{};  ///< 1 + the last word that route has seen, or a ghost.
  std::array<std::array<std::uint8_t, 2>, 2> promised{};
  std::array<std::uint8_t, 2> told_end{};
  std::array<Queue, 2> back_route;  ///< Past the memory.
  std::array<std::uint8_t, 2> answered{};
  std::array<std::array<Queue, 2>, 2> back_collect;
  std::array<Queue, 2> collected;  ///< Direction FIFOs: words,
  std::array<Queue, 2> routed;
  std::array<Queue, 2> routed_from;  ///< and the rows that they came from, as a mask.
};
static_assert(std::has_unique_object_representations_v<State>);

/// A program: the words of both processors.
using Program = std::array<std::vector<Word>, 2>;

class Model {
 public:
  Model(const Rules& rules, Program program) : rules_(rules), program_(std::move(program)) {}

  /// Walks all states; what is wrong with the first that is; empty: nothing is.
  std::string walk() {
    std::vector<State> open{State{}};
    seen_.insert(key_of(open.back()));
    while (!open.empty() && fault_.empty()) {
      const State state = open.back();
      open.pop_back();
      bool moves = false;
      const auto then = [&](State next) {
        moves = true;
        for (int row = 0; row < 2; ++row) {
          most_collected_ = std::max<int>(most_collected_, next.collected[row].size);
          most_routed_ = std::max<int>(most_routed_, next.routed[row].size);
        }
        if (seen_.insert(key_of(next)).second) open.push_back(next);
      };
      for (int row = 0; row < 2; ++row) {
        issue(state, row, then);
        collect(state, row, then);
        send_ghosts(state, row, then);
        route(state, row, then);
        answer(state, row, then);
        deliver(state, row, then);
      }
      if (!moves && !has_ended(state)) fault_ = "stuck";
    }
    return fault_;
  }

  std::size_t states() const { return seen_.size(); }
  int most_collected() const { return most_collected_; }
  int most_routed() const { return most_routed_; }

 private:
  static std::string key_of(const State& state) {
    return {reinterpret_cast<const char*>(&state), sizeof state};
  }
  bool has_ended(const State& state) const {
    for (int row = 0; row < 2; ++row) {
      const auto ends = std::count_if(program_[row].begin(), program_[row].end(), is_end);
      if (state.ended[row] != ends) return false;
    }
    return true;
  }
  bool has_room(const Queue& directions) const {
    return directions.has_room(rules_.directions) || !rules_.holds_when_full;
  }
  void remember(Queue& directions, Word what) const {
    if (directions.has_room(rules_.directions)) directions.push(what);
  }

  template <class Then>
  void issue(State s, int row, Then then) const {
    if (s.issued[row] == program_[row].size() || !s.collect[row].has_room(rules_.queue)) return;
    s.collect[row].push(program_[row][s.issued[row]++]);
    then(s);
  }

  /// The least word goes to its row; the other row learns of it. An end goes to each row when that takes it.
  template <class Then>
  void collect(State s, int row, Then then) const {
    if (s.collect[row].size == 0) return;
    const Word word = s.collect[row].front();
    const bool is_room = has_room(s.collected[row]);
    const State before = s;
    for (int to = 0; to < 2; ++to) {
      const bool goes_there = is_end(word) ? (s.told_end[row] >> to & 1) == 0 : word % 2 == to;
      if (!goes_there) {
        if (!is_end(word)) promise(s, row, to, word + 1);
        continue;
      }
      if (!is_room || !s.route[row][to].has_room(rules_.queue)) {
        promise(s, row, to, word);
        continue;
      }
      s.route[row][to].push(word);
      s.floor[row][to] = s.promised[row][to] = word + 1;
      s.told_end[row] = static_cast<std::uint8_t>(s.told_end[row] | 1 << to);
    }
    const bool has_left = is_end(word) ? s.told_end[row] == 3 : s.told_end[row] != 0;
    if (has_left) {
      s.collect[row].pop();
      remember(s.collected[row], word);
    }
    if (has_left || !is_end(word)) s.told_end[row] = 0;
    if (key_of(s) != key_of(before)) then(s);
  }
  void promise(State& s, int row, int to, int bound) const {
    if (rules_.ghosts) s.promised[row][to] = std::max(s.promised[row][to], static_cast<std::uint8_t>(bound));
  }

  template <class Then>
  void send_ghosts(const State& s, int row, Then then) const {
    for (int to = 0; to < 2; ++to) {
      if (s.floor[row][to] == s.promised[row][to]) continue;
      State next = s;
      next.floor[row][to] = s.promised[row][to];
      then(next);
    }
  }

  /// The least of two heads goes, if nothing that may come at the other input is less, or equal.
  template <class Then>
  void route(State s, int row, Then then) const {
    if (!has_room(s.routed[row]) || !s.back_route[row].has_room(rules_.queue)) return;
    int from = 0;
    for (int input = 0; input < 2; ++input) {
      const Queue& own = s.route[input][row];
      const Queue& other = s.route[1 - input][row];
      if (own.size == 0) continue;
      const bool is_least = other.size != 0
                                ? own.front() <= other.front()
                                : !rules_.waits_for_other_input ||
                                      (own.front() + 1 <= s.floor[1 - input][row] && !is_end(own.front()));
      if (is_least) from |= 1 << input;
    }
    if (from == 0) return;
    const Word word = s.route[from == 2 ? 1 : 0][row].front();
    for (int input = 0; input < 2; ++input)
      if ((from >> input & 1) != 0) s.route[input][row].pop();
    s.back_route[row].push(word);
    remember(s.routed[row], word);
    remember(s.routed_from[row], static_cast<Word>(is_end(word) ? 3 : from));
    then(s);
  }

  /// Phase 5: back to where the oldest direction says, to each row when that takes it.
  template <class Then>
  void answer(State s, int row, Then then) {
    if (s.back_route[row].size == 0) return;
    const Word word = s.back_route[row].front();
    if (!expect(s.routed[row], word)) return;
    const Word wanted = s.routed_from[row].front();
    bool moved = false;
    for (int to = 0; to < 2; ++to) {
      if (((wanted & ~s.answered[row]) >> to & 1) == 0) continue;
      if (!s.back_collect[row][to].has_room(rules_.queue)) continue;
      s.back_collect[row][to].push(word);
      s.answered[row] = static_cast<std::uint8_t>(s.answered[row] | 1 << to);
      moved = true;
    }
    if (!moved) return;
    if (s.answered[row] == wanted) {
      s.answered[row] = 0;
      s.back_route[row].pop();
      s.routed[row].pop();
      s.routed_from[row].pop();
    }
    then(s);
  }

  /// Phase 6: the answer that the oldest direction waits for; an end if it has come from both rows.
  template <class Then>
  void deliver(State s, int row, Then then) {
    if (s.collected[row].size == 0) return;  // An end may be back before it has left to both rows.
    const Word word = s.collected[row].front();
    for (int from = 0; from < 2; ++from) {
      if (!is_end(word) && word % 2 != from) continue;
      if (s.back_collect[from][row].size == 0) return;
      if (!expect(s.collected[row], s.back_collect[from][row].front())) return;
      s.back_collect[from][row].pop();
    }
    s.collected[row].pop();
    if (is_end(word)) ++s.ended[row];
    then(s);
  }

  bool expect(const Queue& directions, Word word) {
    if (directions.size != 0 && directions.front() == word) return true;
    fault_ = "an answer that is not the next";
    return false;
  }

  Rules rules_;
  Program program_;
  std::unordered_set<std::string> seen_;
  std::string fault_;
  int most_collected_ = 0;
  int most_routed_ = 0;
};

/// All programs of `steps` steps: in each, each processor wants nothing or one of `keys` words.
template <class Visit>
void for_each_program(int steps, int keys, Visit visit) {
  const int choices = keys + 1;
  int programs = 1;
  for (int i = 0; i < 2 * steps; ++i) programs *= choices;
  for (int number = 0; number < programs; ++number) {
    Program program;
    int rest = number;
    for (int i = 0; i < 2 * steps; ++i, rest /= choices) {
      std::vector<Word>& words = program[static_cast<std::size_t>(i % 2)];
      const int step = i / 2;
      if (rest % choices != keys) words.push_back(static_cast<Word>(8 * step + rest % choices));
      words.push_back(static_cast<Word>(8 * step + kEnd));
    }
    visit(program);
  }
}

#ifdef __SANITIZE_ADDRESS__
constexpr int kKeys = 1;
#else
constexpr int kKeys = 2;
#endif
constexpr int kSteps = 2;

/// What is wrong with any program under these rules; empty: nothing is.
std::string fault_of(const Rules& rules) {
  std::string fault;
  for_each_program(kSteps, /*keys=*/2, [&](const Program& program) {
    if (fault.empty()) fault = Model(rules, program).walk();
  });
  return fault;
}

TEST(RanadeModel, NoCapacityOfTheDirectionFifosStopsIt) {
  for (const int queue : {1, 2}) {
    for (const int directions : {1, 2}) {
      for_each_program(kSteps, kKeys, [&](const Program& program) {
        Model model({.queue = queue, .directions = directions}, program);
        ASSERT_EQ(model.walk(), "");
        ASSERT_LE(model.most_collected(), directions);
        ASSERT_LE(model.most_routed(), directions);
      });
    }
  }
}

/// A switch remembers what is under way beyond it: of phase 1, the request and the end of every step in
/// flight; of phase 2, here, what the queue to the memory holds.
TEST(RanadeModel, UnboundedDirectionFifosFillUpWithWhatIsUnderWay) {
  constexpr int kQueue = 1;
  const auto check = [&](const Program& program) {
    Model model({.queue = kQueue, .directions = kMax}, program);
    EXPECT_EQ(model.walk(), "");
    EXPECT_LE(model.most_routed(), kQueue);
    return model.most_collected();
  };
  for_each_program(kSteps, kKeys, [&](const Program& program) { ASSERT_LE(check(program), 2 * kSteps); });
  const std::vector<Word> first_even_then_odd{0, kEnd, 8 + 1, 8 + kEnd};
  EXPECT_EQ(check({first_even_then_odd, first_even_then_odd}), 2 * kSteps);
}

TEST(RanadeModel, WithoutGhostsItIsStuck) { EXPECT_EQ(fault_of({.ghosts = false}), "stuck"); }

TEST(RanadeModel, AFullFifoThatForgetsSendsAnswersAstray) {
  EXPECT_EQ(fault_of({.holds_when_full = false}), "an answer that is not the next");
}

TEST(RanadeModel, ASwitchThatDoesNotWaitForItsOtherInputSendsAnswersAstray) {
  EXPECT_EQ(fault_of({.waits_for_other_input = false}), "an answer that is not the next");
}

}  // namespace
}  // namespace switchyard
