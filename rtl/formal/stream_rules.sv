/// The rules of a stream of requests, for proofs: a switch may rely on them at its inputs, and must keep them at its
/// outputs, so that by induction along the ways every stream of the machine is sorted.
///
/// Step by step, in each step requests of ascending labels (ascending strictly where requests combine), and its end
/// last; what follows a ghost has a label above its bound.
module stream_rules #(
  parameter int StepWidth = 3,
  parameter int KeyWidth = 2,
  parameter int WordWidth = 2,
  localparam int Width = net_pkg::MessageHeaderWidth + KeyWidth + WordWidth,
  localparam int BoundWidth = StepWidth + KeyWidth + 1
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          combining_i,
  input  logic                          valid_i,
  input  logic [Width-1:0]              message_i,
  output logic                          legal_o,
  output logic [StepWidth-1:0]          step_o,         // Ends of steps that have passed before this cycle.
  output logic [BoundWidth-1:0]         floor_o,        // What follows has a label above it: before this cycle,
  output logic [BoundWidth-1:0]         next_floor_o    // and after it.
);
  localparam logic [KeyWidth-1:0] EndKey = {KeyWidth{1'b1}};

  logic [1:0] kind;
  logic [StepWidth-1:0] step, step_q = '0;
  logic [KeyWidth-1:0] key;
  logic [BoundWidth-1:0] at, bound, floor_d, floor_q = '1, rise;
  logic below, well_formed;

  assign kind  = message_i[1:0];
  assign below = message_i[7];
  assign step  = message_i[8 +: StepWidth];
  assign key   = message_i[32 +: KeyWidth];
  assign at    = {step, key, 1'b0};

  // A ghost at the bound tells nothing new; a message at the bound itself comes too late.
  assign bound = kind == net_pkg::Ghost ? at - BoundWidth'(below) : at;
  assign rise  = bound - floor_q;
  always_comb begin
    case (kind)
      net_pkg::Request:     well_formed = !below && key != EndKey;
      net_pkg::EndOfStream: well_formed = !below && key == EndKey;
      net_pkg::Ghost:       well_formed = below || key != EndKey;
      default:              well_formed = 1'b0;
    endcase
  end
  assign legal_o = !valid_i || well_formed && step == step_q && rise != '0 && !rise[BoundWidth-1];
  assign step_o  = step_q;
  assign floor_o = floor_q;
  assign floor_d = valid_i ? bound - BoundWidth'(kind == net_pkg::Request && !combining_i) : floor_q;
  assign next_floor_o = floor_d;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      step_q  <= '0;
      floor_q <= '1;
    end else if (valid_i) begin
      step_q  <= step_q + StepWidth'(kind == net_pkg::EndOfStream);
      floor_q <= floor_d;
    end
  end
endmodule : stream_rules
