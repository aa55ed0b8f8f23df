#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace switchyard {

/// A file that has its name only once it is complete.
///
/// It is written, buffered, as `<file>.<process id>.part` in the same folder; commit() renames it. Without a
/// commit() the destructor removes it, and whatever had the name before is untouched.
///
/// Errors: std::system_error with the path if it cannot be opened, written or renamed.
class PendingFile {
 public:
  explicit PendingFile(std::filesystem::path file);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  struct Closer {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };

  void flush();
  [[noreturn]] void fail(const char* what) const;

  std::filesystem::path file_;
  std::filesystem::path part_;
  std::unique_ptr<std::FILE, Closer> stream_;
  std::string buffer_;
  bool committed_ = false;
};

/// A whole file at once, or none.
void write_file(const std::filesystem::path& file, std::string_view text);

}  // namespace switchyard
