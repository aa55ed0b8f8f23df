"""A netlist in many runs at once: each net holds an integer, and each bit of it is one run."""

import re

import numpy


class Simulation:
    """Runs without delays, so without glitches. `copies`: how many runs. `values`: of each net; the inputs are to be set."""

    def __init__(self, netlist, copies):
        self._netlist, self._copies, self._all = netlist, copies, (1 << copies) - 1
        self.values = [0] * netlist.nets
        self.values[1] = self._all
        self._logic, self._next, self._reset = _compiled(netlist)
        self._bytes = (copies + 7) // 8

    def settle(self):
        self._logic(self.values, self._all)

    def reset(self):
        """As long as an asynchronous reset is on. Settled then."""
        self.settle()
        self._reset(self.values, self._all)
        self.settle()

    def clock(self):
        """A rising edge; not settled then."""
        self._next(self.values, self._all)

    def bits(self):
        """[net][copy]: the nets as they are, 0 or 1."""
        packed = b"".join([value.to_bytes(self._bytes, "little") for value in self.values])
        packed = numpy.frombuffer(packed, dtype=numpy.uint8).reshape(-1, self._bytes)
        return numpy.unpackbits(packed, axis=1, bitorder="little", count=self._copies)


def _compiled(netlist):
    """Functions of (values, all ones): the logic in the order of its inputs, the next states, and reset."""
    gates, states, resets = [], [], []
    for cell, name, nets in netlist.cells:
        if cell.register:
            state = _expression(cell.register["next_state"], nets)
            (output,) = (net for pin, net in nets.items() if cell.drives(pin))
            states.append((output, state))
            clear, preset = (_expression(cell.register[what] or "0", nets) for what in ("clear", "preset"))
            if cell.register["clear"] or cell.register["preset"]:
                resets.append((output, f"(v[{output}] | {preset}) & ~({clear})"))
        else:
            inputs = [net for pin, net in nets.items() if not cell.drives(pin)]
            gates += [(net, inputs, _expression(cell.functions[pin], nets))
                      for pin, net in nets.items() if cell.drives(pin)]
    gates += [(to, [of], f"v[{of}]") for to, of in netlist.joined]
    ordered = _ordered(gates)
    return (_function(f" v[{net}] = {expression} & m" for net, _, expression in ordered),
            _simultaneous(states), _simultaneous(resets))


def _expression(function, nets):
    """Python of a Liberty function: blanks are and, + is or."""
    function = re.sub(r"(?<=[\w)])\s+(?=[\w(!])", " & ", function.strip()).replace("+", "|").replace("!", "~")
    return "(" + re.sub(r"[A-Za-z]\w*", lambda pin: f"v[{nets[pin.group(0)]}]", function) + ")"


def _ordered(gates):
    driven = {net for net, _, _ in gates}
    readers, missing = {}, {}
    for number, (_, inputs, _) in enumerate(gates):
        missing[number] = 0
        for net in set(inputs) & driven:
            readers.setdefault(net, []).append(number)
            missing[number] += 1
    ready, order = [number for number, count in missing.items() if count == 0], []
    while ready:
        number = ready.pop()
        order.append(gates[number])
        for reader in readers.get(gates[number][0], []):
            missing[reader] -= 1
            if missing[reader] == 0:
                ready.append(reader)
    if len(order) != len(gates):
        raise RuntimeError("the netlist has a combinational loop")
    return order


def _simultaneous(assignments):
    lines = [f" n{net} = {expression} & m" for net, expression in assignments]
    return _function(lines + [f" v[{net}] = n{net}" for net, _ in assignments])


def _function(lines):
    space = {}
    exec("def run(v, m):\n" + "\n".join([*lines, " return"]), space)
    return space["run"]
