#include "hw/clocked/link_status.h"

#include <string>
#include <utility>

namespace switchyard {

LinkStatus::LinkStatus(const sc_core::sc_module_name& name, NodeId node_count,
                       std::vector<PortChange> changes)
    : sc_core::sc_module(name), changes_(std::move(changes)) {
  for (NodeId node = 0; node < node_count; ++node) {
    faulty_.push_back(
        std::make_unique<sc_core::sc_signal<PortMask>>(("faulty_" + std::to_string(node)).c_str()));
  }
  SC_HAS_PROCESS(LinkStatus);
  SC_METHOD(on_clock);
  sensitive << clk_i.pos();
  dont_initialize();
}

void LinkStatus::on_clock() {
  if (!rst_ni.read()) {
    for (const auto& faulty : faulty_) faulty->write(0);
    next_change_ = 0;
    next_cycle_ = 0;
  } else {
    ++next_cycle_;
  }
  for (; next_change_ != changes_.size() && changes_[next_change_].at <= next_cycle_; ++next_change_)
    faulty_[changes_[next_change_].node]->write(changes_[next_change_].faulty);
}

}  // namespace switchyard
