"""script/gates: what script/energy computes of a netlist, against sums and truth tables by hand."""

import itertools
import os
import sys
import tempfile
import unittest
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(os.environ["SWITCHYARD_SOURCE"], "script")))
from gates import fit
from gates.energies import of_runs
from gates.liberty import Library
from gates.netlist import Netlist, part_of
from gates.simulation import Simulation

# Energies in pJ: of an input 1, of an output 2 and 4 without load and 12 and 14 with 1 pF.
LIBRARY = """library(small) {
  nom_voltage : 2;
  cell (GATE) {
    area : 10;
    cell_leakage_power : 3;
    pin(A) { direction : input; capacitance : 0.5; internal_power() {
      rise_power(t) { index_1 ("0, 1"); values ("1, 1"); } fall_power(t) { index_1 ("0, 1"); values ("1, 1"); } } }
    pin(B) { direction : input; capacitance : 0.25; }
    pin(C) { direction : input; capacitance : 0.25; }
    pin(Y) { direction : output; capacitance : 0; function : "(!((A B)+C))"; internal_power() { related_pin : "A";
      rise_power(t) { index_1 ("0, 1"); index_2 ("0, 1"); values ("2, 2", "12, 12"); }
      fall_power(t) { index_1 ("0, 1"); index_2 ("0, 1"); values ("4, 4", "14, 14"); } } }
  }
  cell (FLOP) {
    area : 20;
    cell_leakage_power : 5;
    ff (P1,P2) { next_state : "D"; clocked_on : "CLK"; clear : "(!R)"; preset : "(!S)"; }
    pin(CLK) { direction : input; capacitance : 0.125; clock : true; internal_power() {
      rise_power(t) { index_1 ("0, 1"); values ("6, 6"); } fall_power(t) { index_1 ("0, 1"); values ("8, 8"); } } }
    pin(D) { direction : input; capacitance : 0.5; }
    pin(R) { direction : input; capacitance : 0.5; }
    pin(S) { direction : input; capacitance : 0.5; }
    pin(Q) { direction : output; capacitance : 0; function : "P1"; }
  }
}
"""

# q <= !((q & b) | c): the gate is of the buffer, the flip-flop of the link.
ROUTER = """module router(clk_i, rst_ni, b, c, q);
  input clk_i;
  input rst_ni;
  input b;
  input c;
  output q;
  wire next;
  GATE \\gen_input[0].i_queue.mapped_1  (
    .A(q),
    .B(b),
    .C(c),
    .Y(next)
  );
  FLOP \\gen_output[1].cell_1  (
    .CLK(clk_i),
    .D(next),
    .Q(q),
    .R(rst_ni),
    .S(1'h1)
  );
endmodule
"""


def small_library():
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "small.lib")
        file.write_text(LIBRARY)
        return Library(file)


class Gates(unittest.TestCase):
    def setUp(self):
        self.library = small_library()
        self.netlist = Netlist(ROUTER, self.library)

    def test_adds_up_area_leakage_and_clock(self):
        self.assertEqual(self.netlist.area, 30)
        self.assertEqual(self.netlist.leakage, 8)
        self.assertEqual(self.netlist.clock_energy(), 6 + 8 + 0.125 * 2**2)

    def test_adds_up_the_energy_of_a_transition(self):
        energies = self.netlist.transition_energies()
        q, following = self.netlist.outputs["q"], self.netlist.cells[0][2]["Y"]
        # q drives 0.5 pF of A, in whose cell it costs 1; the flip-flop has no tables.
        self.assertEqual(energies["buffer"][q], 1)
        self.assertEqual(energies["link"][q], 0.5 * 2**2 / 2)
        # Half of the way from 3 to 13, and 0.5 pF of D.
        self.assertEqual(energies["buffer"][following], 8 + 0.5 * 2**2 / 2)
        self.assertEqual(energies["link"][following], 0)
        self.assertEqual(sum(energy[self.netlist.inputs["clk_i"]] for energy in energies.values()), 0)

    def test_simulates_each_copy_by_itself(self):
        copies = list(itertools.product((0, 1), repeat=2))
        simulation = Simulation(self.netlist, len(copies))
        values, pins = simulation.values, self.netlist.inputs
        for number, pin in enumerate("bc"):
            values[pins[pin]] = sum(copy[number] << bit for bit, copy in enumerate(copies))
        simulation.reset()  # rst_ni is still 0.
        values[pins["rst_ni"]] = values[1]
        states = [0] * len(copies)
        for _ in range(5):
            simulation.settle()
            self.assertEqual(list(simulation.bits()[self.netlist.outputs["q"]]), states)
            simulation.clock()
            states = [int(not ((state and b) or c)) for state, (b, c) in zip(states, copies)]

    def test_refuses_a_cell_that_the_library_does_not_have(self):
        with self.assertRaises(KeyError):
            Netlist(ROUTER.replace("GATE", "\\$_AND_"), self.library)

    def test_refuses_a_loop(self):
        with self.assertRaises(RuntimeError):
            Simulation(Netlist(ROUTER.replace(".A(q)", ".A(next)"), self.library), 1)

    def test_names_parts(self):
        self.assertEqual(part_of("gen_input[3].i_port.gen_vc[1].i_vc.i_queue.cell_7"), "buffer")
        self.assertEqual(part_of("gen_input[3].i_port.i_arbiter.cell_2"), "routing")
        self.assertEqual(part_of("i_vc_arbiter.gen_port[2].i_vcs.cell_1"), "allocation")
        self.assertEqual(part_of(".mapped_5"), "crossbar")


class Run:
    """Of two nodes, with pins drawn anew in each cycle, and what they drive by the rule of ROUTER."""

    PINS = ("flit_in", "credit_in", "flit_out", "credit_out")
    straps = [{"a_strap": 0}, {"a_strap": 1}]

    def __init__(self, cycles, seed):
        draw = numpy.random.default_rng(seed)
        flits, credits = draw.integers(2, size=(2, cycles, 2, 1))
        states = numpy.zeros((cycles, 2, 1), dtype=int)
        for cycle in range(1, cycles):
            states[cycle] = 1 - (states[cycle - 1] & flits[cycle - 1] | credits[cycle - 1])
        self.pins = {"flit_in": flits, "credit_in": credits, "flit_out": states, "credit_out": states.copy()}


class Runs(unittest.TestCase):
    def setUp(self):
        ports = {"b": "\\flit_i[0] ", "c": "\\credit_i[0] ", "q": "\\flit_o[0] "}
        text = ROUTER
        for name, pin in ports.items():
            text = text.replace(f"put {name};", f"put {pin};").replace(f"({name})", f"({pin})")
        text = text.replace("  wire next;", "  output \\credit_o[0] ;\n  wire next;\n  assign \\credit_o[0]  = \\flit_o[0] ;")
        self.netlist = Netlist(text, small_library())

    def of(self, runs):
        return of_runs(self.netlist, Simulation(self.netlist, 2 * len(runs)), runs, 3)

    def test_adds_up_the_transitions_of_each_node(self):
        runs = [Run(40, 1), Run(40, 2)]
        found = self.of(runs)["link"]
        for number, run in enumerate(runs):
            changes = numpy.abs(numpy.diff(run.pins["flit_out"][2:, :, 0], axis=0)).sum(axis=0)
            self.assertEqual(list(found[number]), list(0.5 * 2**2 / 2 * changes / 37))

    def test_refuses_a_netlist_that_drives_what_its_rtl_does_not(self):
        for pin in ("flit_out", "credit_out"):
            for cycle in (0, 2, 39):
                run = Run(40, 3)
                run.pins[pin][cycle, 1, 0] ^= 1
                with self.assertRaisesRegex(RuntimeError, f"in cycle {cycle}$"):
                    self.of([Run(40, 4), run])


class Fit(unittest.TestCase):
    def test_finds_the_costs_of_which_energies_are_made(self):
        draw = numpy.random.default_rng(3)
        cost = {"flit": {"buffer": 14.0, "link": 0.0}, "burst": {"buffer": 100.0, "link": 9.0},
                "rise": {"buffer": 30.0, "link": 0.0}}
        runs = []
        for _ in range(6):
            counts = dict(zip(("flit", "burst", "rise"), draw.uniform(1, 20, size=3)))
            runs.append({"cycles": 50, **{event + "s": 50 * count for event, count in counts.items()},
                         "parts": {part: sum(count * cost[event][part] for event, count in counts.items())
                                   for part in ("buffer", "link")}})
        table = fit.table(runs)
        for event, parts in cost.items():
            for part, energy in parts.items():
                self.assertAlmostEqual(table[event][part], energy, places=6)

    def test_costs_nothing_below_zero(self):
        runs = [{"cycles": 1, "flits": flits, "bursts": bursts, "rises": 0, "parts": {"buffer": 3 * flits - bursts}}
                for flits, bursts in ((4, 1), (5, 2), (9, 1))]
        table = fit.table(runs)
        self.assertEqual(table["burst"]["buffer"], 0)
        self.assertGreater(table["flit"]["buffer"], 2)


if __name__ == "__main__":
    unittest.main()
