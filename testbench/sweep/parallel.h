#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace switchyard {

/// Calls `work(i)` for every i < count, `threads` at a time. The first exception ends the handing out of work
/// and is thrown again once what was begun is done.
template <class Work>
void for_each_parallel(std::size_t count, std::size_t threads, Work&& work) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  {
    std::vector<std::jthread> workers;
    for (std::size_t t = 0; t < std::min(threads, count); ++t) {
      workers.emplace_back([&] {
        try {
          for (std::size_t i = next++; i < count; i = next++) work(i);
        } catch (...) {
          next = count;
          const std::lock_guard lock(failure_mutex);
          if (!failure) failure = std::current_exception();
        }
      });
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace switchyard
