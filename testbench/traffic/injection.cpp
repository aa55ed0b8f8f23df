#include "testbench/traffic/injection.h"

namespace switchyard {

std::vector<ClassFigures> figures_before_run(const Injection& injection) {
  std::vector<ClassFigures> figures;
  if (injection.classes == nullptr || injection.messages != nullptr) return figures;
  for (const TrafficClass& of : *injection.classes) {
    ClassFigures& of_class = figures.emplace_back();
    of_class.name = of.name;
    of_class.network = of.network;
    of_class.is_answered = of.reply.has_value();
  }
  return figures;
}

}  // namespace switchyard
