#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/design/design.h"

namespace switchyard {

/// A packet at its destination. Times are cycles.
struct PacketArrival {
  PacketId packet = 0;
  TerminalId source = 0;
  TerminalId destination = 0;
  int flits = 0;
  int hops = 0;        ///< Network channels that it crossed.
  Cycle created = 0;   ///< When it joined its source's queue.
  Cycle injected = 0;  ///< When its head flit left the source.
  Cycle arrived = 0;   ///< When its tail reached the terminal.
};
using ArrivalHandler = std::function<void(const PacketArrival&)>;

/// A packet leaves its source's queue.
struct PacketDeparture {
  PacketId packet = 0;
  int flits = 0;
  Cycle at = 0;  ///< Of its tail.
};
/// Called by send() or run(), as soon as the cycle is known: it may be to come, and of a packet that stood
/// behind others it may have passed.
using DepartureHandler = std::function<void(const PacketDeparture&)>;

/// A network without flits: packets reserve what they need, hop by hop or their whole paths at once.
class ApproximateNetwork {
 public:
  virtual ~ApproximateNetwork() = default;

  /// The packet joins its source's queue in cycle `at` >= now(), behind those that were sent before.
  virtual void send(PacketId packet, TerminalId source, TerminalId destination, int flits, Cycle at) = 0;
  /// All that happens before cycle `end`. The handler is told of every arrival, in the order of time; it may
  /// send more.
  virtual void run(Cycle end) = 0;
  virtual Cycle now() const = 0;
  /// No later than the next thing that happens; kNever if nothing is under way.
  virtual Cycle next() const = 0;
};

/// A design is set to something that the level has no model of.
class NoModel : public std::invalid_argument {
 public:
  NoModel(std::string dotted_path, const std::string& what)
      : std::invalid_argument("level approximate has no model of " + what + "; use fast"),
        setting(std::move(dotted_path)) {}

  std::string setting;  ///< In the configuration.
};

/// `departed` may be empty. The design must outlive the network.
/// Errors: NoModel.
std::unique_ptr<ApproximateNetwork> make_approximate_network(const Design& design, ArrivalHandler arrived,
                                                             DepartureHandler departed = {});

}  // namespace switchyard
