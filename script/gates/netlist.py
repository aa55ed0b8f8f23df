"""A router as a netlist of library cells, each of which still says what part of the router it is of."""

import collections
import re
import subprocess

import numpy

# The parts of vc_router, as the table calls them, by the names of instances, the first that fits; the crossbar has the
# few cells that join them.
PARTS = [("gen_input*i_queue", "buffer"), ("gen_input", "routing"), ("gen_output", "link"),
         ("i_crossbar", "crossbar"),
         ("i_switch_allocator", "allocation"), ("i_vc_arbiter", "allocation"), ("i_order", "allocation"),
         ("", "crossbar")]


def synthesize(folder, liberty):
    """Maps the router of an exported network, whose timing.ys says which, to the cells of a Liberty file, and writes
    router.v into the folder. Each part is mapped by itself, after the whole was simplified: its cells take its name.
    """
    with open(folder / "timing.ys") as script:
        lines = [line.strip() for line in script if line.startswith(("read_verilog", "hierarchy"))]
    lines += ["synth -noabc", f"dfflibmap -liberty {liberty}", "rename -enumerate -pattern cell_%", "flatten",
              "rename -top router", "opt -full", "opt_clean -purge"]
    for instance, _ in PARTS:
        lines += [f"select -set part c:{instance or 'cell_'}*", "select -clear",
                  f"abc -liberty {liberty} -constr timing.constr -D 1000 @part",
                  f"rename -enumerate -pattern {instance.replace('*', '.')}.mapped_% c:$abc* c:$auto*"]
    lines += ["setundef -zero", "splitnets -ports", "opt_clean -purge", "write_verilog -noattr -noexpr router.v"]
    (folder / "energy.ys").write_text("\n".join(lines) + "\n")
    subprocess.run(["yosys", "-q", "-s", "energy.ys"], cwd=folder, check=True, capture_output=True)


def part_of(name):
    return next(part for instance, part in PARTS if re.match(instance.replace("*", ".*"), name))


class Netlist:
    """`cells`: (cell of the library, name, {pin: net}) of each. A net is a number; 0 and 1 are the constants. `inputs`
    and `outputs`: the nets of the pins of the module, by their names."""

    def __init__(self, text, library):
        self._numbers = {"1'h0": 0, "1'h1": 1}
        self.cells = []
        for kind, name, pins in re.findall(r"^  (\S+) (\S+) +\(\n(.*?)\n  \);", text, re.S | re.M):
            nets = {pin: self._number(net) for pin, net in re.findall(r"\.(\w+)\((.*?)\)(?:,|$)", pins, re.M)}
            self.cells.append((library.cells[kind], name.lstrip("\\"), nets))
        self.inputs, self.outputs = ({name.strip().lstrip("\\"): self._number(name)
                                      for name in re.findall(rf"^  {way} (.*);", text, re.M)} for way in ("input", "output"))
        self.joined = [(self._number(to), self._number(of)) for to, of in re.findall(r"^  assign (.*) = (.*);", text, re.M)]
        self.area = sum(cell.area for cell, _, _ in self.cells)
        self.leakage = sum(cell.leakage for cell, _, _ in self.cells)
        self._voltage = library.voltage

    @property
    def nets(self):
        return len(self._numbers)

    def clock_energy(self):
        """pJ per cycle of what the clock alone costs: in the cells, and of the capacitance of its pins."""
        return sum(cell.clock_energy() + cell.capacitance[cell.clock] * self._voltage**2
                   for cell, _, _ in self.cells if cell.clock)

    def transition_energies(self):
        """pJ of a transition of each net, by part: in the cell that drives it, in those that it drives, and of their
        capacitance. The clock has none."""
        load = numpy.zeros(self.nets)
        for cell, _, nets in self.cells:
            for pin, net in nets.items():
                if not cell.drives(pin):
                    load[net] += cell.capacitance[pin]
        energies = collections.defaultdict(lambda: numpy.zeros(self.nets))
        for cell, name, nets in self.cells:
            of_part = energies[part_of(name)]
            for pin, net in nets.items():
                if cell.drives(pin):
                    of_part[net] += cell.energy(pin, load[net]) + load[net] * self._voltage**2 / 2
                elif pin != cell.clock:
                    of_part[net] += cell.energy(pin)
        return dict(energies)

    def _number(self, net):
        return self._numbers.setdefault(net.strip().lstrip("\\").strip(), len(self._numbers))
