#include <string>

#include "hw/router/combining/ranade_phases.h"
#include "testbench/cosim/router/combining_router_pins.h"
#include "testbench/cosim/router/registered_router.h"
#include "testbench/cosim/router/whole_router.h"
#include "testbench/cosim/rtl_combining_router_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_model_table.h"

namespace switchyard {
namespace {

/// Model of one shape. Its pins are registers, as those of vc_router are.
template <class Verilated, int kLinks>
class RegisteredCombiningRouter final
    : public RegisteredRouter<Verilated, 2 * (kLinks + 1) + 1,
                              kLinks == 1 ? RanadePhases::kStraightStreams : 1> {
  using Router =
      RegisteredRouter<Verilated, 2 * (kLinks + 1) + 1, kLinks == 1 ? RanadePhases::kStraightStreams : 1>;
  using Router::rtl;

 public:
  RegisteredCombiningRouter(const std::string& name, const CombiningRouterStraps& straps,
                            const RtlOptions& options)
      : Router(name, "registered_combining_router", BlockFault::Block::CombiningRouter,
               combining_router_places(kLinks), options) {
    straps.site.drive(rtl()->site_i);
    straps.place.drive(rtl()->place_i);
    straps.odd.drive(rtl()->odd_i);
    straps.multiples.drive(rtl()->multiples_i);
    straps.offset.drive(rtl()->offset_i);
    straps.prime.drive(rtl()->prime_i);
    straps.shift.drive(rtl()->shift_i);
    straps.inverse.drive(rtl()->inverse_i);
    Router::reset();
  }
};

using Make = std::unique_ptr<RtlRouter> (*)(const std::string& name, const CombiningRouterStraps& straps,
                                            const RtlOptions& options);
using Table = RtlModelTable<CombiningRouterShape, Make>;

const Table& models() {
#define SY_MODEL(verilated, links, queue, directions, words, key_bits, rows)                      \
  {{links, queue, directions, words, key_bits, rows},                                             \
   [](const std::string& name, const CombiningRouterStraps& straps,                               \
      const RtlOptions& options) -> std::unique_ptr<RtlRouter> {                                  \
     return std::make_unique<RegisteredCombiningRouter<verilated, links>>(name, straps, options); \
   }},
  static const Table kModels({SY_RTL_COMBINING_ROUTER_MODELS});
#undef SY_MODEL
  return kModels;
}

}  // namespace

std::unique_ptr<RtlRouter> make_rtl_combining_router(const Design& design, NodeId node,
                                                     const RtlOptions& options) {
  const CombiningRouterShape shape = combining_router_shape(design);
  const Table::Row* const model =
      models().find_first([&](const CombiningRouterShape& built) { return built.can_be(shape); });
  if (model != nullptr)
    return model->make("router_" + std::to_string(node) + " rtl",
                       combining_router_straps(design, node, model->key), options);
  refuse_combining_router(
      "no model is built for " + describe(shape) +
      ". Built: " + models().built("; ", [](const CombiningRouterShape& built) { return describe(built); }));
}

}  // namespace switchyard
