#include "hw/router/chaos/visit_sequencer.h"

#include <stdexcept>
#include <string>

namespace switchyard {

VisitSequencer::VisitSequencer(const VisitSite& site)
    : site_(site),
      lfsr_(site.random),
      slots_(site.config.queue_size),
      queued_(slots_.size()),
      queue_(slots_) {
  just_read_.reserve(2 * site.config.visits_per_cycle + 1);
  reset();
}

void VisitSequencer::reset() {
  turn_.reset(site_.first_channel);
  lfsr_ = site_.random;
  wanted_ = 0;
  wanting_.fill(0);
  queue_.reset();
  just_read_.clear();
}

void VisitSequencer::set_faulty_channels(PortMask channels) {
  faulty_ = channels;
  wanted_ = 0;
  for (PortId p = 0; p < site_.channels; ++p) {
    if (wanting_[p] != 0) wanted_.set(p);
  }
  wanted_ &= ~faulty_;
}

int VisitSequencer::take(PacketId packet) {
  for (CentralQueue::Cursor cursor = queue_.oldest(); !queue_.at_end(cursor); queue_.next(cursor)) {
    if (queue_.at(cursor).flit.packet == packet) return take(cursor);
  }
  throw std::logic_error("VisitSequencer: packet " + std::to_string(packet) + " leaves node " +
                         std::to_string(site_.node) + ", and is not in the queue");
}

CentralQueue::Cursor VisitSequencer::pick_victim() {
  CentralQueue::Cursor victim = queue_.oldest();
  if (site_.config.variant == ChaosConfig::Variant::Chaos) {
    for (std::uint32_t skipped = lfsr_.below(eligible()); skipped != 0; --skipped) queue_.next(victim);
    return victim;
  }
  const bool last = site_.config.variant == ChaosConfig::Variant::Natural;
  for (CentralQueue::Cursor cursor = victim; !queue_.at_end(cursor); queue_.next(cursor)) {
    if (last || age_at(cursor) > age_at(victim)) victim = cursor;
  }
  return victim;
}

}  // namespace switchyard
