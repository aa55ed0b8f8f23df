#pragma once

#include <memory>

#include "testbench/experiment/experiment.h"
#include "testbench/monitor/link_monitor.h"
#include "testbench/monitor/measurement.h"
#include "testbench/traffic/admission.h"
#include "testbench/traffic/listening_source.h"
#include "testbench/traffic/network_interfaces.h"

namespace switchyard {

/// Sources, sinks and the monitors that are always on, for one network of an experiment, which must outlive
/// it.
struct NetworkBench {
  explicit NetworkBench(const Experiment& experiment);
  NetworkBench(const NetworkBench&) = delete;

  TerminalFactory terminals();

  const Experiment& experiment;
  Measurement measurement;
  std::unique_ptr<PacketSource> source;
  DeliveryNews news;
  Scoreboard scoreboard;
  LinkMonitor links;
  Admission admission;
  NetworkInterfaces interfaces;
};

}  // namespace switchyard
