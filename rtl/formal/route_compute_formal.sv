`include "net_types.svh"

/// Proof harness of route_compute, of radix N in one dimension with two VCs per port and in two dimensions with three and
/// four, N = 2 as a hypercube, others as torus or mesh; minimal_hops, which has a proof of its own, says what is minimal and what is in order.
///
/// A packet that has arrived may take all VCs of the terminal port, and no other. With Duato's routing it may take the
/// adaptive VCs of all minimal ports, and for escape the one VC of dimension order whose class tells whether its way in
/// the ring still wraps around. With dimension order it may take the VCs of the one port: with a dateline those behind it
/// from the wrap-around link on, until it leaves the ring. A packet that enters a throttled network may take the lowest of
/// them only, and no escape. There is always a VC to take.
module route_compute_formal #(
  parameter int N = 4                                   // Radix.
);
  localparam int CoordWidth = $clog2(N);

  (* anyconst *) site_t site;
  logic torus, duato;
  assign torus = site.topology == net_pkg::Torus;
  assign duato = site.routing == net_pkg::Duato;
  always @(*) begin
    assume (N == 2 ? site.topology == net_pkg::Hypercube : torus || site.topology == net_pkg::Mesh);
    assume (!site.dateline || torus && !duato);
  end

  for (genvar dims = 1; dims <= 2; dims++) begin : gen_grid
    localparam int Links = N == 2 ? dims : 2 * dims;
    localparam int NumPorts = Links + 1;
    localparam int NodeWidth = $clog2(N ** dims);
    localparam int PortWidth = $clog2(NumPorts);

    (* anyconst *) logic [dims*CoordWidth-1:0] here, there;
    (* anyconst *) logic [PortWidth-1:0] from, to;      // The port of the head flit's VC, and any one port.
    logic [NodeWidth-1:0] node, destination;
    logic [Links-1:0] minimal, ordered;
    logic [NumPorts-1:0] minimal_ports, ordered_ports;
    logic wraps_now, wraps_ahead, arrived, throttled, same_ring;

    always_comb begin
      node        = '0;
      destination = '0;
      for (int d = dims - 1; d >= 0; d--) begin
        node        = node * NodeWidth'(N) + here[d*CoordWidth +: CoordWidth];
        destination = destination * NodeWidth'(N) + there[d*CoordWidth +: CoordWidth];
      end
    end
    always @(*) begin
      for (int d = 0; d < dims; d++) begin
        assume (here[d*CoordWidth +: CoordWidth] < (CoordWidth + 1)'(N));
        assume (there[d*CoordWidth +: CoordWidth] < (CoordWidth + 1)'(N));
      end
      assume (from < NumPorts && to < NumPorts);
    end

    minimal_hops #(.NumPorts(NumPorts), .Radix(N)) i_hops (
      .topology_i(site.topology), .here_i(here), .there_i(there), .minimal_o(minimal), .ordered_o(ordered),
      .wraps_now_o(wraps_now), .wraps_ahead_o(wraps_ahead)
    );
    assign minimal_ports = {1'b0, minimal};
    assign ordered_ports = {1'b0, ordered};
    assign arrived       = here == there;
    assign throttled     = from == PortWidth'(Links) && site.throttle != '0 && !arrived;
    always_comb begin                                   // It comes in through the dimension in which it goes on.
      same_ring = 1'b0;
      for (int p = 0; p < Links; p++) begin
        if (ordered[p] && (from | 1'b1) == PortWidth'(p | 1) && from != PortWidth'(Links)) same_ring = 1'b1;
      end
    end

    for (genvar vcs = dims + 1; vcs <= 2 * dims; vcs++) begin : gen_vcs
      localparam int VcWidth = $clog2(vcs);

      (* anyconst *) logic [VcWidth-1:0] from_vc, to_vc;
      logic [vcs*NumPorts-1:0] adaptive, escape;
      logic [vcs-1:0] fits, fits_below;                 // VCs of any port that the routing function allows.
      logic [NumPorts-1:0] ports;
      logic [2:0] number;                               // Of those below `to_vc`.
      logic behind;                                     // The dateline.

      route_compute #(.NumPorts(NumPorts), .NumVcs(vcs), .Radix(N)) dut (
        .site_i({site[$bits(site)-1:32], 32'(node)}), .here_i(here), .destination_i(32'(destination)), .port_i(from), .vc_i(from_vc),
        .adaptive_o(adaptive), .escape_o(escape)
      );

      assign behind = wraps_now || same_ring && from_vc * 2 >= vcs;
      always_comb begin
        ports = arrived ? NumPorts'(1) << Links : duato ? minimal_ports : ordered_ports;
        for (int v = 0; v < vcs; v++) begin
          if (arrived)            fits[v] = 1'b1;
          else if (duato)         fits[v] = v >= (torus ? 2 : 1);
          else if (site.dateline) fits[v] = behind == (v * 2 >= vcs);
          else                    fits[v] = 1'b1;
        end
        fits_below = fits & ((vcs'(1) << to_vc) - 1'b1);
        number     = '0;
        for (int v = 0; v < vcs; v++) number = number + 3'(fits_below[v]);
      end
      always @(*) begin
        assume (from_vc < vcs && to_vc < vcs);
        if (vcs > 2 || !torus || !duato) begin
          assert (adaptive[to*vcs + to_vc] == (ports[to] && fits[to_vc] && (!throttled || number < site.throttle)));
          assert (escape[to*vcs + to_vc] == (duato && !arrived && !throttled && ordered_ports[to]
                                             && to_vc == VcWidth'(torus && !wraps_ahead)));
          assert (adaptive != '0);
          cover (arrived);
          cover (adaptive != '0 && escape != '0);
          cover (throttled && number == site.throttle && fits[to_vc] && ports[to]);
          if (N > 2) cover (site.dateline && same_ring && behind && !wraps_now);
          assert ((escape & (escape - 1'b1)) == '0 && (escape & adaptive) == '0);
        end
      end
    end
  end
endmodule : route_compute_formal
