#include <cstdio>
#include <cstdlib>
#include <string>
#include <systemc>
#include <vector>

#include <unistd.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include <gtest/gtest.h>

#include "tests/support/leak_check.h"
#include "tests/support/sanitized.h"

namespace {

/// A number from the environment.
std::size_t number_from(const char* name, std::size_t fallback) {
  const char* text = std::getenv(name);
  return text == nullptr ? fallback : static_cast<std::size_t>(std::atoi(text));
}

/// The tests of shard SY_SHARD of SY_SHARDS, in their order.
std::vector<std::string> tests_of_shard() {
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  std::vector<std::string> tests;
  std::size_t number = 0;
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const testing::TestSuite& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      if (number++ % number_from("SY_SHARDS", 1) == number_from("SY_SHARD", 0))
        tests.push_back(std::string(suite.name()) + '.' + suite.GetTestInfo(t)->name());
    }
  }
  return tests;
}

/// Runs the tests of a shard in as few processes as they allow: after one that has simulated, the others go
/// on in the same program from its start, as SystemC elaborates once per process.
class Shard : public testing::EmptyTestEventListener {
 public:
  explicit Shard(char** arguments)
      : arguments_(arguments), tests_(tests_of_shard()), done_(number_from("SY_FIRST", 0)) {
    std::string filter;
    for (std::size_t t = done_; t < tests_.size(); ++t) filter += tests_[t] + ':';
    GTEST_FLAG_SET(filter, filter.empty() ? "-*" : filter);
  }

 private:
  void OnTestEnd(const testing::TestInfo&) override {
    ++done_;
    if (sc_core::sc_get_status() == sc_core::SC_ELABORATION || done_ == tests_.size()) return;
#ifdef __SANITIZE_ADDRESS__
    if (!switchyard::has_systemc_threads) __lsan_do_leak_check();
#endif
    if (testing::UnitTest::GetInstance()->Failed()) setenv("SY_FAILED", "1", /*overwrite=*/1);
    setenv("SY_FIRST", std::to_string(done_).c_str(), /*overwrite=*/1);
    std::fflush(nullptr);
    execv("/proc/self/exe", arguments_);
    std::abort();
  }

  char** arguments_;
  std::vector<std::string> tests_;
  std::size_t done_;
};

}  // namespace

/// GoogleTest runs inside sc_main, so that a test may build SystemC modules.
///
/// SystemC elaborates once per process: ctest starts one process per test, or, with --shard, per Shard.
int sc_main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  testing::InitGoogleTest(&argc, argv);
  if (words.back() == "--shard") {
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    testing::TestEventListener* printer = listeners.Release(listeners.default_result_printer());
    listeners.Append(new Shard(argv));
    listeners.Append(printer);  // The last is the first to hear of an end: how a test ended is printed.
  }
  const int result = RUN_ALL_TESTS() != 0 || std::getenv("SY_FAILED") != nullptr ? 1 : 0;
  if (switchyard::kSanitized && switchyard::has_systemc_threads) {
    std::fflush(nullptr);
    std::_Exit(result);
  }
  return result;
}

/// The build says where the sources and the command are; the environment may say otherwise.
int main(int argc, char** argv) {
  setenv("SWITCHYARD", SY_COMMAND, /*overwrite=*/0);
  setenv("SWITCHYARD_SOURCE", SY_SOURCE_FOLDER, /*overwrite=*/0);
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", /*overwrite=*/1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
