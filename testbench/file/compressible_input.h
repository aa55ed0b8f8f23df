#pragma once

#include <filesystem>
#include <istream>
#include <memory>

namespace switchyard {

/// A file as a stream of text, whether or not it is compressed as gzip does it.
///
/// Errors: std::system_error with the path if it cannot be opened; from reading, std::invalid_argument if it
///         is compressed and damaged.
class CompressibleInput final : public std::istream {
 public:
  explicit CompressibleInput(const std::filesystem::path& file);
  ~CompressibleInput() override;

 private:
  class Buffer;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace switchyard
