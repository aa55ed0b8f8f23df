`include "net_assert.svh"
`include "net_types.svh"

/// The output VCs of one port where they store flits: a queue for each, and the arbiter that lets one of them onto the link.
/// Model: DuatoRouter::drive_link() with `output_depth` above 0.
///
/// A slot is reserved when a flit is granted the crossbar, and free again in the cycle in which the flit leaves.
module output_queues #(
  parameter int NumVcs = 4,
  parameter int Depth = 4,                               ///< Flits of a VC beyond the link.
  parameter int OutputDepth = 4,                         ///< Flits of an output VC, >= 1.
  parameter int FlitWidth = net_pkg::FlitWidth,
  localparam int VcWidth = $clog2(NumVcs)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,                   ///< Asynchronous, active low.
  input  logic [VcWidth-1:0]   start_i,                  ///< VC with the first priority on the link. Static.
  input  logic [NumVcs-1:0]    credit_i,                 ///< From the link: these VCs freed a slot.
  input  logic [NumVcs-1:0]    take_i,                   ///< VC that a flit is granted to; zero if there is none.
  output logic [NumVcs-1:0]    ready_o,                  ///< VCs with a free slot,
  output logic [NumVcs-1:0]    ready_next_o,             ///< and with what this cycle's flit leaves of it.
  input  logic [FlitWidth-1:0] flit_i,                   ///< Through the crossbar; it names its VC.
  output logic [FlitWidth-1:0] flit_o,                   ///< To the link's register.
  output logic                 busy_o                    ///< A flit is stored.
);
  localparam int CountWidth = $clog2(OutputDepth + 1);

  header_t coming;
  logic [NumVcs*FlitWidth-1:0] front;                    // [vc]
  logic [NumVcs-1:0] there, has_credit, sent, stored;

  assign coming = flit_i[net_pkg::HeaderWidth-1:0];

  for (genvar v = 0; v < NumVcs; v++) begin : gen_vc
    logic [OutputDepth-1:0] slots, slots_next;
    logic [Depth-1:0] credits;
    logic [CountWidth-1:0] count;
    credit_room #(.Depth(OutputDepth)) i_slots (
      .clk_i, .rst_ni, .incr_i(sent[v]), .decr_i(take_i[v]), .room_o(slots), .next_o(slots_next)
    );
    credit_room #(.Depth(Depth)) i_credits (
      .clk_i, .rst_ni, .incr_i(credit_i[v]), .decr_i(sent[v]), .room_o(credits), .next_o()
    );
    flit_fifo #(.Width(FlitWidth), .Depth(OutputDepth)) i_queue (
      .clk_i, .rst_ni, .push_i(coming.remaining != '0 && coming.vc == 8'(v)), .data_i(flit_i), .pop_i(sent[v]),
      .front_o(front[v*FlitWidth +: FlitWidth]), .front_valid_o(there[v]), .next_o(), .next_valid_o(), .count_o(count)
    );
    assign ready_o[v]      = slots[0];
    assign ready_next_o[v] = slots_next[0];
    assign has_credit[v]   = credits[0];
    assign stored[v]       = count != '0;
  end

  rr_arbiter #(.NumReq(NumVcs)) i_arbiter (
    .clk_i, .rst_ni, .start_i, .req_i(there & has_credit), .accept_i(1'b1), .gnt_o(sent)
  );
  mux_crossbar #(.NumIn(NumVcs), .NumOut(1), .Width(FlitWidth)) i_mux (
    .data_i(front), .sel_i(sent), .data_o(flit_o)
  );

  assign busy_o = stored != '0;
endmodule : output_queues
