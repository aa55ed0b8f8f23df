#include "testbench/file/pending_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

namespace switchyard {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferSize = 1 << 16;
constexpr int kMaxLinks = 40;  ///< As Linux has it.

/// The file that a link leads to at last, whether or not it exists. A link in /proc is a file that is open,
/// whose name need not lead to it.
fs::path end_of_links(fs::path file) {
  std::error_code error;
  for (int links = 0; links < kMaxLinks; ++links) {
    const fs::path folder = fs::canonical(file.has_parent_path() ? file.parent_path() : ".", error);
    if (error || !file.has_filename()) return file;
    const fs::path plain = folder / file.filename();
    if (*std::next(plain.begin()) == "proc") return plain;
    const fs::path target = fs::read_symlink(plain, error);
    if (error) return links == 0 ? file : plain;
    file = folder / target;
  }
  return file;
}

bool is_written_as_it_is(const fs::path& target) {
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (!fs::exists(status)) return false;
  const bool in_proc = target.is_absolute() && *std::next(target.begin()) == "proc";
  return in_proc || !fs::is_regular_file(status);
}

/// If the path is that of an open file of this process (/dev/stdout leads there): which.
std::optional<int> open_descriptor(const fs::path& target) {
  if (target.parent_path() != "/proc/" + std::to_string(getpid()) + "/fd") return std::nullopt;
  const std::string name = target.filename();
  int number = -1;
  std::from_chars(name.data(), name.data() + name.size(), number);
  return number;
}

std::FILE* open_as_it_is(const fs::path& target) {
  const std::optional<int> number = open_descriptor(target);
  const int descriptor =
      number ? fcntl(*number, F_DUPFD_CLOEXEC, 0) : open(target.c_str(), O_WRONLY | O_CLOEXEC);
  return descriptor < 0 ? nullptr : fdopen(descriptor, "wb");
}

}  // namespace

PendingFile::PendingFile(fs::path file) : file_(std::move(file)), target_(end_of_links(file_)) {
  if (is_written_as_it_is(target_)) {
    stream_.reset(open_as_it_is(target_));
  } else {
    part_ = target_.string() + "." + std::to_string(getpid()) + ".part";
    removed_if_killed_ = std::make_unique<RemovedIfKilled>(part_);
    stream_.reset(std::fopen(part_.c_str(), "wbe"));
  }
  if (stream_ == nullptr) fail("cannot be opened for writing");
  std::setvbuf(stream_.get(), nullptr, _IONBF, 0);  // buffer_ is the buffer.
  buffer_.reserve(2 * kBufferSize);
}

PendingFile::~PendingFile() {
  if (part_.empty()) return;
  std::error_code ignored;
  fs::remove(part_, ignored);
}

void PendingFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBufferSize) flush();
}

void PendingFile::complete() {
  if (stream_ == nullptr) return;
  flush();
  if (std::fclose(stream_.release()) != 0) fail("cannot be written");
}

void PendingFile::commit() {
  complete();
  if (part_.empty()) return;
  std::error_code error;
  fs::rename(part_, target_, error);
  if (error) throw std::system_error(error, file_.string() + " cannot be replaced");
  part_.clear();
  removed_if_killed_.reset();
}

void PendingFile::flush() {
  const std::size_t written = std::fwrite(buffer_.data(), 1, buffer_.size(), stream_.get());
  if (written != buffer_.size()) fail("cannot be written");
  buffer_.clear();
}

void PendingFile::fail(const char* what) const {
  throw std::system_error(errno, std::generic_category(), file_.string() + " " + what);
}

void write_file(const fs::path& file, std::string_view text) {
  PendingFile pending(file);
  pending.write(text);
  pending.commit();
}

void check_writable(const fs::path& file) {
  const fs::path target = end_of_links(file);
  if (is_written_as_it_is(target)) {  // Opening a pipe would wait for its reader.
    std::error_code ignored;
    const bool writable = !fs::is_directory(target, ignored) && access(target.c_str(), W_OK) == 0;
    if (!writable) {
      const int why = fs::is_directory(target, ignored) ? EISDIR : errno;
      throw std::system_error(why, std::generic_category(), file.string() + " cannot be written");
    }
    return;
  }
  PendingFile probe(file);
  probe.write("\n");  // A full disk makes empty files.
  probe.complete();
}

void prepare_file(const fs::path& file) {
  std::error_code error;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), error);
  if (error) throw std::system_error(error, file.parent_path().string() + " cannot be made");
  check_writable(file);
}

}  // namespace switchyard
