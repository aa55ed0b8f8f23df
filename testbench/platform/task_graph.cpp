#include "testbench/platform/task_graph.h"

#include <algorithm>

namespace switchyard {

TaskGraph::TaskGraph(const std::vector<TaskConfig>& tasks,
                     const std::vector<std::unique_ptr<DmaMaster>>& masters, const sc_core::sc_time& cycle)
    : tasks_(tasks), masters_(masters), cycle_(cycle), times_(tasks.size()) {
  for (const TaskConfig& task : tasks_) waits_for_.push_back(task.after.size());
  for (std::size_t task = 0; task < tasks_.size(); ++task) {
    if (waits_for_[task] == 0) start(task);
  }
}

void TaskGraph::start(std::size_t task) {
  const TaskConfig& config = tasks_[task];
  masters_[config.master]->add({config.from, config.to, config.bytes,
                                cycle_ * static_cast<double>(config.work), config.operation,
                                [this, task] { begin(task); }, [this, task] { end(task); }});
}

void TaskGraph::begin(std::size_t task) {
  times_[task].begin = sc_core::sc_time_stamp();
  times_[task].begun = true;
}

void TaskGraph::end(std::size_t task) {
  times_[task].end = sc_core::sc_time_stamp();
  times_[task].ended = true;
  ++ended_;
  for (std::size_t next = task + 1; next < tasks_.size(); ++next) {
    const std::vector<std::size_t>& after = tasks_[next].after;
    const auto edges = std::count(after.begin(), after.end(), task);
    if (edges == 0) continue;
    waits_for_[next] -= edges;
    if (waits_for_[next] == 0) start(next);
  }
}

}  // namespace switchyard
