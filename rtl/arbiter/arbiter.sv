/// An arbiter of the kind that its parameter names: rr_arbiter, matrix_arbiter, or the lowest request first, which lets the
/// others starve. Model: hw/alloc/fixed_arbiter.h for that one.
module arbiter #(
  parameter int Kind = net_pkg::RoundRobin,  ///< net_pkg::RoundRobin, Matrix or Fixed.
  parameter int NumReq = 4,                  ///< Number of requesters, >= 2.
  localparam int IndexWidth = $clog2(NumReq)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,      ///< Asynchronous, active low.
  input  logic [IndexWidth-1:0] start_i,     ///< The first of all after reset; `Fixed` has none. Static.
  input  logic [NumReq-1:0]     req_i,       ///< Level requests.
  output logic [NumReq-1:0]     gnt_o,       ///< One-hot grant; zero if nothing requests.
  input  logic                  accept_i     ///< The grant is consumed this cycle.
);
  case (Kind)
    net_pkg::RoundRobin: begin : gen_round_robin
      rr_arbiter #(.NumReq(NumReq)) i_arbiter (.clk_i, .rst_ni, .start_i, .req_i, .gnt_o, .accept_i);
    end
    net_pkg::Matrix: begin : gen_matrix
      matrix_arbiter #(.NumReq(NumReq)) i_arbiter (.clk_i, .rst_ni, .start_i, .req_i, .gnt_o, .accept_i);
    end
    default: begin : gen_fixed
      logic [NumReq-1:0] after;
      rr_pick #(.NumReq(NumReq)) i_pick (.first_i({NumReq{1'b1}}), .req_i, .gnt_o, .after_o(after));
    end
  endcase
endmodule : arbiter
