/// Assertions as each tool takes them. They stand at the foot of a module and name their property.
///
/// SY_ASSERT(Name, expr): `expr` holds on every rising edge of `clk_i` outside reset.
/// SY_ASSERT_COMB(Name, expr): `expr` always holds; for modules without a clock.
///
/// Verilator: a concurrent assertion. Yosys with -formal: an immediate one in a clocked process, so that
/// both see the values before the edge; nameless, as yosys 0.23 cannot repeat a name in a generate loop.
/// Icarus and synthesis: nothing.
`ifndef NET_ASSERT_SVH
`define NET_ASSERT_SVH

`ifdef VERILATOR
`define SY_ASSERT(Name, expr) \
  Name: assert property (@(posedge clk_i) disable iff (!rst_ni) (expr)) \
    else $error(`"Name does not hold at a clock edge in %m`");
`define SY_ASSERT_COMB(Name, expr) \
  always_comb begin Name: assert (expr) else $error(`"Name does not hold in %m`"); end
`elsif FORMAL
`define SY_ASSERT(Name, expr) always @(posedge clk_i) if (rst_ni) assert (expr);
`define SY_ASSERT_COMB(Name, expr) always @(*) assert (expr);
`else
`define SY_ASSERT(Name, expr)
`define SY_ASSERT_COMB(Name, expr)
`endif

`endif
