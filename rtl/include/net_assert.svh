/// Assertions as each tool takes them. They stand at the foot of a module and name their property.
///
/// SY_ASSERT(Name, expr): `expr` holds on every rising edge of `clk_i` outside reset.
/// SY_ASSERT_COMB(Name, expr): `expr` always holds; for modules without a clock.
///
/// They are immediate ones in a clocked process: it sees the values before the edge, as pins have settled by then, and
/// Verilator keeps a second copy of all that concurrent ones sample. In yosys they are nameless, as 0.23 cannot repeat a
/// name in a generate loop. Icarus and synthesis: nothing.
`ifndef NET_ASSERT_SVH
`define NET_ASSERT_SVH

`ifdef VERILATOR
`define SY_ASSERT(Name, expr) \
  always @(posedge clk_i) if (rst_ni) Name: assert (expr) else $error(`"Name does not hold at a clock edge in %m`");
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
