#include "testbench/file/compressible_input.h"

#include <zlib.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <streambuf>
#include <system_error>

namespace switchyard {

class CompressibleInput::Buffer final : public std::streambuf {
 public:
  explicit Buffer(std::filesystem::path file) : path_(std::move(file)) {
    errno = 0;
    file_ = gzopen(path_.c_str(), "rbe");
    if (file_ == nullptr)
      throw std::system_error(errno, std::generic_category(), path_.string() + " cannot be read");
  }
  ~Buffer() override { gzclose(file_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

 private:
  int_type underflow() override {
    const int read = gzread(file_, text_.data(), static_cast<unsigned>(text_.size()));
    int error = Z_OK;
    const char* const what = gzerror(file_, &error);  // A file that ends too early is no error of gzread().
    if (read < 0 || (error != Z_OK && error != Z_STREAM_END))
      throw std::invalid_argument(path_.string() + " is damaged: " + what);
    if (read == 0) return traits_type::eof();
    setg(text_.data(), text_.data(), text_.data() + read);
    return traits_type::to_int_type(text_.front());
  }

  std::filesystem::path path_;
  gzFile_s* file_ = nullptr;
  std::array<char, 1 << 16> text_;
};

CompressibleInput::CompressibleInput(const std::filesystem::path& file)
    : std::istream(nullptr), buffer_(std::make_unique<Buffer>(file)) {
  rdbuf(buffer_.get());
  exceptions(std::ios::badbit);  // So that what underflow() throws goes on.
}

CompressibleInput::~CompressibleInput() = default;

}  // namespace switchyard
