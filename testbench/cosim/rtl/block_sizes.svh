// What a block of size `n` is when it is tested by itself, for the benches here and, by blocks.cmake, for C++. Each macro is on
// one line, in the operators that both languages have.
`define LARGEST_BLOCK 64
`define LARGEST_OUTPUT_FIRST 16
`define LARGEST_BUFFERS 8
`define LARGEST_TAG_SWITCH 8
`define LARGEST_COMPARE 32
`define LARGEST_QUEUES 8

// Virtual channels of each port of a VC allocator of `n` virtual channels, and its ports. The last port may have more
// virtual channels, which stay idle.
`define VCS_OF_ALLOCATOR(n) ((n) % 4 == 0 ? 4 : 2)
`define PORTS_OF_ALLOCATOR(n) ((n) <= `VCS_OF_ALLOCATOR(n) ? 2 : ((n) + `VCS_OF_ALLOCATOR(n) - 1) / `VCS_OF_ALLOCATOR(n))

// Arbiters of a separable output-first allocator of `n` ports, as net_pkg numbers them, and passes of iSLIP.
`define ARBITERS_OF_ALLOCATOR(n) (((n) + (n) / 4) % 3)
`define PASSES_OF_ALLOCATOR(n) ((n) < 4 ? (n) : 2)

// Bits of a word in a crossbar, and of a flit in a FIFO.
`define CROSSBAR_WIDTH 16
`define FIFO_WIDTH 32

// Messages of each queue in a merge switch: sizes begin with two.
`define QUEUE_OF_MERGE_SWITCH(n) ((n) - 1)

// Banks of the buffers of a mesh node, whose size is their capacity; bits of a coordinate and of the rest of a packet.
`define BANKS_OF_BUFFERS(n) (1 + (n) % 2)
`define COORD_WIDTH 4
`define DATA_WIDTH 8

// Inputs of a circuit switch, and outputs; digits of its tags, bits of its flits.
`define PORTS_OF_TAG_SWITCH(n) ((n) < 4 ? 2 : (n) < 8 ? 4 : 8)
`define DIGITS_OF_TAG_SWITCH(n) (2 + (n) % 2)
`define TAG_FLIT_WIDTH 8

// Bits of what a compare-exchange carries beside the key, whose bits are its size.
`define COMPARE_DATA_WIDTH 8

// Ports of central queues, whose size is the slots of each; queues; packets that leave them in a cycle at most, and that enter
// each; bits of a packet.
`define PORTS_OF_QUEUES(n) (3 + (n) % 2)
`define QUEUES_OF_QUEUES(n) (2 + ((n) + 2) % 3)
`define DEPARTURES_OF_QUEUES(n) ((n) == 5 ? 1 : 2 + (n) % 2)
`define ADMISSIONS_OF_QUEUES(n) ((n) == 5 ? 1 : (n) == 8 ? 3 : (n))
`define QUEUED_WIDTH 8
