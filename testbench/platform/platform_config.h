#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/design/read/catalog.h"
#include "testbench/wave/wave_probe.h"
#include "tlm/socket/combining_memory_config.h"
#include "tlm/socket/interconnect_config.h"

namespace switchyard {

struct MemoryConfig {
  std::size_t size = 0;  ///< Bytes.
  int latency = 0;       ///< Cycles.
  int bytes_per_cycle = 8;
};

struct MasterConfig {
  std::string name;
  unsigned burst = 64;       ///< Bytes of a transaction.
  unsigned outstanding = 4;  ///< Bursts that are being copied at a time.
};

/// A copy by one master, when others have ended.
struct TaskConfig {
  std::string name;
  std::size_t master = 0;  ///< Index.
  Address from = 0;
  Address to = 0;
  std::uint64_t bytes = 0;
  Cycle work = 0;  ///< Cycles before the copy begins.
  std::optional<Operation>
      operation;                   ///< By which the words at `to` are changed, in place of being overwritten.
  std::vector<std::size_t> after;  ///< Tasks before it in the list.
};

/// DMA masters, memories and a task graph around an Interconnect, or without memories around a
/// CombiningMemory.
struct PlatformConfig {
  std::vector<MemoryConfig> memories;  ///< [target socket]
  std::vector<MasterConfig> masters;   ///< [initiator socket]
  std::vector<TaskConfig> tasks;
  Cycle limit = 0;  ///< Of the run.
};

/// One configuration file with a platform, read and checked.
struct PlatformExperiment {
  Design design;
  InterconnectConfig interconnect;
  std::optional<CombiningMemoryConfig>
      combining_memory;  ///< If set, it stands in for interconnect and memories.
  PlatformConfig platform;
  std::string config;  ///< YAML after overrides.
};

/// Whether a document is of a platform, and not of a run.
bool has_platform(ConfigDocument& document);

/// Reads topology, router, routing, `interconnect` (with router.kind = ranade `combining_memory`), and
///
///   platform:
///     memories: [{target: 5, size: 0x10000, latency: 10, bytes_per_cycle: 8}]
///     masters: [{name: dma0, initiator: 0, burst: 64, outstanding: 4}]
///     tasks: [{name: load, master: dma0, from: 0x0, to: 0x100, bytes: 64, work: 10, after: [...]}]
///     limit: 1000000
///
/// There is a memory for each target and a master for each initiator. With `combining_memory` there are no
/// memories, and a task may have an `operation`: add, max, min, and, or, xor.
///
/// Errors: ConfigError with all faults of the document.
PlatformExperiment read_platform_experiment(ConfigDocument& document, const Catalog& catalog);

}  // namespace switchyard
