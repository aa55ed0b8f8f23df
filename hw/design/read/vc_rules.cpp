#include "hw/design/read/vc_rules.h"

#include "hw/base/types.h"

namespace switchyard {

void require_vcs(const ConfigNode& root, int vcs, int least, const std::string& who, const std::string& why) {
  if (vcs >= least) return;
  const ConfigNode router = root.child("router");
  if (router.has("virtual_networks") && router.child("virtual_networks").sound()) {
    router.child("virtual_networks")
        .fail("router.virtual_networks has one of " + std::to_string(vcs) + " VCs, but " + who +
              " needs at least " + std::to_string(least) + ": " + why);
    return;
  }
  router.child("virtual_channels")
      .fail("router.virtual_channels = " + std::to_string(vcs) + ", but " + who + " needs at least " +
            std::to_string(least) + ": " + why);
}

void require_throttle(const ConfigNode& root, int vcs, int adaptive, const std::string& who) {
  const ConfigNode throttle = root.child("router").child("throttle_vcs");
  if (adaptive < 1 || !throttle.exists() || !throttle.sound()) return;
  const auto wanted = throttle.as_integer_or("all", {1, kMaxVcs});
  if (!wanted || *wanted <= adaptive) return;
  throttle.fail("router.throttle_vcs = " + std::to_string(*wanted) + ", but " + who +
                " with router.virtual_channels = " + std::to_string(vcs) + " has only " +
                std::to_string(adaptive) + " adaptive VCs: 1.." + std::to_string(adaptive) + " or all");
}

}  // namespace switchyard
