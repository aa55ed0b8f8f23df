#include "testbench/sweep/draw.h"

#include "testbench/picture/draw_picture.h"
#include "testbench/sweep/gnuplot.h"

namespace switchyard {

std::vector<std::filesystem::path> draw_pictures(const std::filesystem::path& folder,
                                                 const std::vector<SweepPicture>& pictures) {
  std::vector<std::filesystem::path> drawn;
  for (const auto& [stem, plot] : pictures) {
    remove_picture(folder, stem);
    if (plot.curves.empty()) continue;
    if (draw_picture(folder, stem, gnuplot_script(plot, stem)))
      drawn.insert(drawn.end(), {folder / (stem + ".png"), folder / (stem + ".svg")});
  }
  return drawn;
}

}  // namespace switchyard
