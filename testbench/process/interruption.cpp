#include "testbench/process/interruption.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstring>
#include <string>

namespace switchyard {
namespace {

/// A handler may read no memory that could be freed meanwhile, so the names have places of their own.
struct DoomedFile {
  std::atomic<bool> taken = false;
  std::atomic<bool> named = false;
  std::array<char, PATH_MAX> name{};
};

constexpr std::size_t kMaxFiles = 64;  ///< Files beyond that are left behind.

std::array<DoomedFile, kMaxFiles> doomed_files;
std::atomic<bool> first_is_a_request = false;
std::atomic<int> requested_by = 0;
std::atomic<bool> was_sent = false;  ///< A signal that the parent did not just pass on.
std::atomic<pid_t> handling_process = 0;

extern "C" void on_signal(int signal, siginfo_t* info, void*) {
  const bool ours = handling_process == getpid();  // Else it is a child that is about to become its program.
  if (ours && first_is_a_request && signal != SIGHUP) {
    int nobody = 0;
    requested_by.compare_exchange_strong(nobody, signal);
    const bool passed_on = info->si_code == SI_QUEUE;  // And perhaps sent to us, too, as a terminal does.
    if (passed_on || !was_sent.exchange(true)) return;
  }
  if (ours) {
    for (const DoomedFile& file : doomed_files) {
      if (file.named) unlink(file.name.data());
    }
  }
  std::signal(signal, SIG_DFL);
  raise(signal);  // Comes when the handler returns.
}

void handle(int signal) {
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_RESTART | SA_SIGINFO;
  sigaction(signal, &action, nullptr);
}

void handle_signals() {
  if (handling_process.exchange(getpid()) == getpid()) return;
  for (const int signal : {SIGINT, SIGTERM}) handle(signal);
  struct sigaction now {};
  sigaction(SIGHUP, nullptr, &now);
  if (now.sa_handler != SIG_IGN) handle(SIGHUP);  // nohup has it ignored.
}

}  // namespace

void catch_interruptions() {
  handle_signals();
  first_is_a_request = true;
}

int interruption() { return requested_by; }

void pass_on_interruption(pid_t child) { sigqueue(child, requested_by, {}); }

RemovedIfKilled::RemovedIfKilled(const std::filesystem::path& file) {
  handle_signals();
  const std::string name = file.string();
  while (place_ < kMaxFiles && doomed_files[place_].taken.exchange(true)) ++place_;
  if (place_ == kMaxFiles || name.size() >= PATH_MAX) return;
  std::memcpy(doomed_files[place_].name.data(), name.c_str(), name.size() + 1);
  doomed_files[place_].named = true;
}

RemovedIfKilled::~RemovedIfKilled() {
  if (place_ == kMaxFiles) return;
  doomed_files[place_].named = false;
  doomed_files[place_].taken = false;
}

}  // namespace switchyard
