#pragma once

#include "hw/analysis/deadlock.h"
#include "hw/design/design.h"

namespace switchyard {

/// Whether the machine of a design with `ranade` can deadlock; the verdict is acyclic or unsafe.
///
/// Walks the streams as the cores have them: every input of every switch, and where its messages go from
/// there. This logical graph, in which a node is split by phases, must have no cycle. With ghosts that is
/// all: a head waits for room, which leads on along the graph, or for what the other input of its switch
/// knows, which needs no room; and never for a message with a greater label. Without ghosts it waits for a
/// message at that other input, and so for those that keep this message back; a cycle of such waits is the
/// reason given.
DeadlockVerdict verdict_of_ranade(const Design& design);

}  // namespace switchyard
