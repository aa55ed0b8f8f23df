#include "testbench/file/pending_file.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace switchyard {
namespace {

constexpr std::size_t kBufferSize = 1 << 16;

}  // namespace

PendingFile::PendingFile(std::filesystem::path file)
    : file_(std::move(file)), part_(file_.string() + "." + std::to_string(getpid()) + ".part") {
  stream_.reset(std::fopen(part_.c_str(), "wb"));
  if (stream_ == nullptr) fail("cannot be opened for writing");
  std::setvbuf(stream_.get(), nullptr, _IONBF, 0);  // buffer_ is the buffer.
  buffer_.reserve(2 * kBufferSize);
}

PendingFile::~PendingFile() {
  if (committed_) return;
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
}

void PendingFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBufferSize) flush();
}

void PendingFile::commit() {
  flush();
  if (std::fclose(stream_.release()) != 0) fail("cannot be written");
  std::error_code error;
  std::filesystem::rename(part_, file_, error);
  if (error) throw std::system_error(error, file_.string() + " cannot be replaced");
  committed_ = true;
}

void PendingFile::flush() {
  const std::size_t written = std::fwrite(buffer_.data(), 1, buffer_.size(), stream_.get());
  if (written != buffer_.size()) fail("cannot be written");
  buffer_.clear();
}

void PendingFile::fail(const char* what) const {
  throw std::system_error(errno, std::generic_category(), file_.string() + " " + what);
}

void write_file(const std::filesystem::path& file, std::string_view text) {
  PendingFile pending(file);
  pending.write(text);
  pending.commit();
}

}  // namespace switchyard
