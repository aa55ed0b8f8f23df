`include "net_types.svh"

/// Proof harness of output_vc_select and room_needed, of N ports with two VCs, for VCs of one flit, two and five.
///
/// A VC is open if it is free and has the credits that `vc_reallocation` demands. If any adaptive VC is open, one of the open
/// adaptive VCs is chosen that no other goes before: with `First` those of lower ports do; then those with more credits; then
/// those of the port that was allocated longer ago; then the lower of the port. If none is, the lowest open escape VC is
/// chosen. So one is chosen if and only if any is open. A matching may give any open adaptive VC, or if there is none, any
/// open escape VC.
module output_vc_select_formal #(
  parameter int N = 4                                   // Ports.
);
  localparam int NumVcs = 2;
  localparam int TotalVcs = N * NumVcs;
  localparam int RankWidth = $clog2(N);
  localparam int VcWidth = $clog2(TotalVcs);

  (* anyconst *) site_t site;
  (* anyconst *) logic [15:0] length;
  (* anyconst *) logic [TotalVcs-1:0] adaptive, escape, free;
  (* anyconst *) logic [N*RankWidth-1:0] rank;          // [port]: its place in the order, the first 0.
  (* anyconst *) logic [VcWidth-1:0] one, other;        // Any two VCs.
  logic [RankWidth-1:0] port_of_one, port_of_other;
  logic [N*N-1:0] order;
  logic [N-1:0] alone;                                  // No other port has its rank.

  assign port_of_one   = one[VcWidth-1:1];
  assign port_of_other = other[VcWidth-1:1];
  for (genvar p = 0; p < N; p++) begin : gen_port
    logic [N-1:0] same;
    for (genvar q = 0; q < N; q++) begin : gen_other
      assign order[p*N + q] = rank[q*RankWidth +: RankWidth] < rank[p*RankWidth +: RankWidth];
      assign same[q]        = rank[q*RankWidth +: RankWidth] == rank[p*RankWidth +: RankWidth];
    end
    assign alone[p] = same == (N'(1) << p);
  end
  always @(*) begin
    assume (site.vc_reallocation <= net_pkg::Immediate && length != '0);
    assume ((escape & adaptive) == '0);
    assume (alone == '1);
    assume (one < TotalVcs && other < TotalVcs && one != other);
  end

  for (genvar depth = 1; depth <= 5; depth = depth * depth + 1) begin : gen_depth
    localparam int CountWidth = $clog2(depth + 1);

    (* anyconst *) logic [TotalVcs*CountWidth-1:0] credits;
    logic [depth*TotalVcs-1:0] room;
    logic [TotalVcs-1:0] choice, all, enough, open;
    logic [15:0] needed;
    logic [depth-1:0] need;
    logic any;

    for (genvar l = 0; l < TotalVcs; l++) begin : gen_vc
      for (genvar n = 1; n <= depth; n++) begin : gen_room
        assign room[(n-1)*TotalVcs + l] = credits[l*CountWidth +: CountWidth] >= CountWidth'(n);
      end
      assign enough[l] = 16'(credits[l*CountWidth +: CountWidth]) >= needed;
      always @(*) assume (credits[l*CountWidth +: CountWidth] <= CountWidth'(depth));
    end
    always_comb begin
      needed = 16'(depth);
      if (site.vc_reallocation == net_pkg::Immediate) needed = 16'd1;
      if (site.vc_reallocation == net_pkg::WholePacket && length < 16'(depth)) needed = length;
    end
    assign open = adaptive & free & enough;

    room_needed #(.Depth(depth)) i_need (.site_i(site), .length_i(length), .need_o(need));
    output_vc_select #(.NumPorts(N), .NumVcs(NumVcs), .Depth(depth)) dut (
      .site_i(site), .adaptive_i(adaptive), .escape_i(escape), .need_i(need), .free_i(free), .room_i(room),
      .order_i(order), .any_o(any), .all_o(all), .choice_o(choice)
    );

    logic [CountWidth-1:0] credits_of_one, credits_of_other;
    logic [RankWidth-1:0] rank_of_one, rank_of_other;
    logic same_port, one_first;
    assign credits_of_one   = credits[one*CountWidth +: CountWidth];
    assign credits_of_other = credits[other*CountWidth +: CountWidth];
    assign rank_of_one      = rank[port_of_one*RankWidth +: RankWidth];
    assign rank_of_other    = rank[port_of_other*RankWidth +: RankWidth];
    assign same_port        = port_of_one == port_of_other;
    assign one_first = site.selection == net_pkg::First && !same_port ? one < other
                     : credits_of_one != credits_of_other ? credits_of_one > credits_of_other
                     : same_port ? one < other
                     : rank_of_one < rank_of_other;

    always @(*) begin
      cover (choice != '0 && choice == escape);
      cover (choice[one] && open[other] && !same_port && rank_of_one > rank_of_other);
      cover (choice[one] && open[other] && credits_of_one == credits_of_other);
      assert (any == (choice != '0));
      if (open == '0) begin
        assert (all == (escape & free & enough) && (choice & ~all) == '0 && (choice != '0) == (all != '0));
        assert (!choice[one] || !all[other] || one < other);
        cover (choice[one] && all[other]);
      end else begin
        assert (choice != '0 && (choice & ~open) == '0 && all == open);
        assert (!choice[one] || !choice[other]);
        assert (!choice[one] || !open[other] || one_first);
      end
    end
  end
endmodule : output_vc_select_formal
