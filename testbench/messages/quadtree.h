#pragma once

#include "testbench/messages/graph_catalog.h"

namespace switchyard {

/// Messages climb a communication tree, or descend it: labels are the numbers of the terminals.
///
/// Ascend: each terminal sends a number of its own to its parent; an inner node combines those of its
///         children
/// and sends that on. The root has all of them then, each once. Descend: the root sends a number, and inner
/// nodes send it on to their children. Nothing is sent from a terminal to itself: its number is combined
/// where it is. What has come to the root, or from it, is compared with all numbers of the terminals, too.
///
/// One level at a time: each level is a phase. Pipelined: a round begins one period after the one before it;
/// a period is the most descendants of a level times the message's length. In slots, one level at a time:
/// child number n of a parent, counted from 0 without the parent itself, sends or is sent n lengths after the
/// first. Pipelined: as TreeSlots says, free of conflicts where terminals have their labels of the paper.
///
/// Config:  direction, descendants, stretch, root, operation, rounds, levels, slots, compute, message_length,
///          skip_redundant.
/// Timing:  `compute` passes before each message: from the arrival of what it waits for, or the begin of its
///          phase or its round.
/// Source:  Lin et al., "A Conflict-Free Routing Scheme on Multistage Interconnection Networks", IEEE ToC
///          1990.
MessageGraph build_quadtree(const TrafficContext& context);

}  // namespace switchyard
