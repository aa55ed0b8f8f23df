#pragma once

#include <deque>
#include <memory>
#include <unordered_map>

#include "testbench/messages/message_check.h"
#include "testbench/messages/message_stream.h"
#include "testbench/messages/sequential_values.h"
#include "testbench/traffic/listening_source.h"

namespace switchyard {

/// How a graph is played.
struct MessageOptions {
  std::uint64_t window = std::uint64_t{1} << 18;  ///< Messages that are read ahead.
  int longest_packet = 65535;  ///< Flits of payload; longer messages go as several packets.
  int header_flits = 0;        ///< Of each packet, before its payload.
};

/// Plays a graph of messages while it reads it.
///
/// A message joins its source's queue in the cycle in which it is ready; those of one terminal and cycle in
/// the order of their ids. It has come when the tails of all its packets have. With it comes its value: its
/// own, combined with those that came with the messages that it waits for; it must be that of the sequential
/// evaluation. The flits of a message are payload; each of its packets has those of the header, too.
///
/// Memory:  the messages from the oldest that has not come are at most `window`; those that have come are
///          kept as long, as others may still wait for them.
/// Timing:  a terminal with messages of a phase that has not begun, or that wait for what comes to another
///          terminal of their node, is asked in every cycle; the stream is read on in cycles that are
///          multiples of 64, by what has come before: so no figure depends on the order in which terminals
///          are asked in a cycle.
/// Errors:  std::runtime_error from next() and delivered() if the stream breaks a rule of MessageCheck.
class MessageSource final : public ListeningSource {
 public:
  /// `terminals`: where those of the network are attached.
  MessageSource(const MessageGraph& graph, std::vector<Attachment> terminals,
                const MessageOptions& options = {});

  bool next(NodeId source, PacketRequest& request) override;
  bool finite() const override { return true; }
  void delivered(PacketId packet, const PacketRecord& record, Cycle now) override;
  void refused(NodeId source) override;
  bool exhausted() const override;
  const std::string& failure() const override { return failure_; }
  MessageFigures figures() const override;

 private:
  static constexpr Cycle kLook = 64;  ///< Cycles from one look at the stream to the next.
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// A message of the window.
  struct Live {
    TerminalId source;
    TerminalId destination;
    std::uint32_t flits;
    std::uint32_t waits_for;  ///< Messages that have not come, or left.
    Cycle compute;
    Cycle ready;          ///< So far: of what has come.
    std::uint64_t value;  ///< So far; in the end what came with it.
    Cycle left = kNever;  ///< When it was ready.
    Cycle came = kNever;
    Cycle asked = kNever;                       ///< When the message was ready to which this is an answer.
    std::uint64_t chain = 1;                    ///< Messages of the longest chain that ends with it.
    std::uint32_t packets = 0;                  ///< That have not come.
    std::uint32_t waiting_for_arrival = kNone;  ///< First of those that wait, in links_.
    std::uint32_t waiting_for_leave = kNone;
    Cycle slot = 0;
    Cycle period = 0;
    std::uint8_t label = 0;
    MessageOperation operation = MessageOperation::None;
  };
  /// One message in the list of those that wait for another.
  struct Link {
    MessageId waiting;
    std::uint32_t next;
  };
  struct Ready {
    Cycle at;
    MessageId id;
    bool operator<(const Ready& other) const {  // The next one is on top of a heap.
      return at != other.at ? at > other.at : id > other.id;
    }
  };
  struct Terminal {
    std::vector<Ready> ready;  ///< A heap.
    MessageId sending = 0;
    std::uint32_t flits_left = 0;  ///< Of `sending`, to be given out.
    std::uint32_t packets = 0;     ///< That were let in.
    std::uint32_t held = 0;        ///< Messages of phases that have not begun, and waits for other terminals.
  };
  /// A message that waits for all before the first one of its phase.
  struct Held {
    MessageId id;
    MessageId first;
  };
  /// A packet that has not come, and what it carries.
  struct UnderWay {
    MessageId message;
    std::uint64_t value;
  };

  void read_on(Cycle now);
  void read(Cycle now);
  void wait_for_phase(Live& message, MessageId id);
  void begin_phases(Cycle now);
  void wait_for(Live& message, MessageId own, MessageId other);
  TerminalId node_of(TerminalId terminal) const { return nodes_.empty() ? terminal : nodes_[terminal]; }
  /// `message` waits for `other` to arrive; else for it to leave.
  bool waits_for_arrival(const Live& message, const Live& other) const {
    return node_of(other.destination) == node_of(message.source);
  }
  Cycle known(const Live& message, const Live& other) const;
  void count_from(Live& message, const Live& other);
  void make_ready(Live& message, MessageId id);
  void leave(Terminal& terminal, Cycle now);
  void arrive(Live& message, MessageId id, Cycle now);
  /// Asks the check of results, unless something is wrong already.
  template <class Ask>
  void check_results(Ask&& ask) {
    if (failure_.empty() && results_ != nullptr) failure_ = ask(*results_);
  }
  void tell_waiting(std::uint32_t& first, const Live& other);
  void add(std::uint32_t& list, MessageId waiting);

  const NodeId terminal_count_;
  const std::vector<TerminalId> nodes_;  ///< As of MessageGraph.
  const std::uint64_t window_;
  const std::uint32_t longest_packet_;
  const std::uint32_t header_flits_;
  std::unique_ptr<MessageStream> stream_;
  MessageCheck check_;
  std::unique_ptr<ResultCheck> results_;
  SequentialValues values_;
  Recent<Live> live_;
  GraphMessage message_;  ///< The next one, unless all_read_.
  bool all_read_;
  Cycle next_look_ = 0;
  MessageId oldest_ = 0;     ///< All before it have come.
  std::deque<Held> held_;    ///< By their ids.
  std::uint64_t phase_ = 0;  ///< The last one that has been read of, its first message, and when it began.
  MessageId phase_first_ = 0;
  Cycle phase_began_ = 0;  ///< kNever: not yet.
  Cycle last_came_ = 0;
  std::vector<Terminal> terminals_;
  std::uint64_t ready_ = 0;  ///< In all heaps.
  std::unordered_map<PacketId, UnderWay> under_way_;
  std::vector<Link> links_;
  std::uint32_t free_link_ = kNone;
  std::string failure_;
  std::uint64_t come_ = 0;
  MessageFigures figures_;
};

}  // namespace switchyard
