/// queue_switch as co-simulation clocks it: its pins are registers here, and its straps, which the reset loads. See
/// registered_router; but what it drives is seen with what it was given, as it follows its inputs at once.
module registered_queues
  // verilator tracing_off
#(
  parameter int NumPorts = 5,
  parameter int NumQueues = 3,
  parameter int Slots = 4,
  parameter int Departures = NumPorts - 1,
  parameter int Admissions = Slots,
  localparam int Width = 96,
  localparam int PhitWidth = 4,
  localparam int NumVcs = NumQueues * NumPorts,
  localparam int NumSlots = NumQueues * Slots,
  localparam int SourceWidth = $clog2(NumPorts + NumQueues),
  localparam int CountWidth = $clog2(Slots + 1),
  localparam int StartWidth = $clog2(NumQueues) + NumQueues * SourceWidth
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  input  logic [NumQueues*CountWidth-1:0] capacity_i,
  input  logic [PhitWidth-1:0]            phits_i,
  input  logic                            head_only_i,
  input  logic                            random_i,
  input  logic [23:0]                     seed_i,
  input  logic [StartWidth-1:0]           start_i,
  input  logic [NumVcs-1:0]               free_i,
  input  logic [NumVcs-1:0]               enter_i,
  input  logic [NumVcs*Width-1:0]         front_i,
  input  logic [NumSlots*NumVcs-1:0]      preferred_i,
  input  logic [NumSlots*NumVcs-1:0]      escape_i,
  output logic [NumVcs-1:0]               send_o,
  output logic [NumPorts*Width-1:0]       sent_o,
  output logic [NumVcs-1:0]               read_o,
  output logic [NumQueues*CountWidth-1:0] pushes_o,
  output logic [NumSlots*SourceWidth-1:0] source_o
);
  logic [NumQueues*CountWidth-1:0] capacity, count;
  logic [PhitWidth-1:0] phits;
  logic head_only, random;
  logic [23:0] seed;
  logic [StartWidth-1:0] start;
  logic [NumVcs-1:0] free, enter;
  logic [NumVcs*Width-1:0] front;
  logic [NumSlots*NumVcs-1:0] preferred, escape;
  logic [NumSlots*Width-1:0] packet;

  always_ff @(negedge rst_ni) begin
    capacity  <= capacity_i;
    phits     <= phits_i;
    head_only <= head_only_i;
    random    <= random_i;
    seed      <= seed_i;
    start     <= start_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      free      <= '0;
      enter     <= '0;
      front     <= '0;
      preferred <= '0;
      escape    <= '0;
    end else begin
      free      <= free_i;
      enter     <= enter_i;
      front     <= front_i;
      preferred <= preferred_i;
      escape    <= escape_i;
    end
  end

  // verilator tracing_on
  queue_switch #(
    .NumPorts(NumPorts), .NumQueues(NumQueues), .Slots(Slots), .Departures(Departures), .Admissions(Admissions), .Width(Width),
    .PhitWidth(PhitWidth)
  ) queue_switch (
    .clk_i, .rst_ni, .capacity_i(capacity), .phits_i(phits), .head_only_i(head_only), .random_i(random), .seed_i(seed),
    .start_i(start), .free_i(free), .enter_i(enter), .front_i(front), .preferred_i(preferred), .escape_i(escape), .send_o,
    .sent_o, .read_o, .pushes_o, .source_o, .count_o(count), .packet_o(packet)
  );
endmodule : registered_queues
