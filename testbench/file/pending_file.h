#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "testbench/process/interruption.h"

namespace switchyard {

/// A file that has its name only once it is complete.
///
/// It is written, buffered, as `<file>.<process id>.part` in the same folder; commit() renames it. Without a
/// commit() the destructor removes it, and so does a signal; whatever had the name before is untouched. If
/// `file` is a link, all this is about the file that it leads to. What exists and is no regular file (a
/// device, a pipe) is written as it is.
///
/// Errors: std::system_error with the path if it cannot be opened, written or renamed.
class PendingFile {
 public:
  explicit PendingFile(std::filesystem::path file);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  void write(std::string_view text);
  /// All of it is on its way to the disk: from here on a full disk is no reason to fail.
  void complete();
  /// complete() if need be, and the name.
  void commit();

 private:
  struct Closer {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };

  void flush();
  [[noreturn]] void fail(const char* what) const;

  std::filesystem::path file_;  ///< As asked for, for messages.
  std::filesystem::path target_;
  std::filesystem::path part_;  ///< Empty: the target is written as it is.
  std::unique_ptr<RemovedIfKilled> removed_if_killed_;
  std::unique_ptr<std::FILE, Closer> stream_;
  std::string buffer_;
};

/// A whole file at once, or none.
void write_file(const std::filesystem::path& file, std::string_view text);

/// Fails as writing the file would, by trying, and leaves it untouched.
void check_writable(const std::filesystem::path& file);

/// Makes the folder of a file that is to be written, and checks that it can be.
void prepare_file(const std::filesystem::path& file);

}  // namespace switchyard
