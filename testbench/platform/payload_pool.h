#pragma once

#include <memory>
#include <tlm>
#include <vector>

namespace switchyard {

/// Payloads of one initiator, used again and again; it owns them all, whoever else has references when it
/// ends.
class PayloadPool final : public tlm::tlm_mm_interface {
 public:
  ~PayloadPool() override {
    for (const auto& payload : all_) payload->reset();  // Deletes extensions of those that are under way.
  }

  /// With one reference, that of the caller.
  tlm::tlm_generic_payload& take() {
    if (free_.empty())
      free_.push_back(all_.emplace_back(std::make_unique<tlm::tlm_generic_payload>(this)).get());
    tlm::tlm_generic_payload& payload = *free_.back();
    free_.pop_back();
    payload.acquire();
    return payload;
  }
  /// Without any reference; called by release().
  void free(tlm::tlm_generic_payload* payload) override {
    payload->reset();
    free_.push_back(payload);
  }
  std::size_t in_use() const { return all_.size() - free_.size(); }

 private:
  std::vector<std::unique_ptr<tlm::tlm_generic_payload>> all_;
  std::vector<tlm::tlm_generic_payload*> free_;
};

}  // namespace switchyard
