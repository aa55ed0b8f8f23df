#include "testbench/sweep/draw.h"

#include "testbench/file/print.h"
#include "testbench/picture/draw_picture.h"
#include "testbench/sweep/gnuplot.h"

namespace switchyard {

void draw_pictures(const std::filesystem::path& folder, const std::vector<SweepPicture>& pictures) {
  for (const auto& [stem, plot] : pictures) {
    remove_picture(folder, stem);
    if (plot.curves.empty()) continue;
    if (draw_picture(folder, stem, gnuplot_script(plot, stem)))
      print_out("{0}/{1}.png\n{0}/{1}.svg\n", folder.string(), stem);
  }
}

}  // namespace switchyard
