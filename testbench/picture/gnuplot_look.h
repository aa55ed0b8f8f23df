#pragma once

#include <cstddef>
#include <string>

namespace switchyard {

/// How all pictures look that gnuplot draws: what their scripts share.

/// The lines that a script begins with; `stem` is that of its files' names.
std::string gnuplot_head(const std::string& stem);
/// Opens the loop over the files to be drawn, of so many pixels; "}" ends it.
std::string gnuplot_formats(int width, int height);

inline constexpr std::size_t kMaxPictureLetters = 130;  ///< That fit into a picture.
/// The first `most` letters of a text that is longer.
std::string shortened(const std::string& text, std::size_t most);
/// A text as gnuplot reads it, shortened to kMaxPictureLetters.
std::string gnuplot_text(const std::string& text);

/// Okabe and Ito's colours, which the colour-blind tell apart, in turn: "lc rgb '#0072B2'".
std::string curve_colour(std::size_t curve);
/// What else a curve is known by: another dash and point each time that the colours start again.
struct CurveStyle {
  int dash;
  int full_point;
  int hollow_point;
};
const CurveStyle& curve_style(std::size_t curve);
/// "lines ..." in colour and dash.
std::string curve_line(std::size_t curve);

}  // namespace switchyard
