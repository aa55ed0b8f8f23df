#pragma once

#include <optional>
#include <string>

#include "testbench/monitor/barrier_figures.h"
#include "testbench/monitor/message_figures.h"
#include "testbench/monitor/scoreboard.h"
#include "testbench/traffic/packet_source.h"

namespace switchyard {

/// A source that is told of what has been delivered: what a terminal sends depends on what came to it.
///
/// It is asked with `request.created` set to the current cycle. Its answer is a packet that is created in
/// that cycle, or no packet before a later one (kNever: not before something has come). A terminal is asked
/// again at once after a packet, in the cycle of the answer, and in each cycle in which a packet has come to
/// it.
class ListeningSource : public PacketSource {
 public:
  ListeningSource* listening() final { return this; }

  /// A packet has come to its destination in cycle `now`, before that terminal is asked in it.
  virtual void delivered(PacketId packet, const PacketRecord& record, Cycle now) = 0;
  /// The packet that `source` was given last is not let in: it has no id.
  virtual void refused(NodeId source) = 0;
  /// When the request was created that this packet, which has not been delivered, answers.
  virtual std::optional<Cycle> asked(PacketId /*packet*/) const { return {}; }
  /// A wave has released it from the barrier at which it has arrived; told as delivered() is.
  virtual void released(NodeId /*node*/, Cycle /*now*/) {}
  /// No packet may come to a processor that has not been released into its epoch.
  virtual void forbid_early_packets() {}
  /// No terminal will send any more: nothing is under way or due.
  virtual bool exhausted() const = 0;
  virtual const std::string& failure() const = 0;  ///< Of its own checks; empty: all is well.
  virtual MessageFigures figures() const = 0;
  virtual std::optional<BarrierFigures> barriers() const { return {}; }
};

/// Tells a source of deliveries, if it listens, and another listener of all that it hears.
class DeliveryNews final : public DeliveryListener {
 public:
  /// Both must outlive it.
  DeliveryNews(PacketSource& source, DeliveryListener& listener)
      : source_(source.listening()), listener_(listener) {}

  /// What a scoreboard is to tell: the other listener itself where no source listens.
  DeliveryListener& ear() { return source_ == nullptr ? listener_ : *this; }

  void on_created(NodeId source, const PacketRecord& record) override {
    listener_.on_created(source, record);
  }
  void on_flits(NodeId source, NodeId at, std::uint64_t count) override {
    listener_.on_flits(source, at, count);
  }
  void on_delivered(PacketId id, NodeId source, const PacketRecord& record, Cycle now) override {
    listener_.on_delivered(id, source, record, now);
    if (const auto asked = source_->asked(id)) listener_.on_answered(record, *asked, now);
    source_->delivered(id, record, now);
  }
  void on_answered(const PacketRecord& reply, Cycle asked, Cycle now) override {
    listener_.on_answered(reply, asked, now);
  }

 private:
  ListeningSource* source_;
  DeliveryListener& listener_;
};

}  // namespace switchyard
