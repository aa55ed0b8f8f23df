#include "tlm/worker_team.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

namespace switchyard {
namespace {

/// Returns the value once it is no longer `old`.
std::uint32_t await_change(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  constexpr int kSpins = 1000;
  for (int i = 0; i < kSpins; ++i) {
    if (const std::uint32_t now = value.load(std::memory_order_acquire); now != old) return now;
    __builtin_ia32_pause();
  }
  value.wait(old, std::memory_order_acquire);
  return value.load(std::memory_order_acquire);
}

}  // namespace

WorkerTeam::WorkerTeam(std::size_t workers, std::function<void(std::size_t)> work)
    : work_(std::move(work)), errors_(workers) {
  threads_.reserve(workers - 1);
  try {
    for (std::size_t worker = 1; worker < workers; ++worker)
      threads_.emplace_back([this, worker] { serve(worker); });
  } catch (const std::system_error& error) {
    dismiss();  // Those that have started wait for their first step.
    throw std::system_error(error.code(), "cannot start " + std::to_string(workers) + " threads");
  }
}

WorkerTeam::~WorkerTeam() { dismiss(); }

void WorkerTeam::dismiss() {
  ended_ = true;
  step_.fetch_add(1, std::memory_order_release);
  step_.notify_all();
}

bool WorkerTeam::run() {
  at_work_.store(static_cast<std::uint32_t>(threads_.size()), std::memory_order_relaxed);
  step_.fetch_add(1, std::memory_order_release);
  step_.notify_all();
  attempt(0);
  const bool waited = wait_for_all();
  const auto error = std::find_if(errors_.begin(), errors_.end(), [](const auto& e) { return e != nullptr; });
  if (error == errors_.end()) return waited;
  const std::exception_ptr first = *error;
  std::fill(errors_.begin(), errors_.end(), nullptr);
  std::rethrow_exception(first);
}

bool WorkerTeam::wait_for_all() {
  bool waited = false;
  for (auto left = at_work_.load(std::memory_order_acquire); left != 0; left = await_change(at_work_, left))
    waited = true;
  return waited;
}

void WorkerTeam::serve(std::size_t worker) {
  for (std::uint32_t step = 0;;) {
    step = await_change(step_, step);
    if (ended_) return;
    attempt(worker);
    if (at_work_.fetch_sub(1, std::memory_order_release) == 1) at_work_.notify_one();
  }
}

void WorkerTeam::attempt(std::size_t worker) {
  try {
    work_(worker);
  } catch (...) {
    errors_[worker] = std::current_exception();
  }
}

}  // namespace switchyard
