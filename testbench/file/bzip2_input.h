#pragma once

#include <filesystem>
#include <istream>
#include <memory>

namespace switchyard {

/// A file as a stream of bytes, whether or not it is compressed as bzip2 does it.
///
/// Errors: std::system_error with the path if it cannot be opened; from reading, std::invalid_argument if it
///         is compressed and damaged, or ends too early.
class Bzip2Input final : public std::istream {
 public:
  explicit Bzip2Input(const std::filesystem::path& file);
  ~Bzip2Input() override;

 private:
  class Buffer;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace switchyard
