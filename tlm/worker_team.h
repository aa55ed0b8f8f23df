#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace switchyard {

/// Threads that do one piece of work each, again and again, in steps of microseconds.
///
/// Between two steps they spin for some tens of microseconds, and then sleep.
class WorkerTeam {
 public:
  /// `work(w)` is what worker w does in a step. Worker 0 is the thread that calls run(); precondition:
  /// workers >= 1.
  /// Errors: std::system_error if there are no more threads.
  WorkerTeam(std::size_t workers, std::function<void(std::size_t)> work);
  ~WorkerTeam();
  WorkerTeam(const WorkerTeam&) = delete;
  WorkerTeam& operator=(const WorkerTeam&) = delete;

  std::size_t size() const { return threads_.size() + 1; }
  /// One step of all workers; returns whether the others were still at work when worker 0 had finished.
  /// Errors: what a worker throws, the first one's of several, when all have finished.
  bool run();

 private:
  void dismiss();
  void serve(std::size_t worker);
  void attempt(std::size_t worker);
  bool wait_for_all();

  const std::function<void(std::size_t)> work_;
  std::vector<std::exception_ptr> errors_;  ///< [worker]: of this step.
  alignas(64) std::atomic<std::uint32_t> step_ = 0;
  alignas(64) std::atomic<std::uint32_t> at_work_ = 0;  ///< Workers but for 0.
  bool ended_ = false;                                  ///< Written before the last step begins.
  std::vector<std::jthread> threads_;
};

}  // namespace switchyard
