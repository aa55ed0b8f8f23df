"""Cells of a Liberty file: what they compute, area, leakage, capacitances, and the energy of a transition.

Units, as those of the files of Debian's qflow-tech-osu018 and osu035: um^2, nW, pF, V, ns, and so pJ.
"""

import re

import numpy


class Cell:
    """`functions`: of each output pin. `register`: next state, clear and preset of a flip-flop, None of another cell.
    `clock`: the name of the clock pin, None if there is none."""

    def __init__(self, group, slew):
        self.area = float(group.attributes["area"])
        self.leakage = float(group.attributes.get("cell_leakage_power", 0))
        self.capacitance, self.functions, self.clock, self.register = {}, {}, None, None
        self._slew, self._tables = slew, {}
        for pin in group.all("pin"):
            name = pin.arguments[0]
            self.capacitance[name] = float(pin.attributes.get("capacitance", 0))
            self._tables[name] = [table for power in pin.all("internal_power") for table in power.groups
                                  if table.name in ("rise_power", "fall_power")]
            if pin.attributes["direction"] == "output":
                self.functions[name] = pin.attributes.get("function")
            if pin.attributes.get("clock") == "true":
                self.clock = name
        for flip_flop in group.all("ff"):
            self.register = {what: flip_flop.attributes.get(what) for what in ("next_state", "clear", "preset")}

    def drives(self, pin):
        return pin in self.functions

    def energy(self, pin, load=0):
        """Inside of the cell at a transition of the pin: the mean over rising and falling, and over the inputs that
        may cause it. `load`: of an output, in pF."""
        tables = self._tables[pin]
        return float(numpy.mean([self._look_up(table, load) for table in tables])) if tables else 0.0

    def clock_energy(self):
        """In a clock cycle, of the clock's two transitions, inside of the cell."""
        return sum(self._look_up(table, 0) for table in self._tables[self.clock])

    def _look_up(self, table, load):
        def numbers(key):
            return [float(number) for text in table.attributes[key] for number in text.split(",")]

        values = numpy.array(numbers("values"))
        if "index_2" not in table.attributes:  # Of an input: by its slew.
            return numpy.interp(self._slew, numbers("index_1"), values)
        loads, slews = numbers("index_1"), numbers("index_2")
        by_load = [numpy.interp(self._slew, slews, row) for row in values.reshape(len(loads), len(slews))]
        return numpy.interp(load, loads, by_load)


class Library:
    """`slew`: of every input, in ns."""

    def __init__(self, path, slew=0.18):
        root = _Parser(path).root()
        self.voltage = float(root.attributes["nom_voltage"])
        self.cells = {group.arguments[0]: Cell(group, slew) for group in root.all("cell")}


class _Group:
    def __init__(self, name, arguments):
        self.name, self.arguments, self.attributes, self.groups = name, arguments, {}, []

    def all(self, name):
        return [group for group in self.groups if group.name == name]


class _Parser:
    def __init__(self, path):
        with open(path) as file:
            text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S).replace("\\\n", "")
        self._words = re.findall(r'"[^"]*"|[{}();:,]|[^\s{}();:,"]+', text)
        self._at = 0

    def root(self):
        top = _Group("", [])
        self._read_into(top)
        return top.groups[0]

    def _next(self):
        self._at += 1
        return self._words[self._at - 1]

    def _until(self, end):
        words = []
        while (word := self._next()) != end:
            if word != ",":
                words.append(word.strip('"'))
        return words

    def _read_into(self, group):
        while self._at < len(self._words) and (name := self._next()) != "}":
            if name == ";":
                continue
            if self._next() == ":":
                group.attributes[name] = " ".join(self._until(";"))
                continue
            arguments = self._until(")")
            if self._at < len(self._words) and self._words[self._at] == "{":
                self._at += 1
                inner = _Group(name, arguments)
                self._read_into(inner)
                group.groups.append(inner)
            else:
                group.attributes[name] = arguments
