#include "testbench/mesh/mesh_processor.h"

namespace switchyard {

Cycle MeshProcessor::step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) {
  if (inputs.flit_ports != 0 && inputs.flits[0].vc == kTokenVc) most_ = inputs.flits[0].payload;
  if (now != due_) return due_;
  const std::vector<MeshPhase> phases = algorithm_.phases(mesh_, most_);
  const MeshPhase& phase = phases[phase_++];
  Flit command = mesh_command(phase.command, phase.value);
  if (phase.command == MeshCommand::Load) {
    command.packet = node_;
    command.destination = destination_;
  }
  outputs.send(0, command);
  due_ = phase_ == phases.size() ? kNever : now + phase.cycles();
  return due_;
}

}  // namespace switchyard
