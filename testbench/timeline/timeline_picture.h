#pragma once

#include <filesystem>
#include <string>

#include "testbench/timeline/timeline.h"

namespace switchyard {

/// A gnuplot script that draws the samples of a run over its cycles: links in use by group, flits injected
/// and ejected, packets in flight and waiting. Free of time and place: the same samples, the same text.
std::string timeline_script(const Timeline& timeline, const std::string& title, const std::string& stem);

/// Draws it as timeline.png and timeline.svg, see draw_picture(). Without samples there is none.
bool draw_timeline(const std::filesystem::path& folder, const Timeline& timeline, const std::string& title);

}  // namespace switchyard
