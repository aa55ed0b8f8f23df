#include "testbench/traffic/pattern.h"
#include "hw/topology/grid.h"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "testbench/traffic/fixed_pattern.h"
#include "testbench/traffic/hot_spot.h"
#include "testbench/traffic/permutation_file.h"
#include "testbench/traffic/permutations.h"
#include "testbench/traffic/uniform.h"
#include "tests/support/chi_square.h"

namespace switchyard {
namespace {

using Digits = std::vector<int>;

/// A node's coordinates, dimension 0 first: its number in the mixed radix system of the grid.
Digits digits_of(NodeId node, const std::vector<int>& radices) {
  Digits digits;
  for (const int k : radices) {
    digits.push_back(static_cast<int>(node) % k);
    node /= static_cast<NodeId>(k);
  }
  return digits;
}

/// A node's address as text, highest bit first.
std::string bits_of(NodeId node, int bits) {
  std::string text;
  while (bits-- > 0) text += (node >> bits & 1) != 0 ? '1' : '0';
  return text;
}

Grid mesh(const std::vector<int>& radices) { return Grid(radices, /*wraps=*/false, /*single_port=*/false); }
Grid cube(int n) {
  return Grid(std::vector<int>(static_cast<std::size_t>(n), 2), false, /*single_port=*/true);
}

bool is_permutation_of_all_nodes(const Partners& partners) {
  Partners sorted = partners;
  std::sort(sorted.begin(), sorted.end());
  Partners all(partners.size());
  std::iota(all.begin(), all.end(), NodeId{0});
  return sorted == all;
}

/// How often `source` sends to each of `nodes` in `draws` packets.
std::vector<double> counts(const Pattern& pattern, NodeId source, NodeId nodes, int draws) {
  RandomStream stream(7, source, Purpose::Destination);
  std::vector<double> count(nodes, 0);
  for (int i = 0; i < draws; ++i) ++count[*pattern.destination(source, stream)];
  return count;
}

/// Compares counts over the nodes that have a probability; the others must never occur.
void expect_distribution(const std::vector<double>& count, const std::vector<double>& probability) {
  const double draws = std::accumulate(count.begin(), count.end(), 0.0);
  std::vector<double> observed, expected;
  for (std::size_t node = 0; node < count.size(); ++node) {
    if (probability[node] == 0) {
      EXPECT_EQ(count[node], 0) << "node " << node;
    } else {
      observed.push_back(count[node]);
      expected.push_back(draws * probability[node]);
    }
  }
  EXPECT_LT(chi_square(observed, expected), chi_square_limit(expected.size() - 1));
}

TEST(Pattern, ComplementMirrorsEveryCoordinate) {
  const std::vector<int> radices{4, 3, 5};
  const Partners partners = complement(60);
  for (NodeId node = 0; node < 60; ++node) {
    Digits mirrored = digits_of(node, radices);
    for (std::size_t d = 0; d < radices.size(); ++d) mirrored[d] = radices[d] - 1 - mirrored[d];
    EXPECT_EQ(digits_of(partners[node], radices), mirrored);
  }
}

TEST(Pattern, ComplementInvertsEveryAddressBitOfAHypercube) {
  const Partners partners = complement(32);
  for (NodeId node = 0; node < 32; ++node) {
    std::string inverted = bits_of(node, 5);
    for (char& bit : inverted) bit = bit == '0' ? '1' : '0';
    EXPECT_EQ(bits_of(partners[node], 5), inverted);
  }
}

TEST(Pattern, TransposeSwapsXAndYOfASquare) {
  const Partners partners = transpose(mesh({5, 5}));
  for (NodeId x = 0; x < 5; ++x) {
    for (NodeId y = 0; y < 5; ++y) EXPECT_EQ(partners[y * 5 + x], x * 5 + y);
  }
}

TEST(Pattern, TransposeSwapsTheHalvesOfFourCoordinates) {
  const std::vector<int> radices{2, 3, 2, 3};
  const Partners partners = transpose(mesh(radices));
  for (NodeId node = 0; node < 36; ++node) {
    const Digits x = digits_of(node, radices);
    EXPECT_EQ(digits_of(partners[node], radices), (Digits{x[2], x[3], x[0], x[1]}));
  }
}

TEST(Pattern, TransposeSwapsTheAddressHalvesOfAHypercube) {
  const Partners partners = transpose(cube(6));
  for (NodeId node = 0; node < 64; ++node) {
    const std::string bits = bits_of(node, 6);
    EXPECT_EQ(bits_of(partners[node], 6), bits.substr(3) + bits.substr(0, 3));
  }
}

TEST(Pattern, TransposeNeedsHalvesOfTheSameShape) {
  EXPECT_TRUE(can_transpose(mesh({4, 4})));
  EXPECT_TRUE(can_transpose(mesh({2, 3, 2, 3})));
  EXPECT_TRUE(can_transpose(cube(4)));
  EXPECT_FALSE(can_transpose(mesh({4, 8})));
  EXPECT_FALSE(can_transpose(mesh({2, 2, 3, 3})));
  EXPECT_FALSE(can_transpose(mesh({4, 4, 4})));
  EXPECT_FALSE(can_transpose(cube(5)));
}

TEST(Pattern, BitReversalReadsTheAddressBackwards) {
  const Partners partners = bit_reversal(128);
  for (NodeId node = 0; node < 128; ++node) {
    std::string backwards = bits_of(node, 7);
    std::reverse(backwards.begin(), backwards.end());
    EXPECT_EQ(bits_of(partners[node], 7), backwards);
  }
}

TEST(Pattern, ShuffleMovesTheHighestBitToTheEnd) {
  const Partners partners = shuffle(128);
  for (NodeId node = 0; node < 128; ++node) {
    const std::string bits = bits_of(node, 7);
    EXPECT_EQ(bits_of(partners[node], 7), bits.substr(1) + bits[0]);
  }
}

TEST(Pattern, TornadoGoesAlmostHalfWayRoundEveryRing) {
  const std::vector<int> radices{8, 5};
  const Partners partners = tornado(mesh(radices));
  const std::vector<int> of_eight{3, 4, 5, 6, 7, 0, 1, 2};
  const std::vector<int> of_five{2, 3, 4, 0, 1};
  for (NodeId node = 0; node < 40; ++node) {
    const Digits x = digits_of(node, radices);
    EXPECT_EQ(digits_of(partners[node], radices),
              (Digits{of_eight[static_cast<std::size_t>(x[0])], of_five[static_cast<std::size_t>(x[1])]}));
  }
}

TEST(Pattern, NeighbourGoesOneUpInEveryDimension) {
  const std::vector<int> radices{4, 2, 3};
  const Partners partners = neighbour(mesh(radices));
  for (NodeId node = 0; node < 24; ++node) {
    Digits next = digits_of(node, radices);
    for (std::size_t d = 0; d < radices.size(); ++d) next[d] = next[d] == radices[d] - 1 ? 0 : next[d] + 1;
    EXPECT_EQ(digits_of(partners[node], radices), next);
  }
}

TEST(Pattern, EveryFixedPatternIsAPermutation) {
  for (const NodeId nodes : {2u, 16u, 1024u}) {
    EXPECT_TRUE(is_permutation_of_all_nodes(complement(nodes)));
    EXPECT_TRUE(is_permutation_of_all_nodes(bit_reversal(nodes)));
    EXPECT_TRUE(is_permutation_of_all_nodes(shuffle(nodes)));
    EXPECT_TRUE(is_permutation_of_all_nodes(random_permutation(nodes, 3)));
  }
  for (const Grid& grid : {mesh({4, 4}), mesh({3, 5, 3, 5}), cube(8)}) {
    EXPECT_TRUE(is_permutation_of_all_nodes(transpose(grid)));
    EXPECT_TRUE(is_permutation_of_all_nodes(tornado(grid)));
    EXPECT_TRUE(is_permutation_of_all_nodes(neighbour(grid)));
  }
}

TEST(Pattern, TheRandomPermutationDependsOnTheSeedOnly) {
  EXPECT_EQ(random_permutation(64, 5), random_permutation(64, 5));
  EXPECT_NE(random_permutation(64, 5), random_permutation(64, 6));
}

TEST(Pattern, EveryRandomPermutationIsAsLikely) {
  constexpr int kSeeds = 24'000;
  std::vector<Partners> all;
  Partners partners{0, 1, 2, 3};
  do all.push_back(partners);
  while (std::next_permutation(partners.begin(), partners.end()));
  std::vector<double> count(all.size(), 0);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto found = std::find(all.begin(), all.end(), random_permutation(4, seed));
    ++count[static_cast<std::size_t>(found - all.begin())];
  }
  EXPECT_LT(chi_square(count, std::vector<double>(24, kSeeds / 24.0)), chi_square_limit(23));
}

TEST(Pattern, ANodeThatIsItsOwnPartnerIsSilent) {
  const FixedPattern pattern(transpose(mesh({4, 4})));
  RandomStream stream(1, 0, Purpose::Destination);
  for (NodeId node = 0; node < 16; ++node) {
    const bool on_diagonal = node % 4 == node / 4;
    EXPECT_EQ(pattern.destination(node, stream).has_value(), !on_diagonal);
  }
  EXPECT_EQ(sender_count(pattern, 16), 12u);
}

TEST(Pattern, UniformSendsToEveryOtherNodeAsOften) {
  const UniformPattern pattern(9);
  for (const NodeId source : {0u, 4u, 8u}) {
    std::vector<double> probability(9, 1 / 8.0);
    probability[source] = 0;
    expect_distribution(counts(pattern, source, 9, 80'000), probability);
  }
}

TEST(Pattern, UniformIsSilentInANetworkOfOneNode) {
  RandomStream stream(1, 0, Purpose::Destination);
  EXPECT_EQ(UniformPattern(1).destination(0, stream), std::nullopt);
}

TEST(Pattern, HotSpotDrawsItsFractionToTheHotNodes) {
  const HotSpotPattern pattern(UniformPattern(10), {7, 2}, 0.25);
  std::vector<double> probability(10, 0.75 / 9);
  probability[2] = probability[7] = 0.75 / 9 + 0.25 / 2;
  probability[5] = 0;
  expect_distribution(counts(pattern, 5, 10, 100'000), probability);
}

TEST(Pattern, AHotNodeSendsItsHotPacketsToTheOtherHotNodes) {
  const HotSpotPattern pattern(UniformPattern(10), {7, 2, 4}, 0.25);
  for (const NodeId source : {2u, 4u, 7u}) {
    std::vector<double> probability(10, 0.75 / 9);
    for (const NodeId hot : {2u, 4u, 7u}) probability[hot] = 0.75 / 9 + 0.25 / 2;
    probability[source] = 0;
    expect_distribution(counts(pattern, source, 10, 100'000), probability);
  }
}

TEST(Pattern, TheOnlyHotNodeSendsUniformly) {
  const HotSpotPattern pattern(UniformPattern(10), {3}, 0.9);
  std::vector<double> probability(10, 1 / 9.0);
  probability[3] = 0;
  expect_distribution(counts(pattern, 3, 10, 90'000), probability);
}

std::vector<std::string> permutation_faults(const std::string& text, NodeId nodes) {
  std::istringstream stream(text);
  std::vector<std::string> faults;
  read_permutation(stream, "p.txt", nodes, faults);
  return faults;
}

TEST(PermutationFile, GivesOnePartnerPerLine) {
  std::istringstream text("# a ring\n1\n 2 # twice one\n\n0");
  std::vector<std::string> faults;
  EXPECT_EQ(read_permutation(text, "p.txt", 3, faults), (Partners{1, 2, 0}));
  EXPECT_TRUE(faults.empty());
}

TEST(PermutationFile, MayBeginWithAByteOrderMark) {
  EXPECT_EQ(permutation_faults("\xEF\xBB\xBF"
                               "1\n0\n",
                               2),
            std::vector<std::string>{});
  EXPECT_EQ(permutation_faults("\xEF\xBB\xBF# a ring\n1\n0\n", 2), std::vector<std::string>{});
}

TEST(PermutationFile, NamesThePlaceOfEveryFault) {
  EXPECT_EQ(permutation_faults("1\n  x\n3\n1,2\n", 4),
            (std::vector<std::string>{
                "p.txt:2:3: error: destination = 'x' is not a whole number",
                "p.txt:4:3: error: '2' is one field too many",
                "p.txt:4:1: error: destination = 1 is the partner of node 0 already",
            }));
  EXPECT_EQ(permutation_faults("1\n-1\n4\n99999999999999999999\n", 4),
            (std::vector<std::string>{
                "p.txt:2:1: error: destination = -1 is out of range: 0..3",
                "p.txt:3:1: error: destination = 4 is out of range: 0..3",
                "p.txt:4:1: error: destination = 99999999999999999999 is out of range: 0..3",
            }));
}

TEST(PermutationFile, HasAsManyLinesAsTheNetworkHasNodes) {
  EXPECT_EQ(permutation_faults("1\n0\n", 4),
            (std::vector<std::string>{"p.txt:2:1: error: the file ends after 2 of 4 nodes"}));
  EXPECT_EQ(
      permutation_faults("1\n0\n2\n", 2),
      (std::vector<std::string>{"p.txt:3:1: error: the network has only 2 nodes, and each has its partner"}));
  EXPECT_EQ(permutation_faults("", 2),
            (std::vector<std::string>{"p.txt:1:1: error: the file ends after 0 of 2 nodes"}));
}

/// The probabilities of a source add up to 1 (0 if it is silent), and are those of what it draws.
TEST(Patterns, HaveTheProbabilitiesOfWhatTheyDraw) {
  constexpr NodeId kNodes = 9;
  constexpr int kDraws = 20000;
  const UniformPattern uniform(kNodes);
  const HotSpotPattern one_hot(UniformPattern(kNodes), {4}, 0.3);
  const HotSpotPattern three_hot(UniformPattern(kNodes), {1, 4, 8}, 0.7);
  const FixedPattern fixed({1, 0, 2, 4, 5, 3, 6, 8, 7});
  for (const Pattern* pattern :
       std::initializer_list<const Pattern*>{&uniform, &one_hot, &three_hot, &fixed}) {
    for (NodeId source = 0; source < kNodes; ++source) {
      RandomStream stream(3, source, Purpose::Destination);
      const bool silent = !pattern->destination(source, stream);
      const std::vector<double> drawn =
          silent ? std::vector<double>(kNodes, 0) : counts(*pattern, source, kNodes, kDraws);
      double all = 0;
      for (NodeId destination = 0; destination < kNodes; ++destination) {
        all += pattern->probability(source, destination);
        EXPECT_NEAR(drawn[destination] / kDraws, pattern->probability(source, destination), 0.02);
      }
      EXPECT_NEAR(all, silent ? 0 : 1, 1e-12);
    }
  }
}

}  // namespace
}  // namespace switchyard
