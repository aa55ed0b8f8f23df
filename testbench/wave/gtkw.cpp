#include "testbench/wave/gtkw.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "testbench/file/pending_file.h"

namespace switchyard {
namespace {

/// Trace flags, written in hexadecimal after `@`.
enum Flags : unsigned {
  kHexadecimal = 0x2,
  kDecimal = 0x4,
  kBinary = 0x8,
  kRightJustify = 0x20,
  kBlank = 0x200,
  kAscii = 0x800,
  kCollapsed = 0x1000,
  kClosed = 0x400000,
  kGroupBegin = 0x800000,
  kGroupEnd = 0x1000000,
};

constexpr const char* kZoom = "-12.0";          ///< 200 pixels show 2^12 units of time.
constexpr VcdWriter::Time kBeforeMark = 9'000;  ///< What is shown before a mark.
constexpr int kNamedMarkers = 26;

std::string path_of(const std::vector<std::string>& scopes, const WaveTree::Entry& wire) {
  std::string path;
  for (const std::string& scope : scopes) path += scope + ".";
  return path + wire.name;
}

Flags flag_of(Radix radix) {
  switch (radix) {
    case Radix::Binary: return kBinary;
    case Radix::Hexadecimal: return kHexadecimal;
    case Radix::Text: return kAscii;
    case Radix::Decimal: break;
  }
  return kDecimal;
}

std::string trace_of(const std::string& path, const WaveTree::Entry& wire, const std::string& label) {
  const unsigned radix = flag_of(wire.radix);
  const std::string range = wire.width > 1 ? fmt::format("[{}:0]", wire.width - 1) : "";
  return fmt::format("@{:x}\n{}{}{}\n", radix | kRightJustify, label, path, range);
}

std::string comment(const std::string& text) { return fmt::format("@{:x}\n-{}\n", unsigned{kBlank}, text); }

/// Where the view begins, and its markers: the primary one, A to Z, and the name of A.
std::string window_of(VcdWriter::Time start, const std::optional<WaveMark>& mark) {
  if (!mark) {
    std::string markers;
    for (int marker = 0; marker <= kNamedMarkers; ++marker) markers += " -1";
    return fmt::format("[timestart] {}\n[size] 1600 900\n[pos] -1 -1\n*{}{}\n", start, kZoom, markers);
  }
  std::string markers = fmt::format(" {0} {0}", mark->time);
  for (int marker = 1; marker < kNamedMarkers; ++marker) markers += " -1";
  return fmt::format("[timestart] {}\n[size] 1600 900\n[pos] -1 -1\n*{}{}\n[markername] A{}\n",
                     std::max(start, mark->time - std::min(mark->time, kBeforeMark)), kZoom, markers,
                     mark->name);
}

/// The first lines: the mark's signals with their full names, in its order.
std::string marked_lines(const WaveTree& tree, const WaveMark& mark) {
  std::map<std::string, std::string> traces;
  std::vector<std::string> scopes;
  for (const WaveTree::Entry& entry : tree.entries()) {
    switch (entry.kind) {
      case WaveTree::Entry::Kind::Open: scopes.push_back(entry.name); break;
      case WaveTree::Entry::Kind::Close: scopes.pop_back(); break;
      case WaveTree::Entry::Kind::Alias:
      case WaveTree::Entry::Kind::Wire: {
        const std::string path = path_of(scopes, entry);
        traces[path] = trace_of(path, entry, "");
      }
    }
  }
  std::string lines = comment(mark.name);
  for (const std::string& signal : mark.signals) lines += traces[signal];
  return lines + comment("");
}

}  // namespace

bool has_view(const std::filesystem::path& wave_file) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(wave_file, error);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

std::filesystem::path gtkw_path(const std::filesystem::path& wave_file) {
  return std::filesystem::path(wave_file).replace_extension(".gtkw");
}

void write_gtkw(const std::filesystem::path& wave_file, const WaveTree& tree, VcdWriter::Time start,
                const std::optional<WaveMark>& mark) {
  const std::filesystem::path view = gtkw_path(wave_file);
  PendingFile file(view);
  // Both names without their folder: GTKWave looks for the dump file relative to the view.
  file.write(fmt::format("[*] switchyard\n[dumpfile] \"{}\"\n[savefile] \"{}\"\n",
                         wave_file.filename().string(), view.filename().string()));
  file.write(window_of(start, mark));
  file.write("[sst_width] 200\n[signals_width] 280\n");
  if (mark) file.write(marked_lines(tree, *mark));

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
      case WaveTree::Entry::Kind::Alias:
      case WaveTree::Entry::Kind::Wire: {
        const std::string label =
            scopes.size() < 2 ? "" : fmt::format("+{{{}.{}}} ", scopes.back(), entry.name);
        file.write(trace_of(path_of(scopes, entry), entry, label));
      }
    }
  }
  file.write("[pattern_trace] 1\n[pattern_trace] 0\n");
  file.commit();
}

}  // namespace switchyard
