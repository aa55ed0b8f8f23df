/// Proof harness of mesh_router: a node of a mesh of 4 x 4 with one bank of buffers for N packets each, N >= 2. By induction.
///
/// Whatever its processor commands while no packet is under way, and its neighbours send where they are invited: a packet that
/// arrives, or that the processor starts, leaves once or is in one buffer, and none is lost or doubled; none leaves where the
/// neighbour has not invited it, or while the node does not route. Two phases never send over a link in one cycle.
module mesh_router_formal #(
  parameter int N = 2,                                   // Capacity.
  localparam int CountWidth = $clog2(N + 1)
) (
  input logic           clk_i,
  input logic           command_i,                       // A command comes:
  input logic [2:0]     kind_i,
  input logic [95:0]    loaded_i,                        // {value, destination, packet}
  input logic [3:0]     arrives_i,                       // [link]: a flit,
  input logic [4*4-1:0] vc_i,                            // of this VC,
  input logic [4*96-1:0] packet_i,                       // with this in it.
  input logic [49:0]    credit_i
);
  localparam int FlitWidth = net_pkg::FlitWidth;
  localparam int SlotWidth = 102;                        // {payload, destination, packet, place, type}
  localparam int Tag = 6;                                // The first bit of the packet's number.
  localparam int Entry = 15;

  (* anyconst *) logic [3:0] node;
  (* anyconst *) logic [2*Entry-1:0] schedule;
  (* anyconst *) logic [3:0] start;
  (* hierconn *) logic \dut.starts , \dut.bank_white_q ;
  (* hierconn *) logic [95:0] \dut.own ;
  (* hierconn *) logic [3:0] \dut.exchanges , \dut.tokens , \dut.sends , \dut.mode_q ;
  (* hierconn *) logic \dut.tells ;
  (* hierconn *) logic [CountWidth-1:0]
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[0].i_pair.i_queue.count_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[1].i_pair.i_queue.count_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[2].i_pair.i_queue.count_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[0].i_pair.i_queue.count_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[1].i_pair.i_queue.count_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[2].i_pair.i_queue.count_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[0].i_pair.i_queue.count_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[1].i_pair.i_queue.count_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[2].i_pair.i_queue.count_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[0].i_pair.i_queue.count_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[1].i_pair.i_queue.count_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[2].i_pair.i_queue.count_q ;
  (* hierconn *) logic [N*SlotWidth-1:0]
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[0].i_pair.i_queue.flits_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[1].i_pair.i_queue.flits_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[2].i_pair.i_queue.flits_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[0].i_pair.i_queue.flits_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[1].i_pair.i_queue.flits_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[2].i_pair.i_queue.flits_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[0].i_pair.i_queue.flits_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[1].i_pair.i_queue.flits_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[2].i_pair.i_queue.flits_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[0].i_pair.i_queue.flits_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[1].i_pair.i_queue.flits_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[2].i_pair.i_queue.flits_q ;
  (* hierconn *) logic
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[0].i_pair.invited_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[1].i_pair.invited_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[2].i_pair.invited_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[0].i_pair.invited_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[1].i_pair.invited_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[2].i_pair.invited_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[0].i_pair.invited_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[1].i_pair.invited_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[2].i_pair.invited_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[0].i_pair.invited_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[1].i_pair.invited_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[2].i_pair.invited_q ;
  (* hierconn *) logic [1:0]
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].out , \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].out ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].out , \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].out ;
  logic [12*CountWidth-1:0] count;                       // [port][type]: of the queue.
  logic [12*N*SlotWidth-1:0] slots;
  logic [7:0] exits;                                     // [port]: by which a packet leaves that arrives there.
  logic [11:0] invited;                                  // [port][type]: by the cycle before.
  logic [5*FlitWidth-1:0] flit_in, flit_out;
  logic [49:0] credit, credit_q = '0;
  logic [3:0] links;
  logic [3:0] arrives;                                   // [link]: a packet that is not at home.
  logic [4:0] leaves;                                    // [port]: a packet.
  logic [11:0] told_q = '1;                              // [port][type]: may arrive in this cycle.
  logic commanded_q = 1'b0;                              // In the cycle before.
  logic [4:0] total_q = '0, present, came, gone;
  logic [4:0] new_tags;                                  // Packets to follow that come: from the links, the processor.
  logic [12*N-1:0] kept_tags;
  logic [4:0] gone_tags;
  logic following_q = 1'b0, disorder;
  logic rst_n = 1'b0;

  for (genvar p = 0; p < 4; p++) begin : gen_link
    assign flit_in[p*FlitWidth +: FlitWidth] = {FlitWidth{arrives_i[p]}}  // A header_t.
      & {packet_i[p*96 + 64 +: 32], 7'd0, 1'b1, 4'd0, vc_i[p*4 +: 4], 16'd1, packet_i[p*96 +: 64]};
    assign arrives[p]  = arrives_i[p] && !vc_i[p*4 + 3] && vc_i[p*4 +: 2] != 2'd3;
    assign new_tags[p] = arrives[p] && packet_i[p*96];
    assign leaves[p]   = flit_out[p*FlitWidth + 64 +: 16] != '0 && !flit_out[p*FlitWidth + 83];
  end
  assign flit_in[4*FlitWidth +: FlitWidth] =
    {FlitWidth{command_i}} & {loaded_i[64 +: 32], 7'd0, 1'b1, 5'd0, kind_i, 16'd1, loaded_i[63:0]};
  assign leaves[4]   = flit_out[4*FlitWidth + 64 +: 16] != '0 && !flit_out[4*FlitWidth + 83];
  assign new_tags[4] = \dut.starts && \dut.own [0];
  assign links       = {node[3:2] != '0, node[3:2] != '1, node[1:0] != '0, node[1:0] != '1};  // North, south, west, east.
  mesh_router #(.Side(4), .Capacity(N), .Banks(1), .Passes(1)) dut (
    .clk_i, .rst_ni(rst_n), .node_i(node), .schedule_i(schedule), .start_i(start),
    .flit_i(flit_in), .credit_o(credit), .flit_o(flit_out), .credit_i
  );
  assign count = {
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[2].i_pair.i_queue.count_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[1].i_pair.i_queue.count_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[0].i_pair.i_queue.count_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[2].i_pair.i_queue.count_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[1].i_pair.i_queue.count_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[0].i_pair.i_queue.count_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[2].i_pair.i_queue.count_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[1].i_pair.i_queue.count_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[0].i_pair.i_queue.count_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[2].i_pair.i_queue.count_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[1].i_pair.i_queue.count_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[0].i_pair.i_queue.count_q };
  assign slots = {
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[2].i_pair.i_queue.flits_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[1].i_pair.i_queue.flits_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[0].i_pair.i_queue.flits_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[2].i_pair.i_queue.flits_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[1].i_pair.i_queue.flits_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[0].i_pair.i_queue.flits_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[2].i_pair.i_queue.flits_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[1].i_pair.i_queue.flits_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[0].i_pair.i_queue.flits_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[2].i_pair.i_queue.flits_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[1].i_pair.i_queue.flits_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[0].i_pair.i_queue.flits_q };
  assign exits = {
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].out , \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].out ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].out , \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].out };
  assign invited = {
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[2].i_pair.invited_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[1].i_pair.invited_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[3].gen_type[0].i_pair.invited_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[2].i_pair.invited_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[1].i_pair.invited_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[2].gen_type[0].i_pair.invited_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[2].i_pair.invited_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[1].i_pair.invited_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[1].gen_type[0].i_pair.invited_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[2].i_pair.invited_q ,
      \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[1].i_pair.invited_q , \dut.i_buffers.gen_bank[0].i_bank.gen_port[0].gen_type[0].i_pair.invited_q };

  // Where a packet leaves that comes in by `port`, for the buffers of this type.
  function automatic logic [1:0] exit_of(input logic [1:0] port, input logic [1:0] kind);
    case (kind)
      net_pkg::Straight: exit_of = port ^ 2'd1;
      net_pkg::TurnLeft: exit_of = port < 2 ? 2'd2 + port : 2'd3 - port;
      default:           exit_of = port < 2 ? 2'd3 - port : port - 2'd2;
    endcase
  endfunction

  always_comb begin
    present   = '0;
    came      = 5'(\dut.starts );
    gone      = '0;
    kept_tags = '0;
    disorder  = 1'b0;
    for (int i = 0; i < 12; i++) begin
      present = present + 5'(count[i*CountWidth +: CountWidth]);
      for (int s = 0; s < N; s++) begin
        kept_tags[i*N + s] = s < count[i*CountWidth +: CountWidth] && slots[(i*N + s)*SlotWidth + Tag];
        if (s >= count[i*CountWidth +: CountWidth] && slots[(i*N + s)*SlotWidth +: SlotWidth] != '0) disorder = 1'b1;
      end
    end
    for (int p = 0; p < 4; p++) came = came + 5'(arrives[p]);
    for (int p = 0; p < 5; p++) begin
      gone         = gone + 5'(leaves[p]);
      gone_tags[p] = leaves[p] && flit_out[p*FlitWidth];
    end
  end
  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      total_q     <= total_q + came - gone;
      following_q <= new_tags != '0 || following_q && gone_tags == '0;
      credit_q    <= credit_i;
      commanded_q <= command_i;
      for (int p = 0; p < 4; p++)
        for (int t = 0; t < 3; t++)
          told_q[p*3 + t] <= command_i || !credit[p*10 + 4*\dut.bank_white_q + t];
    end
  end

  always @(posedge clk_i) begin
    if (rst_n) begin
      assume (!command_i || loaded_i[65:64] != 2'd3 && present == '0 && (arrives_i & ~{vc_i[15], vc_i[11], vc_i[7], vc_i[3]}) == '0);
      for (int p = 0; p < 4; p++) begin
        assume (!arrives_i[p] || !vc_i[p*4 + 3] == \dut.mode_q [3]);
        if (arrives[p])
          assume (links[p] && vc_i[p*4 + 2] == \dut.bank_white_q && told_q[p*3 + vc_i[p*4 +: 2]]
                  && exits[p*2 +: 2] == exit_of(2'(p), vc_i[p*4 +: 2]));
      end
      assume ((new_tags & (new_tags - 1'b1)) == '0 && (!following_q || new_tags == '0));
      for (int p = 0; p < 4; p++) begin
        assert (4'(\dut.exchanges [p]) + 4'(\dut.tokens [p]) + 4'(\dut.sends [p]) + 4'(\dut.tells ) <= 4'd1);
        if (leaves[p] && flit_out[p*FlitWidth + 80 +: 2] != 2'd3)
          assert (commanded_q || !credit_q[p*10 + flit_out[p*FlitWidth + 80 +: 3]]);
      end
      assert (\dut.mode_q [3] || present == '0);
      // Invariants.
      assert (total_q == present + gone);
      assert ({kept_tags, gone_tags} == '0 ? !following_q
              : following_q && ({kept_tags, gone_tags} & ({kept_tags, gone_tags} - 1'b1)) == '0);
      assert (!disorder);
      assert ((\dut.mode_q & (\dut.mode_q - 1'b1)) == '0);
      for (int i = 0; i < 12; i++) begin
        assert (count[i*CountWidth +: CountWidth] != '0 || invited[i]);
        if (links[i/3]) begin
          assert (count[i*CountWidth +: CountWidth] + told_q[i] + invited[i] <= N);
          assert (credit[(i/3)*10 + 4*\dut.bank_white_q + i%3] == !invited[i]);
        end else begin
          assert (count[i*CountWidth +: CountWidth] <= 1);
        end
      end
      cover (present == 5'd12);
      cover (leaves[3:0] == '1 && \dut.mode_q [3]);
      cover (gone_tags[4]);
      cover (following_q && gone_tags[0]);
      cover (\dut.tokens != '0);
      cover (\dut.exchanges != '0);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : mesh_router_formal
