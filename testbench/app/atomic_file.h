#pragma once

#include <filesystem>
#include <fstream>

namespace switchyard {

/// A text file that appears whole or not at all: written under a temporary name beside its place and
/// renamed by commit(). Without commit() nothing is left behind.
///
/// Errors: std::runtime_error that names the file if it cannot be written; nothing is left behind then either.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  std::ostream& stream() { return stream_; }
  void commit();

 private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  std::ofstream stream_;
  bool committed_ = false;
};

}  // namespace switchyard
