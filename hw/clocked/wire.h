#pragma once

#include <memory>
#include <systemc>
#include <utility>

namespace switchyard {

/// A process that sleeps until a wire changes.
struct Sleeper {
  bool asleep = false;
  sc_core::sc_event woken;
};

/// A signal with one driver: what an sc_signal is to its pins, at half the price.
///
/// Each wire has one driver by construction, which writes only what has changed, so neither is checked. The
/// node that reads it is woken only while it sleeps; the event for any others exists once somebody asks for
/// it.
template <class T>
class Wire final : public sc_core::sc_prim_channel, public sc_core::sc_signal_inout_if<T> {
 public:
  explicit Wire(const char* name) : sc_core::sc_prim_channel(name) {}

  /// `sleeper` must outlive the simulation.
  void wakes(Sleeper& sleeper) { sleeper_ = &sleeper; }

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
    if (sleeper_ != nullptr && sleeper_->asleep) sleeper_->woken.notify(sc_core::SC_ZERO_TIME);
    if (listened_to) changed_->notify(sc_core::SC_ZERO_TIME);
  }

  T value_{};
  T next_{};
  Sleeper* sleeper_ = nullptr;
  mutable std::unique_ptr<sc_core::sc_event> changed_;
};

}  // namespace switchyard
