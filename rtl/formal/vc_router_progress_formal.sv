/// Proof harness of the progress of vc_router, in the shapes and between the neighbours of vc_router_formal. By induction, over as many
/// cycles as something may wait.
///
/// A flit whose packet holds an output VC, with a credit, can cross until it does, within 12 cycles. A head flit that
/// goes on asking for output VCs gets one within six cycles, one for each input VC.
module vc_router_progress_formal #(
  parameter int N = 2                                   // Slots of a VC.
) (
  input logic        clk_i,
  input logic [20:0] flit_i,
  input logic [5:0]  credit_i,
  input logic [2:0]  faulty_i,
  input logic        follow_i
);
  // Of any one input VC.
  (* hierconn *) logic \i_router.push , \i_router.left_who ;
  (* hierconn *) logic [$clog2(N+1)-1:0] \i_router.in_queue ;
  (* hierconn *) logic [5:0] \i_router.allocated , \i_router.ready , \i_router.request ;

  vc_router_formal #(.N(N)) i_router (.clk_i, .flit_i, .credit_i, .faulty_i, .follow_i);

  logic [3:0] crossing_waits, crossing_waits_q = '0;     // Cycles in which its flit could cross, and did not;
  logic [2:0] asking_waits, asking_waits_q = '0;         // in which its head flit asked, and got none.
  logic can_cross, can_cross_q = 1'b0, asks_q = 1'b0, stays;
  logic rst_n = 1'b0;                                    // As that of the router.
  assign can_cross      = (\i_router.push || \i_router.in_queue != '0) && (\i_router.allocated & \i_router.ready ) != '0;
  assign stays          = can_cross_q && !\i_router.left_who ;
  assign crossing_waits = stays ? crossing_waits_q + 1'b1 : '0;
  assign asking_waits   = asks_q && \i_router.allocated == '0 ? asking_waits_q + 1'b1 : '0;
  always_ff @(posedge clk_i) begin
    rst_n            <= 1'b1;
    can_cross_q      <= rst_n && can_cross;
    asks_q           <= rst_n && \i_router.request != '0;
    crossing_waits_q <= rst_n ? crossing_waits : '0;
    asking_waits_q   <= rst_n ? asking_waits : '0;
  end
  always @(*) if (rst_n) begin
    if (stays) assert (can_cross);
    assert (crossing_waits < 4'd12);
    assert (asking_waits < 3'd6);
    cover (crossing_waits == 4'd7);
    cover (asking_waits == 3'd5);
  end
endmodule : vc_router_progress_formal
