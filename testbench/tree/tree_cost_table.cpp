#include <fmt/format.h>

#include <cstdlib>
#include <iostream>
#include <string_view>

#include "testbench/tree/printed_table.h"
#include "testbench/tree/tree_cost.h"

namespace switchyard {
namespace {

/// A line `terminals,pi,print,formula,difference` for each entry of Table I.
void compare_with_print() {
  for (const PrintedRow& row : kTableOne) {
    for (std::size_t ratio = 0; ratio < row.descendants.size(); ++ratio) {
      const double formula = best_descendants_of_ratio(row.dimension, static_cast<double>(ratio), 2);
      std::cout << fmt::format("{},{},{:.2f},{:.4f},{:.4f}\n", 1 << row.dimension, ratio,
                               row.descendants[ratio], formula, formula - row.descendants[ratio]);
    }
  }
}

/// A line `d,levels,most_descendants,time` for each tree, and last `best,0,XI,0` of the formula.
void compare_trees(int dimension, const TreeWork& work) {
  for (int d = 1; d <= dimension; ++d) {
    const CommunicationTree tree(dimension, d, 0);
    std::cout << d << ',' << tree.levels() << ',' << tree.most_descendants() << ','
              << time_on_tree(tree, work) << '\n';
  }
  std::cout << "best,0," << best_descendants(dimension, work) << ",0\n";
}

}  // namespace
}  // namespace switchyard

/// Prints what the paper's cost model says: tree_cost_table DIMENSION COMPUTE PATH MESSAGES | --print
int main(int argc, char** argv) {
  using namespace switchyard;
  constexpr int kArguments = 5;
  constexpr int kMaxBits = 24;
  if (argc == 2 && std::string_view(argv[1]) == "--print") {
    compare_with_print();
    return 0;
  }
  const int dimension = argc == kArguments ? std::atoi(argv[1]) : 0;
  if (dimension < 4 || dimension > kMaxBits) {
    std::cerr << "tree_cost_table DIMENSION COMPUTE PATH MESSAGES, with a dimension of 4 to 24;\n"
                 "tree_cost_table --print: Table I beside the formula\n";
    return 2;
  }
  compare_trees(dimension, {std::atof(argv[2]), std::atof(argv[3]), std::atof(argv[4])});
  return 0;
}
