#pragma once

#include "testbench/messages/graph_catalog.h"

namespace switchyard {

/// Collective operations of all terminals that send and receive, P of them, each checked in the end by the
/// blocks that every terminal has and by their values.
///
/// With a root:  broadcast, scatter (down), gather, reduce (up) go over a binomial tree in ceil(log2 P)
///               steps. Going down, those that have something to send are in each step as far from each other
///               as they can be, and send half of what they have; going up is the same backwards.
/// Without:      reduce_scatter goes through the dimensions of a grid, from the last to the first. In each,
///               terminals are rings; in k - 1 steps each sends a part on to its neighbour, who combines it
///               with its own. all_gather goes from the first to the last, and parts are sent on as they are.
///               all_reduce is one and then the other. algorithm: ring: one dimension of P. by_dimension:
///               those of `shape`, or of the topology. halving_doubling: log2 P dimensions of two, so that in
///               the last one partners are P / 2 apart: recursive halving, and doubling.
/// Barrier:      in step i, from 0, terminal j tells j + 2^i modulo P of all that it knows to have come
///               (dissemination), ceil(log2 P) steps.
///
/// A message is sent when what it forwards has come and what its terminal sends before it is ready. With
/// synchronization: barrier every step is a phase, too.
///
/// Config:  grain (bytes of a block), packet_bytes, synchronization, compute; root; algorithm, shape;
///          operation of what combines. barrier has message_length in place of grain and packet_bytes. A
///          block is: what the root has (broadcast), has for each (scatter), what each has (gather,
///          all_gather, reduce), and has for each (reduce_scatter, all_reduce: vectors of P blocks).
/// Memory:  9 bytes for each terminal and block; a message under way has values of its blocks.
/// Source:  Thakur, Rabenseifner, Gropp, "Optimization of Collective Communication Operations in MPICH",
///          2005; Hensgen, Finkel, Manber, "Two Algorithms for Barrier Synchronization", 1988.
MessageGraph build_broadcast(const TrafficContext& context);
MessageGraph build_scatter(const TrafficContext& context);
MessageGraph build_gather(const TrafficContext& context);
MessageGraph build_all_gather(const TrafficContext& context);
MessageGraph build_reduce(const TrafficContext& context);
MessageGraph build_reduce_scatter(const TrafficContext& context);
MessageGraph build_all_reduce(const TrafficContext& context);
MessageGraph build_barrier(const TrafficContext& context);

}  // namespace switchyard
