#include "testbench/mesh/mesh_algorithm.h"

#include <cmath>

namespace switchyard {
namespace {

constexpr std::uint32_t kBlackMask = 1U << static_cast<int>(Colour::Black);
constexpr std::uint32_t kWhiteMask = 1U << static_cast<int>(Colour::White);

double routing_bound(int side, std::uint32_t most) { return side * std::sqrt(most) + 2 * side; }

}  // namespace

std::uint32_t black_packets(int side, std::uint32_t most) {
  const std::uint64_t square = static_cast<std::uint64_t>(side) * side * most;
  auto m = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(square)));
  while (m * m < square) ++m;
  while (m > 0 && (m - 1) * (m - 1) >= square) --m;
  return static_cast<std::uint32_t>(m);
}

std::vector<MeshPhase> MeshAlgorithm::phases(const Mesh16Config& mesh, std::uint32_t most) const {
  const Cycle side = mesh.side;
  const Cycle sort_steps = mesh.sort->steps();
  const auto route = [&](const char* name, std::uint32_t colours, std::uint32_t for_one) {
    const double bound = routing_bound(mesh.side, for_one);
    const auto given = static_cast<Cycle>(std::ceil(bound)) * static_cast<Cycle>(mesh.banks);
    return MeshPhase{name, MeshCommand::Route, colours, given, bound};
  };
  const Colour loaded = kind == Kind::RouteColumns ? Colour::Black : Colour::White;
  std::vector<MeshPhase> phases{{"load", MeshCommand::Load, static_cast<std::uint32_t>(loaded)}};
  if (kind == Kind::RouteColumns || kind == Kind::RouteRows) {
    phases.push_back(
        {"route", MeshCommand::Route, loaded == Colour::Black ? kBlackMask : kWhiteMask, kNever});
    return phases;
  }
  phases.push_back({"sort", MeshCommand::SortRowMajor, 0, sort_steps});
  if (kind == Kind::Combining) {
    phases.push_back({"combine", MeshCommand::Combine, 0, 1});
    phases.push_back(route("route", kBlackMask, 1));
    return phases;
  }
  if (computes_max) {
    phases.push_back({"count", MeshCommand::Count, 0, 2 * side - 1});
    phases.push_back({"maximum", MeshCommand::Maximum, 0, 2 * side - 1});  // One of them to the processor.
  }
  const std::uint32_t black = black_packets(mesh.side, most);
  phases.push_back({"colour", MeshCommand::Colour, black, side + (black + side - 1) / side});
  if (mesh.banks == 2) {
    phases.push_back(route("route_both", kBlackMask | kWhiteMask, most));
    return phases;
  }
  phases.push_back(route("route_black", kBlackMask, most));
  phases.push_back({"sort_white", MeshCommand::SortColumnMajor, 0, sort_steps});
  phases.push_back(route("route_white", kWhiteMask, most));
  return phases;
}

}  // namespace switchyard
