"""What stands at the pins of every router of an exported network, in each cycle of its run."""

import re
import subprocess

import numpy

WIDTHS = {"flit": 128, "credit": None}  # Bits per port; None: one for each VC.


class Traffic:
    """`pins`: of each of PINS, [cycle][node][bit]. `straps`: of each node, {pin: integer}, static. `shape`: ports, VCs,
    flits of a VC."""

    PINS = ("flit_in", "credit_in", "flit_out", "credit_out")

    def __init__(self, folder):
        parameters = dict(re.findall(r"-chparam (\w+) (\d+)", (folder / "timing.ys").read_text()))
        self.shape = tuple(int(parameters[name]) for name in ("NumPorts", "NumVcs", "Depth"))
        network = (folder / "network.sv").read_text()
        instances = re.findall(r"\) router_(\d+) \((.*?)\);", network, re.S)
        self.straps = [{pin: int(value, 16) for pin, value in re.findall(r"\.(\w+)\(\d+'h([0-9a-fA-F]+)\)", pins)}
                       for _, pins in instances]
        self._simulate(folder, [node for node, _ in instances])
        words = numpy.array((folder / "pins.txt").read_text().split()).reshape(-1, len(instances), len(self.PINS))
        self.pins = {pin: self._bits(words[:, :, number], pin) for number, pin in enumerate(self.PINS)}

    def __len__(self):
        return len(self.pins["flit_in"])

    def flits(self, warm_up):
        """That come to the routers from that cycle on."""
        return int(self._there[warm_up:].sum())

    def bursts(self, warm_up):
        """The same, flits of one packet in successive cycles on one link as one."""
        goes_on = self._there[1:] & self._there[:-1] & (self._packet[1:] == self._packet[:-1])
        first = self._there.copy()
        first[1:] &= ~goes_on
        return int(first[warm_up:].sum())

    def rises(self, warm_up):
        """The same, those that come when no flit leaves their queue, which shows as a credit a cycle later."""
        _, vcs, _ = self.shape
        vc = numpy.packbits(self._fields()[..., 80:88], axis=-1, bitorder="little")[..., 0]
        rises = 0
        leaves = numpy.zeros((*vc.shape, vcs), dtype=bool)
        leaves[:-1] = self.pins["credit_out"].reshape(*vc.shape, vcs)[1:]
        for number in range(vcs):
            rises += (self._there & (vc == number) & ~leaves[..., number])[warm_up:].sum()
        return int(rises)

    @property
    def _there(self):
        return self._fields()[..., 64:80].any(axis=-1)

    @property
    def _packet(self):
        return numpy.packbits(self._fields()[..., 0:32], axis=-1, bitorder="little").view(numpy.uint32)[..., 0]

    def _fields(self):
        """[cycle][node][port][bit] of header_t in rtl/include/net_types.svh."""
        flits = self.pins["flit_in"]
        return flits.reshape(*flits.shape[:2], -1, WIDTHS["flit"])

    def _bits(self, words, pin):
        ports, vcs, _ = self.shape
        width = ports * (WIDTHS[pin.split("_")[0]] or vcs)
        digits = (width + 7) // 8 * 2
        data = bytes.fromhex("".join(word.zfill(digits) for word in words.ravel()))
        packed = numpy.frombuffer(data, dtype=numpy.uint8).reshape(*words.shape, digits // 2)[..., ::-1]
        return numpy.unpackbits(packed, axis=-1, bitorder="little", count=width)

    def _simulate(self, folder, nodes):
        pins = "\n".join(f'    $fwrite(file, "{"%h " * len(self.PINS)}\\n", '
                         + ", ".join(f"bench.i_network.{pin}_{node}" for pin in self.PINS) + ");" for node in nodes)
        (folder / "energy_tb.sv").write_text(f"""module energy_tb;
  network_tb bench();
  integer file;
  initial file = $fopen("pins.txt", "w");
  always @(posedge bench.clk) begin
{pins}
  end
endmodule
""")
        subprocess.run(["iverilog", "-g2012", "-s", "energy_tb", "-o", "energy.vvp", "-f", "network.f", "network_tb.sv",
                        "energy_tb.sv"], cwd=folder, check=True, capture_output=True)
        said = subprocess.run(["vvp", "-n", "energy.vvp"], cwd=folder, check=True, capture_output=True, text=True).stdout
        if "PASS" not in said:
            raise RuntimeError(f"the RTL differs from the run: {said.splitlines()[-1]}")
