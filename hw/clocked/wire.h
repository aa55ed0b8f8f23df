#pragma once

#include <memory>
#include <systemc>

#include "hw/base/flit.h"

namespace switchyard {

/// The process that reads wires. It may sleep until one of them changes.
struct WireReader {
  bool asleep = false;
  sc_core::sc_event woken;
};

inline bool is_idle(const Flit& flit) { return !flit.valid(); }
inline bool is_idle(VcMask credits) { return credits == 0; }

/// A signal with one driver: what an sc_signal is to its pins, at half the price.
///
/// Each wire has one driver by construction, which writes only what has changed, so neither is checked. The
/// node that reads it is woken only while it sleeps, and need not look at wires that are idle: most are, and
/// each is a line of the cache. The event for any others exists once somebody asks for it.
template <class T>
class Wire final : public sc_core::sc_prim_channel, public sc_core::sc_signal_inout_if<T> {
 public:
  explicit Wire(const char* name) : sc_core::sc_prim_channel(name) {}

  /// From now on bit `port` of `busy` says whether this wire is not idle. All must outlive the simulation.
  void is_read_by(WireReader& reader, PortMask& busy, PortId port) {
    reader_ = &reader;
    busy_ = &busy;
    bit_ = PortMask{1} << port;
  }

  void write(const T& value) override {
    next_ = value;
    request_update();
  }
  sc_core::sc_writer_policy get_writer_policy() const override { return sc_core::SC_UNCHECKED_WRITERS; }
  const T& read() const override { return value_; }
  const T& get_data_ref() const override { return value_; }
  bool event() const override { return changed_ != nullptr && changed_->triggered(); }
  const sc_core::sc_event& default_event() const override { return value_changed_event(); }
  const sc_core::sc_event& value_changed_event() const override {
    if (changed_ == nullptr) changed_ = std::make_unique<sc_core::sc_event>();
    return *changed_;
  }
  const char* kind() const override { return "wire"; }

 private:
  void update() override {
    const bool listened_to = changed_ != nullptr && !(next_ == value_);
    value_ = next_;
    if (reader_ != nullptr) {
      *busy_ = is_idle(value_) ? *busy_ & ~bit_ : *busy_ | bit_;
      if (reader_->asleep) reader_->woken.notify(sc_core::SC_ZERO_TIME);
    }
    if (listened_to) changed_->notify(sc_core::SC_ZERO_TIME);
  }

  T value_{};
  T next_{};
  WireReader* reader_ = nullptr;
  PortMask* busy_ = nullptr;
  PortMask bit_ = 0;
  mutable std::unique_ptr<sc_core::sc_event> changed_;
};

}  // namespace switchyard
