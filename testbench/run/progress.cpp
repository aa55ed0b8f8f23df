#include "testbench/run/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "hw/base/ratio.h"

namespace switchyard {
namespace {

constexpr int kBarWidth = 30;

}  // namespace

ProgressBar::ProgressBar() : on_terminal_(isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() { clear(); }

void ProgressBar::update(const std::string& phase, Cycle done, Cycle total, const char* unit) {
  if (!on_terminal_) return;
  const Clock::time_point now = Clock::now();
  if (phase != phase_) {
    phase_ = phase;
    phase_start_ = now;
  }
  if (now - last_drawn_ < std::chrono::milliseconds(100)) return;
  last_drawn_ = now;
  const double seconds = std::chrono::duration<double>(now - phase_start_).count();
  const double rate = seconds > 0 ? ratio(done, seconds) : 0;
  const double share = total == 0 ? 1 : ratio(std::min(done, total), total);
  const double left = rate > 0 ? static_cast<double>(total - std::min(done, total)) / rate : 0;
  const int filled = static_cast<int>(share * kBarWidth);
  const std::string text =
      fmt::format("\r{:<8} [{:#<{}}{:<{}}] {:3.0f} %  {:.3g} {}/s  {:.0f} s left\x1b[K", phase, "", filled,
                  "", kBarWidth - filled, share * 100, rate, unit, left);
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::print(const std::string& line) {
  clear();
  std::fputs((line + '\n').c_str(), stderr);
}

void ProgressBar::clear() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

}  // namespace switchyard
