#include "testbench/file/compressible_file.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <new>
#include <stdexcept>
#include <system_error>

namespace switchyard {
namespace {

constexpr int kGzip = 16;  ///< Added to the bits of the window: a gzip file, and not zlib's own form.

/// A thorough search takes five times as long, and finds a fifth more.
constexpr int kLevel = Z_BEST_SPEED;

}  // namespace

bool is_compressed(const std::filesystem::path& file) { return file.extension() == ".gz"; }

void CompressibleFile::Closer::operator()(z_stream_s* stream) const {
  deflateEnd(stream);
  delete stream;
}

CompressibleFile::CompressibleFile(const std::filesystem::path& file) : file_(file) {
  if (!is_compressed(file)) return;
  constexpr int kMaxMemory = 9;
  stream_.reset(new z_stream{});
  if (deflateInit2(stream_.get(), kLevel, Z_DEFLATED, MAX_WBITS + kGzip, kMaxMemory, Z_DEFAULT_STRATEGY) !=
      Z_OK)
    throw std::bad_alloc();
}

CompressibleFile::~CompressibleFile() = default;

void CompressibleFile::write(std::string_view text) {
  if (stream_ == nullptr) return file_.write(text);
  constexpr std::size_t kMax = std::numeric_limits<uInt>::max();
  for (; !text.empty(); text.remove_prefix(std::min(text.size(), kMax)))
    compress(text.substr(0, kMax), Z_NO_FLUSH);
}

void CompressibleFile::commit() {
  if (stream_ != nullptr) compress({}, Z_FINISH);
  file_.commit();
}

void CompressibleFile::compress(std::string_view text, int flush) {
  std::array<char, 1 << 14> packed;
  stream_->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // zlib does not write there.
  stream_->avail_in = static_cast<uInt>(text.size());
  do {
    stream_->next_out = reinterpret_cast<Bytef*>(packed.data());
    stream_->avail_out = packed.size();
    deflate(stream_.get(), flush);
    file_.write({packed.data(), packed.size() - stream_->avail_out});
  } while (stream_->avail_out == 0);
}

void LineReader::Closer::operator()(gzFile_s* stream) const { gzclose(stream); }

LineReader::LineReader(const std::filesystem::path& file) : file_(file) {
  errno = 0;
  stream_.reset(gzopen(file.c_str(), "rbe"));
  if (stream_ == nullptr)
    throw std::system_error(errno, std::generic_category(), file_.string() + " cannot be read");
  gzbuffer(stream_.get(), 1 << 16);
}

bool LineReader::next(std::string& line) {
  line.clear();
  std::array<char, 512> part;
  while (line.empty() || line.back() != '\n') {
    errno = 0;
    if (gzgets(stream_.get(), part.data(), part.size()) == nullptr) break;
    line += part.data();
  }
  check();
  if (line.empty()) return false;
  ++number_;
  if (line.back() == '\n') line.pop_back();
  if (!line.empty() && line.back() == '\r') line.pop_back();  // A spreadsheet has written it.
  return true;
}

void LineReader::check() {
  int error = Z_OK;
  const char* const what = gzerror(stream_.get(), &error);
  if (error == Z_OK || error == Z_STREAM_END) return;
  if (error == Z_ERRNO)
    throw std::system_error(errno, std::generic_category(), file_.string() + " cannot be read");
  throw std::invalid_argument(file_.string() + " is damaged: " + what);
}

}  // namespace switchyard
