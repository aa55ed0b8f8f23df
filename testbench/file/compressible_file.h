#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "testbench/file/pending_file.h"

struct gzFile_s;
struct z_stream_s;

namespace switchyard {

/// Whether a file of this name is compressed: it ends in .gz.
bool is_compressed(const std::filesystem::path& file);

/// A PendingFile that is compressed, as gzip does it, if its name says so. The same text gives the same
/// bytes.
///
/// Errors: those of PendingFile.
class CompressibleFile {
 public:
  explicit CompressibleFile(const std::filesystem::path& file);
  ~CompressibleFile();

  void write(std::string_view text);
  /// Completes the file and gives it its name. Without it no file is left behind.
  void commit();

 private:
  struct Closer {
    void operator()(z_stream_s* stream) const;
  };

  void compress(std::string_view text, int flush);

  PendingFile file_;
  std::unique_ptr<z_stream_s, Closer> stream_;  ///< Null: written as it is.
};

/// Reads a text line by line, whether or not it is compressed.
///
/// Errors: std::system_error with the path if it cannot be read; std::invalid_argument if it is compressed
///         and damaged.
class LineReader {
 public:
  explicit LineReader(const std::filesystem::path& file);

  /// The next line, without its end; false if there is none.
  bool next(std::string& line);
  std::uint64_t number() const { return number_; }  ///< Of the line; the first is 1.

 private:
  struct Closer {
    void operator()(gzFile_s* stream) const;
  };

  void check();

  std::filesystem::path file_;
  std::unique_ptr<gzFile_s, Closer> stream_;
  std::uint64_t number_ = 0;
};

}  // namespace switchyard
