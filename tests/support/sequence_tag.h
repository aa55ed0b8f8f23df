#pragma once

#include <cstdint>
#include <tlm>

namespace switchyard {

/// Rides on a payload through the network: it must arrive as it set out.
struct SequenceTag : tlm::tlm_extension<SequenceTag> {
  std::uint64_t master = 0;
  std::uint64_t number = 0;
  tlm::tlm_extension_base* clone() const override { return new SequenceTag(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const SequenceTag&>(other);
  }
};

}  // namespace switchyard
