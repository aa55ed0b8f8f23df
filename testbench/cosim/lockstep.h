#pragma once

#include <memory>
#include <utility>

#include "testbench/cosim/pin_comparison.h"

namespace switchyard {

/// A part of a router, as model and as RTL. It is itself the part, an `Interface`, so the pair can stand
/// inside any router of any network.
///
/// The router goes on with what the model does. In every cycle, also in those in which the part is not used,
/// every output of the RTL must be the model's, and zero where the model drives nothing. The first difference
/// goes to the log, which stops the run.
///
/// Who derives from it gives each call to both, and writes into expected() what the model drives.
template <class Interface, class Model, class Rtl>
class Lockstep : public Interface {
 public:
  Lockstep(const Lockstep&) = delete;  // The RTL calls it.

  void reset() override {
    model_->reset();
    rtl_->reset();
    comparison_.reset();
  }
  WaveGuest& model_waves() { return comparison_; }

 protected:
  /// `log` must outlive this object.
  Lockstep(NodeId node, std::unique_ptr<Model> model, std::unique_ptr<Rtl> rtl, DivergenceLog& log)
      : model_(std::move(model)), rtl_(std::move(rtl)), comparison_(node, rtl_->layout(), log) {
    rtl_->on_settled([this](Cycle cycle) {
      complete_expected();
      comparison_.compare(cycle, rtl_->outputs());
    });
  }

  Model& model() { return *model_; }
  const Model& model() const { return *model_; }
  Rtl& rtl() { return *rtl_; }
  PinWords& expected() { return comparison_.expected(); }

 private:
  /// What is known of expected() only as the cycle ends.
  virtual void complete_expected() {}

  std::unique_ptr<Model> model_;
  std::unique_ptr<Rtl> rtl_;
  PinComparison comparison_;
};

}  // namespace switchyard
