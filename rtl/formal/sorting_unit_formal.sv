/// Proof harness of sorting_unit: two neighbours, whose schedules of one pass of up to N steps are any that say the same from
/// either side. By induction.
///
/// After each step that both compare, one of them has the packet that belongs below and the other that above, by destination
/// in either order, or by what was dealt; the two packets are the same as before: none is lost or doubled. Where there is no
/// packet comes last. Where they exchange nothing, nothing changes.
module sorting_unit_formal #(
  parameter int N = 2,                                  // Side of the mesh, and steps.
  localparam int CoordWidth = $clog2(N),
  localparam int StepWidth = $clog2(N + 1),
  localparam int EntryWidth = StepWidth + CoordWidth + 10,
  localparam int Width = net_pkg::PacketWidth
) (
  input logic             clk_i,
  input logic             begin_i,
  input logic             by_columns_i,
  input logic [2*2-1:0]   number_i,                     // [node]: where the packet goes, when a sort begins; 3: there is none.
  input logic [1:0]       tag_i                         // [node]: which one it is.
);
  (* anyconst *) logic [2*StepWidth-1:0] steps;         // [order]
  (* anyconst *) logic [1:0] odd, deals;
  (* anyconst *) logic [1:0] up, down;                  // [order]: they compare in such a step,
  (* anyconst *) logic [1:0] up_lower, down_lower;      // and the lower packet stays with node 0.
  (* anyconst *) logic [2*2*CoordWidth-1:0] deal;       // [node][order]
  (* hierconn *) logic \gen_node[0].dut.pass_q , \gen_node[1].dut.pass_q ;
  (* hierconn *) logic [StepWidth-1:0] \gen_node[0].dut.step_q , \gen_node[1].dut.step_q ;
  (* hierconn *) logic [1:0] \gen_node[0].dut.partner_q , \gen_node[1].dut.partner_q ;
  (* hierconn *) logic \gen_node[0].dut.lower_q , \gen_node[1].dut.lower_q ;
  (* hierconn *) logic \gen_node[0].dut.dealt_q , \gen_node[1].dut.dealt_q ;
  (* hierconn *) logic \gen_node[0].dut.columns_q , \gen_node[1].dut.columns_q ;
  logic [2*Width-1:0] own_q = '0, own_in, own, sent_q = '0;  // [node]; sent: on the link to the other one.
  logic [1:0] sends;
  logic running_q = 1'b0, run, compares, dealing, exchanged_q = 1'b0;
  logic [31:0] key0, key1, dest0, dest1;                // After the step: of what belongs here.
  logic rst_n = 1'b0;

  // Number d of the harness is node d of the mesh, in the first two rows: enough for any order of two.
  function automatic logic [31:0] destination(input logic [1:0] number);
    destination = number == 2'd3 ? '1 : number == 2'd2 ? 32'(N) : 32'(number);
  endfunction
  function automatic logic [31:0] by_column(input logic [31:0] node);
    by_column = node == '1 ? '1 : node == 32'(N) ? 32'd1 : node == 32'd1 ? 32'(N) : node;
  endfunction

  assign run = running_q || begin_i;
  for (genvar n = 0; n < 2; n++) begin : gen_node
    logic [2*EntryWidth-1:0] schedule;
    logic [4*Width-1:0] packet;
    logic [3:0] send;

    for (genvar o = 0; o < 2; o++) begin : gen_order
      // Node 0 looks up to node 1 where node 1 looks down to node 0. All is zero where there is nothing.
      assign schedule[o*EntryWidth +: EntryWidth] = steps[o*StepWidth +: StepWidth] == '0 ? '0 : n == 0
        ? {deal[o*CoordWidth +: CoordWidth], deals[o], down_lower[o] && down[o], 2'd0, down[o], up_lower[o] && up[o], 2'd0, up[o],
           odd[o], steps[o*StepWidth +: StepWidth]}
        : {deal[(2 + o)*CoordWidth +: CoordWidth], deals[o], !up_lower[o] && up[o], 1'b0, up[o], up[o],
           !down_lower[o] && down[o], 1'b0, down[o], down[o], !odd[o], steps[o*StepWidth +: StepWidth]};
    end
    assign packet = n == 0 ? {{3*Width{1'b0}}, sent_q[Width +: Width]} : {{2*Width{1'b0}}, sent_q[0 +: Width], {Width{1'b0}}};
    assign own_in[n*Width +: Width] = begin_i ? {32'd0, destination(number_i[2*n +: 2]), 31'd0, tag_i[n]} : own_q[n*Width +: Width];
    sorting_unit #(.Side(N), .Passes(1)) dut (
      .clk_i, .schedule_i(schedule), .begin_i, .by_columns_i, .run_i(run), .packet_i(packet),
      .own_i(own_in[n*Width +: Width]), .own_o(own[n*Width +: Width]), .send_o(send)
    );
    assign sends[n] = send != '0;
    always @(posedge clk_i) if (rst_n) assert (send == '0 || send == (n == 0 ? 4'b0001 : 4'b0010));
  end
  assign compares = !begin_i && running_q && exchanged_q;
  assign dealing  = run && own[95:64] != own_in[95:64] && !compares;
  assign dest0 = own[63:32];
  assign dest1 = own[Width + 32 +: 32];
  assign key0  = \gen_node[0].dut.dealt_q ? own[95:64] : \gen_node[0].dut.columns_q ? by_column(dest0) : dest0;
  assign key1  = \gen_node[0].dut.dealt_q ? own[Width + 64 +: 32] : \gen_node[0].dut.columns_q ? by_column(dest1) : dest1;

  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      running_q <= run;
      own_q     <= own;
      sent_q    <= {own[Width +: Width] & {Width{sends[1]}}, own[0 +: Width] & {Width{sends[0]}}};
      exchanged_q <= sends[0];
    end
  end

  logic [1:0] legal;
  for (genvar n = 0; n < 2; n++) begin : gen_legal
    assign legal[n] = own_q[n*Width + 1 +: 31] == '0
      && (own_q[n*Width + 32 +: 32] == '1 || own_q[n*Width + 32 +: 32] == 32'(N) || own_q[n*Width + 32 +: 32] < 32'd2);
  end
  always @(posedge clk_i) begin
    for (int o = 0; o < 2; o++) assume (steps[o*StepWidth +: StepWidth] <= N);
    if (rst_n) begin
      assert (sends[0] == sends[1]);
      if (compares) begin
        assert ({own[31:0], own[63:32]} == {own_in[31:0], own_in[63:32]} && {own[Width +: 64]} == {own_in[Width +: 64]}
                || own[63:0] == own_in[Width +: 64] && own[Width +: 64] == own_in[63:0]);
        if (own[95:64] == own_in[95:64] || own[95:64] == own_in[Width + 64 +: 32])  // Nothing new is dealt.
          assert (\gen_node[0].dut.lower_q ? key0 <= key1 : key0 >= key1);
      end else begin
        assert (own[63:0] == own_in[63:0] && own[Width +: 64] == own_in[Width +: 64]);
      end
      // Invariants.
      assert (sent_q == (exchanged_q ? own_q : '0) && legal == 2'b11 || !running_q);
      assert (!running_q || \gen_node[0].dut.partner_q == 2'd0 && \gen_node[1].dut.partner_q == {1'b0, exchanged_q});
      assert (!running_q || \gen_node[0].dut.lower_q == (exchanged_q && !\gen_node[1].dut.lower_q ));
      assert (!running_q || exchanged_q || !\gen_node[1].dut.lower_q );
      assert (!running_q
              || \gen_node[0].dut.pass_q == \gen_node[1].dut.pass_q && \gen_node[0].dut.step_q == \gen_node[1].dut.step_q );
      assert (!running_q
              || \gen_node[0].dut.columns_q == \gen_node[1].dut.columns_q && \gen_node[0].dut.dealt_q == \gen_node[1].dut.dealt_q );
      assert (!running_q || \gen_node[0].dut.step_q < (\gen_node[0].dut.columns_q ? steps[StepWidth +: StepWidth] : steps[0 +: StepWidth])
              || \gen_node[0].dut.step_q == '0);
      cover (compares && own[63:0] == own_in[Width +: 64] && own[63:0] != own_in[63:0]);
      cover (compares && \gen_node[0].dut.dealt_q && own[31:0] != own_in[31:0]);
      cover (compares && \gen_node[0].dut.columns_q && own[63:32] == '1 && own_in[63:32] != '1);
      cover (dealing && sends != '0);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : sorting_unit_formal
