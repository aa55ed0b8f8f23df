`include "net_assert.svh"
`include "net_types.svh"

/// The output VCs of one port: who holds them, the credits of the VCs beyond the link, and the two
/// registers, crossbar and link, that a flit passes. Model: the output half of DuatoRouter::VC with Port.
module output_port #(
  parameter int NumVcs = 4,
  parameter int Depth = 4,                               ///< Flits of a VC beyond the link.
  parameter int FlitWidth = net_pkg::FlitWidth
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,                ///< Asynchronous, active low.
  input  logic [NumVcs-1:0]       credit_i,              ///< From the link: these VCs freed a slot.
  output logic [NumVcs-1:0]       ready_o,               ///< VCs with credit.
  input  logic [FlitWidth-1:0]    flit_i,                ///< From the crossbar.
  input  logic [NumVcs-1:0]       take_i,                ///< The VC it is for; zero if there is no flit.
  output logic [NumVcs-1:0]       free_o,                ///< VCs that no packet holds once it is through.
  output logic [Depth*NumVcs-1:0] room_o,                ///< [n - 1]: VCs with at least n credits then.
  input  logic [NumVcs-1:0]       allocate_i,            ///< A packet takes hold of this VC.
  output logic [FlitWidth-1:0]    flit_o,                ///< To the link, registered.
  output logic                    busy_o                 ///< A flit is in the registers.
);
  localparam int CountWidth = $clog2(Depth + 1);

  header_t entering, crossing, leaving;
  logic [FlitWidth-1:0] crossing_q, link_q;
  logic [NumVcs-1:0] held_d, held_q, kept;

  for (genvar v = 0; v < NumVcs; v++) begin : gen_vc
    logic [CountWidth-1:0] count, next;
    credit_counter #(.Depth(Depth)) i_credits (
      .clk_i, .rst_ni, .incr_i(credit_i[v]), .decr_i(take_i[v]), .count_o(count), .next_o(next)
    );
    assign ready_o[v] = count != '0;
    for (genvar n = 1; n <= Depth; n++) begin : gen_room
      assign room_o[(n-1)*NumVcs + v] = next >= CountWidth'(n);
    end
  end

  assign entering = flit_i[net_pkg::HeaderWidth-1:0];
  assign crossing = crossing_q[net_pkg::HeaderWidth-1:0];
  assign leaving  = link_q[net_pkg::HeaderWidth-1:0];

  assign kept   = (entering.remaining == 16'd1) ? held_q & ~take_i : held_q;
  assign free_o = ~kept;
  assign held_d = kept | allocate_i;
  assign flit_o = link_q;
  assign busy_o = crossing.remaining != '0 || leaving.remaining != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q     <= '0;
      crossing_q <= '0;
      link_q     <= '0;
    end else begin
      held_q     <= held_d;
      crossing_q <= flit_i;
      link_q     <= crossing_q;
    end
  end

  `SY_ASSERT(TakesOneFlit, (take_i & (take_i - 1'b1)) == '0)
  `SY_ASSERT(FlitsOfAHolder, (take_i & ~held_q) == '0)
  `SY_ASSERT(AllocatesAFreeVc, (allocate_i & kept) == '0)
endmodule : output_port
