#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <type_traits>

namespace switchyard {

/// Which edit of with_choices() this process runs, and which of them it comes by.
///
/// SY_MUTANT is the number of the edit; without it there is none. SY_MUTANTS_REACHED names a file with a byte
/// for each number, which must be there: bytes of choices that were made become 1, even if the process is
/// killed.
struct ChosenMutant {
  ChosenMutant() {
    if (const char* const text = std::getenv("SY_MUTANT")) number = std::atoi(text);
    const char* const file = std::getenv("SY_MUTANTS_REACHED");
    if (file == nullptr) return;
    const int descriptor = open(file, O_RDWR);
    const off_t length = lseek(descriptor, 0, SEEK_END);
    void* const mapped = mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (descriptor < 0 || mapped == MAP_FAILED) std::abort();
    reached = static_cast<char*>(mapped);
  }

  int number = 0;
  char* reached = nullptr;
};

inline ChosenMutant the_chosen_mutant;

/// Whether the edit with this number runs; never while the program is compiled.
constexpr bool chosen_mutant(int number) {
  if (std::is_constant_evaluated()) return false;
  if (the_chosen_mutant.reached != nullptr)
    __atomic_store_n(the_chosen_mutant.reached + number, 1, __ATOMIC_RELAXED);
  return the_chosen_mutant.number == number;
}

}  // namespace switchyard
