#pragma once

#include "hw/terminal/terminal.h"
#include "testbench/mesh/mesh_algorithm.h"

namespace switchyard {

/// A processor of the mesh, at the terminal port of its node: it has one packet, and commands phase after
/// phase of the algorithm.
class MeshProcessor final : public Terminal {
 public:
  /// `mesh` must outlive this object. `most`: packets for one processor; what the algorithm computes itself
  /// is not taken from here.
  MeshProcessor(NodeId node, NodeId destination, const MeshAlgorithm& algorithm, const Mesh16Config& mesh,
                std::uint32_t most)
      : node_(node),
        destination_(destination),
        algorithm_(algorithm),
        mesh_(mesh),
        most_(algorithm.computes_max ? 0 : most) {}

  void reset() override {}
  Cycle step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) override;

  /// What it knows, or what its node has told it.
  std::uint32_t most() const { return most_; }

 private:
  NodeId node_;
  NodeId destination_;
  MeshAlgorithm algorithm_;
  const Mesh16Config& mesh_;
  std::uint32_t most_;
  std::size_t phase_ = 0;  ///< To command next,
  Cycle due_ = 0;          ///< and when.
};

}  // namespace switchyard
