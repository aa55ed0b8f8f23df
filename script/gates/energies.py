"""The energy of routers as gates in the traffic of runs of their network."""

import numpy

INPUTS = {"flit_i": "flit_in", "credit_i": "credit_in"}  # Pins of a router, and the wires of the network at them.
OUTPUTS = {"flit_o": "flit_out", "credit_o": "credit_out"}


def of_runs(netlist, simulation, traffics, warm_up):
    """{part: [run][node]}: pJ per cycle, without the clock. All of the runs' routers run side by side, one in each copy
    of `simulation`, and each has to drive what its RTL drives in every cycle."""
    pins = {pin: numpy.concatenate([traffic.pins[pin] for traffic in traffics], axis=1) for pin in traffics[0].PINS}
    straps = [node for traffic in traffics for node in traffic.straps]
    _set_straps(netlist, simulation, straps)
    weights = netlist.transition_energies()
    table = numpy.array(list(weights.values()), dtype=numpy.float32)
    total = numpy.zeros((len(weights), len(straps)))
    before = None
    for cycle in range(len(pins["flit_in"])):
        _drive(netlist, simulation, {pin: pins[wire][cycle] for pin, wire in INPUTS.items()})
        simulation.settle()
        now = simulation.bits()
        _compare(netlist, now, {pin: pins[wire][cycle] for pin, wire in OUTPUTS.items()}, cycle)
        if cycle >= warm_up:
            total += table @ (now != before).astype(numpy.float32)
        before = now
        simulation.clock()
    total /= len(pins["flit_in"]) - warm_up
    return {part: total[number].reshape(len(traffics), -1) for number, part in enumerate(weights)}


def _set_straps(netlist, simulation, straps):
    for pin, net in netlist.inputs.items():
        name, _, bit = pin.rstrip("]").partition("[")
        if name in straps[0]:
            simulation.values[net] = sum((node[name] >> int(bit or 0) & 1) << copy for copy, node in enumerate(straps))
    reset = netlist.inputs["rst_ni"]
    simulation.values[reset] = 0
    simulation.reset()
    simulation.values[reset] = simulation.values[1]


def _drive(netlist, simulation, bits_of):
    """bits_of: {pin: [copy][bit]}"""
    for name, bits in bits_of.items():
        copies = numpy.packbits(bits.T, axis=1, bitorder="little")
        for bit, packed in enumerate(copies):
            net = netlist.inputs.get(f"{name}[{bit}]")
            if net is not None:
                simulation.values[net] = int.from_bytes(packed.tobytes(), "little")


def _compare(netlist, now, bits_of, cycle):
    for name, bits in bits_of.items():
        nets = [netlist.outputs[f"{name}[{bit}]"] for bit in range(bits.shape[1])]
        if (now[nets] != bits.T).any():
            raise RuntimeError(f"the netlist drives another {name} than its RTL in cycle {cycle}")
