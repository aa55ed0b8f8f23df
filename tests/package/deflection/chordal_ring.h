#pragma once

#include "hw/design/read/catalog.h"

/// A ring of `nodes` with a second way round that skips `chord` - 1 of them at a time.
std::optional<switchyard::Topology> read_chordal_ring(const switchyard::ConfigNode& root);

/// Every hop that brings a packet nearer, the chords first.
std::unique_ptr<switchyard::RoutingFunction> read_chords_first(const switchyard::ConfigNode& root,
                                                               const switchyard::Topology& topology, int);
