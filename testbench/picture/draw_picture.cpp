#include "testbench/picture/draw_picture.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include "testbench/file/pending_file.h"
#include "testbench/file/print.h"
#include "testbench/process/child_process.h"
#include "testbench/process/interruption.h"

namespace switchyard {
namespace {

namespace fs = std::filesystem;

struct Picture {
  const char* extension;
  std::string_view end;  ///< Of a whole file: gnuplot does not notice a full disk.
};
constexpr Picture kPictures[] = {{".png", "IEND"}, {".svg", "</svg>"}};

bool is_whole(const fs::path& file, std::string_view end) {
  constexpr std::size_t kMaxBehind = 8;  // Line ends, or a check sum.
  std::ifstream stream(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  const std::size_t found = text.rfind(end);
  return found != std::string::npos && text.size() - found - end.size() <= kMaxBehind;
}

/// Runs folder/<stem>.gp. False if gnuplot is not installed.
bool run_gnuplot(const fs::path& folder, const std::string& stem) {
  const std::string draft = stem + ".tmp";
  const auto drawn = [&](const Picture& picture) { return folder / (draft + picture.extension); };
  const RemovedIfKilled png(drawn(kPictures[0]));
  const RemovedIfKilled svg(drawn(kPictures[1]));
  bool good = false;
  try {
    const ChildExit exit =
        run_child({"gnuplot", {"-e", "stem = '" + draft + "'", stem + ".gp"}, folder, {}, {}, true});
    good = exit.status == 0 && exit.signal == 0 &&
           std::all_of(std::begin(kPictures), std::end(kPictures),
                       [&](const Picture& picture) { return is_whole(drawn(picture), picture.end); });
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::no_such_file_or_directory) return false;
    throw;
  }
  for (const Picture& picture : kPictures) {
    if (good) fs::rename(drawn(picture), folder / (stem + picture.extension));
    fs::remove(drawn(picture));
  }
  if (!good)
    throw std::system_error(std::make_error_code(std::errc::io_error),
                            (folder / (stem + ".png")).string() + " cannot be drawn");
  return true;
}

}  // namespace

void remove_picture(const fs::path& folder, const std::string& stem) {
  for (const Picture& picture : kPictures) fs::remove(folder / (stem + picture.extension));
}

bool draw_picture(const fs::path& folder, const std::string& stem, const std::string& script) {
  write_file(folder / (stem + ".gp"), script);
  if (run_gnuplot(folder, stem)) return true;
  print_error("switchyard: note: no picture: gnuplot is not installed\n");
  return false;
}

}  // namespace switchyard
