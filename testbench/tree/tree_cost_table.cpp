#include <cstdlib>
#include <iostream>

#include "testbench/tree/tree_cost.h"

/// Prints a line `d,levels,most_descendants,time` for each tree, and last `best,0,XI,0` of the formula:
/// tree_cost_table DIMENSION COMPUTE PATH MESSAGES
int main(int argc, char** argv) {
  using namespace switchyard;
  constexpr int kArguments = 5;
  constexpr int kMaxBits = 24;
  const int dimension = argc == kArguments ? std::atoi(argv[1]) : 0;
  if (dimension < 4 || dimension > kMaxBits) {
    std::cerr << "tree_cost_table DIMENSION COMPUTE PATH MESSAGES, with a dimension of 4 to 24\n";
    return 2;
  }
  const TreeWork work{std::atof(argv[2]), std::atof(argv[3]), std::atof(argv[4])};
  for (int d = 1; d <= dimension; ++d) {
    const CommunicationTree tree(dimension, d, 0);
    std::cout << d << ',' << tree.levels() << ',' << tree.most_descendants() << ','
              << time_on_tree(tree, work) << '\n';
  }
  std::cout << "best,0," << best_descendants(dimension, work) << ",0\n";
  return 0;
}
