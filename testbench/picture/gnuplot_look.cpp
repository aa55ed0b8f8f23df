#include "testbench/picture/gnuplot_look.h"

#include <fmt/format.h>

#include <array>

namespace switchyard {
namespace {

/// Black last.
constexpr std::array<const char*, 7> kColours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                              "#E69F00", "#56B4E9", "#000000"};

constexpr std::array<CurveStyle, 5> kStyles{{{1, 7, 6}, {2, 5, 4}, {4, 9, 8}, {3, 13, 12}, {5, 11, 10}}};

constexpr const char* kHead = R"(# Run `gnuplot {0}.gp` to draw {0}.png and {0}.svg again.
if (!exists('stem')) stem = '{0}'
)";

constexpr const char* kLook = R"(set datafile missing "NaN"
set termoption noenhanced
set border 3 lw 1.2 lc rgb '#404040'
set tics nomirror out textcolor rgb '#404040'
set grid lt 1 lc rgb '#e2e2e2' lw 0.8
set style data lines
)";

constexpr const char* kFormats = R"(
do for [format in 'png svg'] {{
  if (format eq 'png') {{
    set terminal pngcairo noenhanced size {0},{1} font 'DejaVu Sans,13' linewidth 1.5 background 'white'
  }} else {{
    set terminal svg noenhanced size {0},{1} font 'DejaVu Sans,17' linewidth 1.5 background 'white'
  }}
  set output stem . '.' . format
)";

}  // namespace

std::string gnuplot_head(const std::string& stem) { return fmt::format(kHead, stem) + kLook; }

std::string gnuplot_formats(int width, int height) { return fmt::format(kFormats, width, height); }

std::string shortened(const std::string& text, std::size_t most) {
  const auto begins_letter = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  std::size_t letters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (begins_letter(text[i]) && ++letters > most) return text.substr(0, i) + "...";
  }
  return text;
}

/// In single quotes: inside double ones gnuplot runs what stands between backquotes.
std::string gnuplot_text(const std::string& text) {
  std::string result = "'";
  for (const char c : shortened(text, kMaxPictureLetters))
    result += c == '\'' ? "''" : std::string(1, c == '\n' ? ' ' : c);
  return result + '\'';
}

std::string curve_colour(std::size_t curve) {
  return fmt::format("lc rgb '{}'", kColours[curve % kColours.size()]);
}

const CurveStyle& curve_style(std::size_t curve) { return kStyles[curve / kColours.size() % kStyles.size()]; }

std::string curve_line(std::size_t curve) {
  return fmt::format("lines lw 2 dt {} {}", curve_style(curve).dash, curve_colour(curve));
}

}  // namespace switchyard
