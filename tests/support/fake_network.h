#pragma once

#include <map>
#include <utility>
#include <vector>

#include "hw/design/network.h"

namespace switchyard {

/// A core that only shows buffers, as the test says.
class FakeRouter final : public RouterCore {
 public:
  struct Buffer {
    BufferRef buffer;
    int occupancy = 0;
    Flit front;
    bool allocated = false;
    std::vector<WaitFor> waits;
  };

  void reset() override {}
  bool step(const PortInputs&, PortOutputs&) override { return false; }
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override {
    for (const Buffer& buffer : buffers)
      visit({buffer.buffer, buffer.occupancy, /*capacity=*/0, buffer.occupancy != 0 ? &buffer.front : nullptr,
             buffer.allocated});
  }
  std::vector<WaitFor> waits_for(const BufferRef& buffer) const override {
    for (const Buffer& candidate : buffers) {
      if (candidate.buffer == buffer) return candidate.waits;
    }
    return {};
  }

  std::vector<Buffer> buffers;
};

class FakeNetwork final : public Network {
 public:
  explicit FakeNetwork(std::size_t nodes) : routers(nodes) {}
  const RouterCore& router(NodeId node) const override { return routers[node]; }

  std::vector<FakeRouter> routers;
};

}  // namespace switchyard
