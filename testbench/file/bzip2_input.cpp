#include "testbench/file/bzip2_input.h"

#include <bzlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <new>
#include <stdexcept>
#include <streambuf>
#include <string_view>
#include <system_error>

namespace switchyard {

class Bzip2Input::Buffer final : public std::streambuf {
 public:
  explicit Buffer(std::filesystem::path path) : path_(std::move(path)) {
    errno = 0;
    file_.open(path_, std::ios::binary);
    if (!file_) throw std::system_error(errno, std::generic_category(), path_.string() + " cannot be read");
    fill();
    compressed_ = std::string_view(stream_.next_in, stream_.avail_in).starts_with("BZh");
  }
  ~Buffer() override { end(); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

 private:
  int_type underflow() override {
    const std::size_t got = compressed_ ? decompress() : copy();
    if (got == 0) return traits_type::eof();
    setg(bytes_.data(), bytes_.data(), bytes_.data() + got);
    return traits_type::to_int_type(bytes_.front());
  }

  void fill() {
    file_.read(packed_.data(), static_cast<std::streamsize>(packed_.size()));
    stream_.next_in = packed_.data();
    stream_.avail_in = static_cast<unsigned>(file_.gcount());
  }

  std::size_t copy() {
    if (stream_.avail_in == 0) fill();
    const std::size_t got = stream_.avail_in;
    std::copy_n(stream_.next_in, got, bytes_.begin());
    stream_.avail_in = 0;
    return got;
  }

  /// A file may be several that are compressed, one behind the other.
  std::size_t decompress() {
    stream_.next_out = bytes_.data();
    stream_.avail_out = static_cast<unsigned>(bytes_.size());
    while (stream_.avail_out == bytes_.size()) {
      if (stream_.avail_in == 0) fill();
      if (stream_.avail_in == 0 && !open_) return 0;
      if (stream_.avail_in == 0) throw std::invalid_argument(path_.string() + " ends too early");
      if (!open_) begin();
      const int status = BZ2_bzDecompress(&stream_);
      if (status == BZ_STREAM_END) {
        end();
      } else if (status != BZ_OK) {
        throw std::invalid_argument(path_.string() + " is damaged: bzip2 cannot decompress it");
      }
    }
    return bytes_.size() - stream_.avail_out;
  }

  void begin() {
    if (BZ2_bzDecompressInit(&stream_, /*verbosity=*/0, /*small=*/0) != BZ_OK) throw std::bad_alloc();
    open_ = true;
  }
  void end() {
    if (open_) BZ2_bzDecompressEnd(&stream_);
    open_ = false;
  }

  std::filesystem::path path_;
  std::ifstream file_;
  bz_stream stream_{};
  bool compressed_ = false;
  bool open_ = false;  ///< In the middle of what is compressed.
  std::array<char, 1 << 16> packed_;
  std::array<char, 1 << 16> bytes_;
};

Bzip2Input::Bzip2Input(const std::filesystem::path& file)
    : std::istream(nullptr), buffer_(std::make_unique<Buffer>(file)) {
  rdbuf(buffer_.get());
  exceptions(std::ios::badbit);  // So that what underflow() throws goes on.
}

Bzip2Input::~Bzip2Input() = default;

}  // namespace switchyard
