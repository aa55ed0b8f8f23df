`include "block_sizes.svh"
`include "net_types.svh"

/// merge_switch for every size of `Sizes`, side by side; see arbiter_bank.
module merge_bank #(
  parameter logic [63:0] Sizes = '1          ///< Bit n - 1: there is an instance of size n.
) (
  input  logic [64:0] clk_i, rst_ni,         ///< [size]
  input  logic [64:0][8:0] site_i,
  input  logic [64:0][1:0] push_i, credit_i, link_i, idle_i,
  input  logic [64:0][191:0] message_i,
  input  logic [64:0] room_i,
  output logic [64:0][1:0] credit_o, send_o, ghost_o,
  output logic [64:0][191:0] message_o,
  output logic [64:0][6:0] direction_o,      ///< operation_o, end_o, output_o, remember_o
  output logic [64:0][31:0] operand_o
);
  for (genvar n = 0; n <= 64; n++) begin : gen_size
    if (n >= 2 && Sizes[n-1]) begin : gen_switch
      logic remember, out, is_end;
      logic [3:0] operation;

      merge_switch #(.Depth(`QUEUE_OF_MERGE_SWITCH(n))) i_switch (
        .clk_i(clk_i[n]), .rst_ni(rst_ni[n]), .site_i(site_i[n]), .odd_i(1'b0), .push_i(push_i[n]),
        .message_i(message_i[n]),
        .credit_o(credit_o[n]), .credit_i(credit_i[n]), .link_i(link_i[n]), .idle_i(idle_i[n]), .send_o(send_o[n]),
        .ghost_o(ghost_o[n]), .message_o(message_o[n]), .room_i(room_i[n]), .remember_o(remember), .output_o(out),
        .end_o(is_end), .operation_o(operation), .operand_o(operand_o[n])
      );
      assign direction_o[n] = {operation, is_end, out, remember};
    end else begin : gen_nothing
      assign credit_o[n]    = '0;
      assign send_o[n]      = '0;
      assign ghost_o[n]     = '0;
      assign message_o[n]   = '0;
      assign direction_o[n] = '0;
      assign operand_o[n]   = '0;
    end
  end
endmodule : merge_bank
