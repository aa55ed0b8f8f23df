#include "testbench/app/atomic_file.h"

#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace switchyard {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw std::runtime_error(path.string() + ": cannot be written: " + std::generic_category().message(errno));
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path)
    : path_(std::move(path)), temporary_(path_.string() + ".tmp" + std::to_string(getpid())), stream_(temporary_) {
  if (!stream_) fail(path_);
}

AtomicFile::~AtomicFile() {
  if (committed_) return;
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void AtomicFile::commit() {
  stream_.close();
  if (!stream_) fail(path_);
  std::error_code error;
  std::filesystem::rename(temporary_, path_, error);
  if (error) throw std::runtime_error(path_.string() + ": cannot be written: " + error.message());
  committed_ = true;
}

}  // namespace switchyard
