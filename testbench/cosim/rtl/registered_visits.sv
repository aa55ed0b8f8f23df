/// visit_sequencer as co-simulation clocks it: its pins are registers here, and its straps, which the reset loads. See
/// registered_queues. A buffer is called by the number of the packet in it.
module registered_visits
  // verilator tracing_off
#(
  parameter int NumPorts = 5,
  parameter int Slots = 5,
  parameter int EjectionSlots = 2,
  parameter int Visits = 1,
  localparam int NumLinks = NumPorts - 1,
  localparam int CountWidth = $clog2(Slots + 1),
  localparam int RoomWidth = $clog2(EjectionSlots + 1),
  localparam int StartWidth = $clog2(NumLinks),
  localparam int VisitWidth = $clog2(Visits + 1),
  localparam int Width = 64 + NumLinks + 32
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic [1:0]                   variant_i,
  input  logic                         counted_i,
  input  logic [CountWidth-1:0]        capacity_i,
  input  logic [VisitWidth-1:0]        visits_i,
  input  logic [23:0]                  seed_i,
  input  logic [StartWidth-1:0]        start_i,
  input  logic [NumLinks-1:0]          faulty_i,
  input  logic [NumLinks-1:0]          free_i,
  input  logic [NumLinks-1:0]          full_i,
  input  logic [NumPorts*32-1:0]       packet_i,         // [port]
  input  logic [NumPorts*32-1:0]       created_i,
  input  logic [NumPorts*NumLinks-1:0] ways_i,
  input  logic [RoomWidth-1:0]         room_i,
  input  logic                         next_i,
  input  logic [1:0]                   waiting_i,
  output logic [Visits*NumLinks-1:0]   visited_o,
  output logic [NumLinks-1:0]          send_o,
  output logic [NumLinks*32-1:0]       sent_o,
  output logic [NumLinks-1:0]          read_o,
  output logic [Visits-1:0]            inject_o,
  output logic [RoomWidth-1:0]         ejects_o,
  output logic [EjectionSlots*32-1:0]  ejected_o
);
  logic [1:0] variant;
  logic counted;
  logic [CountWidth-1:0] capacity;
  logic [VisitWidth-1:0] visits;
  logic [23:0] seed;
  logic [StartWidth-1:0] start;
  logic [NumLinks-1:0] faulty, free, full;
  logic [NumPorts*32-1:0] packet, created;
  logic [NumPorts*NumLinks-1:0] ways;
  logic [NumPorts*Width-1:0] entry;
  logic [RoomWidth-1:0] room;
  logic next;
  logic [1:0] waiting;

  always_ff @(negedge rst_ni) begin
    variant  <= variant_i;
    counted  <= counted_i;
    capacity <= capacity_i;
    visits   <= visits_i;
    seed     <= seed_i;
    start    <= start_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      faulty  <= '0;
      free    <= '0;
      full    <= '0;
      packet  <= '0;
      created <= '0;
      ways    <= '0;
      room    <= '0;
      next    <= 1'b0;
      waiting <= '0;
    end else begin
      faulty  <= faulty_i;
      free    <= free_i;
      full    <= full_i;
      packet  <= packet_i;
      created <= created_i;
      ways    <= ways_i;
      room    <= room_i;
      next    <= next_i;
      waiting <= waiting_i;
    end
  end
  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    assign entry[p*Width +: Width] =
      {created[p*32 +: 32], packet[p*32 +: 32], ways[p*NumLinks +: NumLinks], packet[p*32 +: 32]};
  end

  // verilator tracing_on
  visit_sequencer #(
    .NumPorts(NumPorts), .Slots(Slots), .EjectionSlots(EjectionSlots), .Visits(Visits), .BufferWidth(32)
  ) visit_sequencer (
    .clk_i, .rst_ni, .variant_i(variant), .counted_i(counted), .capacity_i(capacity), .visits_i(visits), .seed_i(seed),
    .start_i(start), .faulty_i(faulty), .free_i(free), .full_i(full), .entry_i(entry), .room_i(room), .next_i(next),
    .waiting_i(waiting), .visited_o, .send_o, .sent_o, .read_o, .inject_o, .ejects_o, .ejected_o
  );
endmodule : registered_visits
