/// exchange_switch as co-simulation clocks it: its pins are registers here, and its straps, which the reset loads. See
/// registered_queues. Its links are pins, as a faulty one is none.
module registered_exchange
  // verilator tracing_off
#(
  parameter int NumPorts = 5,
  parameter int Buffers = 5,
  parameter int EjectionSlots = 2,
  localparam int Width = net_pkg::PacketWidth,
  localparam int NumLinks = NumPorts - 1,
  localparam int RoomWidth = $clog2(EjectionSlots + 1),
  localparam int StartWidth = $clog2(NumLinks)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic [1:0]                     priority_i,
  input  logic [Buffers-1:0]             buffers_i,
  input  logic [23:0]                    seed_i,
  input  logic [StartWidth-1:0]          start_i,
  input  logic [NumLinks-1:0]            links_i,
  input  logic [NumLinks-1:0]            request_i,
  input  logic [NumLinks-1:0]            reply_i,
  input  logic [NumPorts*Width-1:0]      packet_i,
  input  logic [NumPorts*NumLinks-1:0]   ways_i,
  input  logic [NumPorts*8-1:0]          distance_i,
  input  logic [NumLinks-1:0]            credit_i,
  input  logic [RoomWidth-1:0]           room_i,
  input  logic                           next_i,
  output logic [NumLinks-1:0]            ask_o,
  output logic [NumLinks-1:0]            answer_o,
  output logic [NumLinks*Width-1:0]      sent_o,
  output logic                           inject_o,
  output logic [RoomWidth-1:0]           ejects_o,
  output logic [EjectionSlots*Width-1:0] ejected_o
);
  logic [1:0] priority_of;
  logic [Buffers-1:0] buffers;
  logic [23:0] seed;
  logic [StartWidth-1:0] start;
  logic [NumLinks-1:0] links, request, reply, credit;
  logic [NumPorts*Width-1:0] packet;
  logic [NumPorts*NumLinks-1:0] ways;
  logic [NumPorts*8-1:0] distance;
  logic [RoomWidth-1:0] room;
  logic next;

  always_ff @(negedge rst_ni) begin
    priority_of <= priority_i;
    buffers     <= buffers_i;
    seed        <= seed_i;
    start       <= start_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      links    <= '0;
      request  <= '0;
      reply    <= '0;
      packet   <= '0;
      ways     <= '0;
      distance <= '0;
      credit   <= '0;
      room     <= '0;
      next     <= 1'b0;
    end else begin
      links    <= links_i;
      request  <= request_i;
      reply    <= reply_i;
      packet   <= packet_i;
      ways     <= ways_i;
      distance <= distance_i;
      credit   <= credit_i;
      room     <= room_i;
      next     <= next_i;
    end
  end

  // verilator tracing_on
  exchange_switch #(.NumPorts(NumPorts), .Buffers(Buffers), .EjectionSlots(EjectionSlots)) exchange_switch (
    .clk_i, .rst_ni, .priority_i(priority_of), .buffers_i(buffers), .links_i(links), .seed_i(seed), .start_i(start),
    .request_i(request), .reply_i(reply), .packet_i(packet), .ways_i(ways), .distance_i(distance), .credit_i(credit),
    .room_i(room), .next_i(next), .ask_o, .answer_o, .sent_o, .inject_o, .ejects_o, .ejected_o
  );
endmodule : registered_exchange
