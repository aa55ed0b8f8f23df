#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "testbench/platform/dma_master.h"
#include "testbench/platform/platform_config.h"
#include "testbench/platform/task_graph.h"

namespace switchyard {

/// The DMA masters of a platform, bound to its sockets, and the tasks that they carry out.
class Workers {
 public:
  using SocketOf = std::function<tlm::tlm_target_socket<>&(std::size_t master)>;

  /// To be made within the constructor of a module. `config` must outlive this object; `cycle` is a clock
  /// period of the network.
  Workers(const PlatformConfig& config, const SocketOf& socket_of, const sc_core::sc_time& cycle)
      : masters_(make_masters(config, socket_of)), tasks_(config.tasks, masters_, cycle) {}

  const std::vector<std::unique_ptr<DmaMaster>>& masters() const { return masters_; }
  const TaskGraph& tasks() const { return tasks_; }

 private:
  static std::vector<std::unique_ptr<DmaMaster>> make_masters(const PlatformConfig& config,
                                                              const SocketOf& socket_of) {
    std::vector<std::unique_ptr<DmaMaster>> masters;
    for (const MasterConfig& master : config.masters) {
      masters.push_back(std::make_unique<DmaMaster>(master.name.c_str(), master.burst, master.outstanding));
      masters.back()->socket.bind(socket_of(masters.size() - 1));
    }
    return masters;
  }

  std::vector<std::unique_ptr<DmaMaster>> masters_;
  TaskGraph tasks_;
};

}  // namespace switchyard
