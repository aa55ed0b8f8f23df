#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "hw/base/random_stream.h"
#include "testbench/traffic/listening_source.h"
#include "testbench/traffic/traffic_class.h"

namespace switchyard {

/// Packets of several classes: those that terminals create by themselves, and the replies to them.
///
/// A terminal with as many outstanding requests of a class as it may have creates no more until a reply
/// comes: the creation process of that class stands still meanwhile, so the rest of it is delayed. Of one
/// cycle replies come first, the oldest before the others; then the classes in their order.
///
/// A reply that faults keep out never comes: its request stays outstanding.
class ClassSource final : public ListeningSource {
 public:
  /// `streams`: [label], of each class; null of replies. None is finite. `seed`: of the lengths of replies.
  ClassSource(NodeId terminals, std::shared_ptr<const TrafficClasses> classes,
              std::vector<std::unique_ptr<PacketSource>> streams, std::uint64_t seed);

  bool next(NodeId source, PacketRequest& request) override;
  bool finite() const override { return false; }
  void delivered(PacketId packet, const PacketRecord& record, Cycle now) override;
  void refused(NodeId source) override;
  /// When the request was created that this packet answers; nothing if it is no reply.
  std::optional<Cycle> asked(PacketId reply) const override;
  bool exhausted() const override { return false; }
  const std::string& failure() const override { return failure_; }
  MessageFigures figures() const override { return {}; }

 private:
  /// The packets of one class that a terminal creates by itself.
  struct Stream {
    PacketRequest upcoming;
    bool ended = true;
    Cycle delay = 0;  ///< That waiting for replies has cost so far.
    int outstanding = 0;

    Cycle due() const { return upcoming.created + delay; }
  };
  struct DueReply {
    Cycle ready;
    std::uint64_t number;  ///< Of the replies of its terminal.
    NodeId destination;
    Cycle asked;  ///< When its request was created.
    std::uint16_t flits;
    std::uint8_t label;

    bool operator<(const DueReply& other) const {  // The next one is on top of a heap.
      return ready != other.ready ? ready > other.ready : number > other.number;
    }
  };
  struct Terminal {
    std::vector<Stream> streams;    ///< [label]
    std::vector<DueReply> replies;  ///< A heap.
    PacketId next_id;
    RandomStream lengths;  ///< Of replies.
    std::uint64_t requests_taken = 0;
    std::uint8_t last_label = 0;  ///< Of the packet that was given last.
  };

  bool may_create(const Stream& stream, const TrafficClass& of) const {
    return !stream.ended && (!of.outstanding || stream.outstanding < *of.outstanding);
  }
  bool give_reply(Terminal& terminal, PacketRequest& request);
  bool give_new(NodeId source, Terminal& terminal, PacketRequest& request);
  Cycle next_due(const Terminal& terminal) const;

  const NodeId terminal_count_;
  const std::shared_ptr<const TrafficClasses> classes_;
  std::vector<std::unique_ptr<PacketSource>> streams_;
  std::vector<Terminal> terminals_;
  std::unordered_map<PacketId, Cycle> asked_;  ///< [reply under way]: when its request was created.
  const std::string failure_;                  ///< It checks nothing: empty.
};

}  // namespace switchyard
