// The mutants of a module of rtl/:
//   sy_rtl_mutants FILE          lists them: a line each, name and line
//   sy_rtl_mutants FILE NAME     writes the module with that edit

#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "testbench/mutation/mutants.h"

namespace {

std::string contents_of(const char* file) {
  std::ifstream stream(file);
  if (!stream) throw std::runtime_error("cannot be read");
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write(const std::string& source, const char* name) {
  for (const switchyard::Mutant& mutant : switchyard::mutants_of(source)) {
    if (name == nullptr) {
      std::cout << mutant.name << ' ' << mutant.line << '\n';
    } else if (mutant.name == name) {
      std::cout << switchyard::mutated(source, mutant);
      return;
    }
  }
  if (name != nullptr) throw std::runtime_error(std::string("has no mutant ") + name);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::cerr << "usage: sy_rtl_mutants FILE [NAME]\n";
    return 2;
  }
  try {
    write(contents_of(argv[1]), argc == 3 ? argv[2] : nullptr);
  } catch (const std::exception& error) {
    std::cerr << "sy_rtl_mutants: error: " << argv[1] << ": " << error.what() << '\n';
    return 2;
  }
  return 0;
}
