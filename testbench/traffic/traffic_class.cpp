#include "testbench/traffic/traffic_class.h"

namespace switchyard {

std::vector<ClassFigures> figures_before_run(const TrafficClasses* classes) {
  std::vector<ClassFigures> figures;
  if (classes == nullptr) return figures;
  for (const TrafficClass& of : *classes) {
    ClassFigures& of_class = figures.emplace_back();
    of_class.name = of.name;
    of_class.network = of.network;
    of_class.is_answered = of.reply.has_value();
  }
  return figures;
}

}  // namespace switchyard
