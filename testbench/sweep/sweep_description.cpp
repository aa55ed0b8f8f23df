#include "testbench/sweep/sweep_description.h"

#include <nlohmann/json.hpp>

#include "testbench/file/json_text.h"
#include "testbench/file/pending_file.h"
#include "testbench/report/version.h"

namespace switchyard {

using nlohmann::ordered_json;

void write_sweep_description(const Sweep& sweep, const std::vector<DescribedFigure>& figures) {
  ordered_json json{{"name", sweep.name},
                    {"version", kVersion},
                    {"commit", sweep.commit},
                    {"level", sweep.runner.level()},
                    {"axes", ordered_json::array()},
                    {"figures", ordered_json::array()}};
  for (const SweepAxis& axis : sweep.axes)
    json["axes"].push_back({{"path", axis.path}, {"values", axis.values}});
  for (const DescribedFigure& figure : figures) {
    json["figures"].push_back({{"name", figure.name},
                               {"of", figure.of_stable ? "stable" : "all"},
                               {"ci95", figure.ci95.empty() ? ordered_json() : ordered_json(figure.ci95)}});
  }
  write_file(sweep.folder / "sweep.json", json_text(json));
}

}  // namespace switchyard
