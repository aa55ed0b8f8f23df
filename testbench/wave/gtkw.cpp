#include "testbench/wave/gtkw.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "testbench/file/pending_file.h"

namespace switchyard {
namespace {

/// Trace flags, written in hexadecimal after `@`.
enum Flags : unsigned {
  kDecimal = 0x4,
  kBinary = 0x8,
  kRightJustify = 0x20,
  kBlank = 0x200,
  kCollapsed = 0x1000,
  kClosed = 0x400000,
  kGroupBegin = 0x800000,
  kGroupEnd = 0x1000000,
};

constexpr const char* kZoom = "-12.0";  ///< 200 pixels show 2^12 units of time.

std::string path_of(const std::vector<std::string>& scopes, const WaveTree::Entry& wire) {
  std::string path;
  for (const std::string& scope : scopes) path += scope + ".";
  path += wire.name;
  if (wire.width > 1) path += fmt::format("[{}:0]", wire.width - 1);
  return path;
}

}  // namespace

std::filesystem::path gtkw_path(const std::filesystem::path& wave_file) {
  return std::filesystem::path(wave_file).replace_extension(".gtkw");
}

void write_gtkw(const std::filesystem::path& wave_file, const WaveTree& tree, VcdWriter::Time start) {
  const std::filesystem::path view = gtkw_path(wave_file);
  PendingFile file(view);
  // Both names without their folder: GTKWave looks for the dump file relative to the view.
  file.write(fmt::format("[*] switchyard\n[dumpfile] \"{}\"\n[savefile] \"{}\"\n",
                         wave_file.filename().string(), view.filename().string()));
  file.write(fmt::format("[timestart] {}\n[size] 1600 900\n[pos] -1 -1\n*{}", start, kZoom));
  for (int marker = 0; marker < 27; ++marker) file.write(" -1");
  file.write("\n[sst_width] 200\n[signals_width] 280\n");

  std::vector<std::string> scopes;
  for (const WaveTree::Entry& entry : tree.entries()) {
    const bool closed = entry.fold == Fold::Closed;
    switch (entry.kind) {
      case WaveTree::Entry::Kind::Open:
        if (scopes.empty()) {
          file.write(fmt::format("[treeopen] {}.\n", entry.name));
        } else {
          file.write(fmt::format("@{:x}\n-{}\n", kBlank | kGroupBegin | (closed ? kClosed : 0U), entry.name));
        }
        scopes.push_back(entry.name);
        break;
      case WaveTree::Entry::Kind::Close:
        scopes.pop_back();
        if (scopes.empty()) break;
        file.write(fmt::format("@{:x}\n-{}\n", kBlank | kGroupEnd | (closed ? kClosed | kCollapsed : 0U),
                               entry.name));
        break;
      case WaveTree::Entry::Kind::Wire: {
        const std::string label =
            scopes.size() < 2 ? "" : fmt::format("+{{{}.{}}} ", scopes.back(), entry.name);
        const Flags radix = entry.radix == Radix::Binary ? kBinary : kDecimal;
        file.write(fmt::format("@{:x}\n{}{}\n", radix | kRightJustify, label, path_of(scopes, entry)));
      }
    }
  }
  file.write("[pattern_trace] 1\n[pattern_trace] 0\n");
  file.commit();
}

}  // namespace switchyard
