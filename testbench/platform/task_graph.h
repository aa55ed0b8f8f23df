#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "testbench/platform/dma_master.h"
#include "testbench/platform/platform_config.h"

namespace switchyard {

/// Gives the masters their tasks, each when the tasks before it have ended, and notes when.
class TaskGraph {
 public:
  /// Both must outlive this object. `cycle`: the unit of TaskConfig::work.
  TaskGraph(const std::vector<TaskConfig>& tasks, const std::vector<std::unique_ptr<DmaMaster>>& masters,
            const sc_core::sc_time& cycle);
  TaskGraph(const TaskGraph&) = delete;

  struct Times {
    sc_core::sc_time begin;
    sc_core::sc_time end;
    bool begun = false;
    bool ended = false;
  };

  bool finished() const { return ended_ == tasks_.size(); }
  const std::vector<Times>& times() const { return times_; }  ///< [task]

 private:
  void start(std::size_t task);
  void begin(std::size_t task);
  void end(std::size_t task);

  const std::vector<TaskConfig>& tasks_;
  const std::vector<std::unique_ptr<DmaMaster>>& masters_;
  sc_core::sc_time cycle_;
  std::vector<Times> times_;
  std::vector<std::size_t> waits_for_;  ///< [task]: so many others.
  std::size_t ended_ = 0;
};

}  // namespace switchyard
