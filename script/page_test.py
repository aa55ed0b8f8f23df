#!/usr/bin/env python3
"""Uses pages of `switchyard report` in Debian's Chromium, headless, as a reader would, and compares what they show with the
files of the runs: script/page_test.py SWITCHYARD [SCREENSHOTS]

With a folder SCREENSHOTS it leaves pictures there, to be looked at. Status: 0 good; 1 a difference; 77 Chromium is missing.
"""
import base64
import csv
import fcntl
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Browser:
    """Chromium and one page in it, over the pipe of its DevTools protocol."""

    def __init__(self):
        command_read, self.command = os.pipe()
        self.answer, answer_write = os.pipe()
        read, write = (fcntl.fcntl(end, fcntl.F_DUPFD, 50) for end in (command_read, answer_write))

        def take_pipes():
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--remote-debugging-pipe", "--window-size=1200,1000", "about:blank"],
            preexec_fn=take_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (command_read, answer_write, read, write):
            os.close(end)
        self.number, self.rest, self.session = 0, b"", None
        self.events, self.earlier = [], []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Runtime", "Page", "Log", "Network"):
            self.call(domain + ".enable")

    def message(self):
        while b"\0" not in self.rest:
            part = os.read(self.answer, 1 << 20)
            if not part:
                raise SystemExit("Chromium has ended")
            self.rest += part
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.command, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, page):
        self.earlier += self.complaints()
        self.events.clear()
        self.call("Page.navigate", url=page.as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.message())

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def click(self, element):
        place = self.value(f"(() => {{const e = {element}; e.scrollIntoView({{block: 'center'}}); "
                           "const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2];})()")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)

    def choose(self, select, value):
        self.value(f"(() => {{const s = document.getElementById('{select}'); s.value = '{value}'; s.onchange();}})()")

    def complaints(self):
        """Errors of the script, and anything that is asked for beyond the page itself."""
        found = []
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method in ("Runtime.exceptionThrown", "Log.entryAdded"):
                found.append(json.dumps(parameters)[:300])
            if method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
                found.append(json.dumps(parameters)[:300])
            if method == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith("file:"):
                found.append("asks for " + parameters["request"]["url"][:100])
        return found

    def screenshot(self, file):
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 6000), "scale": 1}
        picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        file.write_bytes(base64.b64decode(picture["data"]))


failures = []


def expect(good, what):
    if not good:
        failures.append(what)
        print("FAILED:", what)


def rows_of(file):
    with open(file, newline="") as stream:
        return list(csv.DictReader(stream))


def shown(number):
    """A number as the page writes it, or near enough: back to a float."""
    return float(number.replace("\u202f", "").replace("–", "nan"))


def near(a, b):
    return abs(a - b) <= 1e-3 * max(abs(a), abs(b)) + 6e-5


# The tables of the panel, by the first word of their titles.
PANEL = "Object.fromEntries([...document.querySelectorAll('#node-panel h3')].map(h => [h.textContent.split(/[ ,]/)[0]," \
        " [...(h.nextElementSibling.querySelectorAll('tbody tr'))].map(r => [...r.cells].map(c => c.textContent))]))"


def check_node(browser, folder, node):
    """The panel has what channels.csv and results.json say of the node."""
    heading = browser.value("document.querySelector('#node-panel h3').textContent")
    name = rows_of(folder / "nodes.csv")[node]["name"]
    expect(heading.startswith(f"Node {name}"), f"{folder}: the panel is of node {node}: {heading}")
    channels = rows_of(folder / "channels.csv")
    tables = browser.value(PANEL)
    names = [row["name"] for row in rows_of(folder / "nodes.csv")]
    for end, far_end, table in (("from", "to", "Leaves"), ("to", "from", "Comes")):
        carried, far = {}, {}
        for row in channels:
            if int(row[f"{end}_node"]) == node:
                port = int(row[f"{end}_port"])
                carried[port] = carried.get(port, 0) + float(row["flits_per_cycle"])
                far[port] = names[int(row[f"{far_end}_node"])]
        ports = rows_of(folder / "nodes.csv")[node]["ports"].split(" ")
        seen = {row[0]: (row[1], shown(row[-1])) for row in tables.get(table, [])}
        wanted = {str(port) if ports[port] == "-" else ports[port]: (far[port], value) for port, value in carried.items()}
        expect(seen.keys() == wanted.keys() and all(seen[p][0] == wanted[p][0] and near(seen[p][1], wanted[p][1]) for p in wanted),
               f"{folder}: node {node}, channels {end} it: {seen}, not {wanted}")


def check_sums(browser, folder):
    """The figures of a node are those of its terminals together."""
    node = int(browser.value("document.getElementById('node-number').value"))
    row = rows_of(folder / "nodes.csv")[node]
    figures = dict(browser.value(PANEL)["Node"])
    by = json.loads((folder / "results.json").read_text()).get("by_node") or {}
    for name, end in (("offered", "sends"), ("accepted", "sends"), ("packets_sent", "sends"), ("delivered", "receives")):
        if name in by and row[end]:
            wanted = sum(by[name][int(terminal)] for terminal in row[end].split(" "))
            expect(near(shown(figures[name.replace("_", " ")]), wanted), f"{folder}: node {node}, {name}: {figures}, not {wanted}")


def check_network(browser, folder, draw):
    nodes = rows_of(folder / "nodes.csv")
    count = len(nodes)
    expect(browser.value("document.querySelectorAll('#network-drawing .node').length") == count, f"{folder}: all nodes are drawn")
    for _ in range(3):
        node = draw.randrange(count)
        browser.click(f"document.querySelectorAll('#network-drawing .node')[{node}]")
        check_node(browser, folder, node)
        check_sums(browser, folder)
        browser.value(f"(() => {{const i = document.getElementById('node-number'); i.value = {node}; i.onchange();}})()")
        check_node(browser, folder, node)
    places = {(row["x"], row["y"]): n for n, row in enumerate(nodes)}
    is_grid = all(row["label"].startswith("(") for row in nodes)
    if is_grid and len(places) == count:  # The key to the right goes to the next node of the row, where there is one.
        browser.value("document.querySelector('#network-drawing svg').focus()")
        x, y = nodes[node]["x"], nodes[node]["y"]
        right = [float(px) for px, py in places if py == y and float(px) > float(x)] if x else []
        browser.press("ArrowRight")
        if right:
            check_node(browser, folder, places[(f"{min(right):.1f}", y)])


def check_slider(browser, folder):
    """The colours of the channels follow the slider: their titles have what the file has."""
    parts = rows_of(folder / "timeline_channels.csv")
    part = len(parts) // 2
    browser.value(f"(() => {{const t = document.getElementById('network-time'); t.value = {part + 1}; t.oninput();}})()")
    titles = browser.value("[...document.querySelectorAll('#network-drawing .link title')].map(t => t.textContent)")
    cycles = int(parts[part]["end"]) - int(parts[part]["begin"])
    seen = [shown(title.split(": ")[1].split(" ")[0]) for title in titles]
    wanted = [int(parts[part][f"c{channel}"]) / cycles for channel in range(len(titles))]
    expect(len(seen) != 0 and all(near(s, w) for s, w in zip(seen, wanted)), f"{folder}: channels in part {part}")


def check_packets(browser, folder):
    """The slowest packet, by all of the file, and its way."""
    packets = {}
    for row in rows_of(folder / "packets.csv"):
        packets.setdefault(row["packet"], []).append(row)
    took = {p: int(rows[-1]["cycle"]) - int(rows[0]["cycle"]) for p, rows in packets.items() if rows[-1]["event"] == "ejected"}
    texts = browser.value("[...document.querySelectorAll('#packet option')].map(o => o.textContent)")
    wanted = sorted(took.values(), reverse=True)[:100]
    expect([int(text.split(" ")[-2]) for text in texts] == wanted, f"{folder}: the slowest packets: {texts[:3]}")
    for number in (0, len(texts) - 1):
        browser.choose("packet", number)
        rows = browser.value("[...document.querySelectorAll('#packets-body tbody tr')].map(r => [...r.cells].map(c => c.textContent))")
        way = packets[texts[number].split(",")[0].split(" ")[1]]
        expect([(row[0], shown(row[1]), shown(row[3])) for row in rows] == [(e["event"], int(e["cycle"]), int(e["node"])) for e in way],
               f"{folder}: the way of {texts[number]}: {rows}")
        hops = sum(1 for a, b in zip(way, way[1:]) if a["node"] != b["node"])
        expect(browser.value("document.querySelectorAll('#network-drawing .way').length") == hops, f"{folder}: {hops} hops are drawn")


def check_differences(browser, first, second):
    rows = browser.value("[...document.querySelectorAll('#differences-table tbody tr')].map(r => [...r.cells].map(c => c.textContent))")
    a, b = (json.loads((folder / "results.json").read_text())["packet_latency"] for folder in (first, second))
    row = next(row for row in rows if row[0] == "mean packet latency")
    expect(near(shown(row[3]), a["mean"] - b["mean"]), f"difference of the mean latencies: {row}")
    apart = abs(a["mean"] - b["mean"]) > (a["ci95"] ** 2 + b["ci95"] ** 2) ** 0.5
    expect(row[-1] == ("beyond noise" if apart else "within noise"), f"noise of the mean latencies: {row}")


def check_sweep(browser, folder, axis, figure):
    """The means over seeds are those of sweep_means.csv, which the program works out."""
    browser.choose("sweep-0-x", axis)
    browser.choose("sweep-0-y", figure)
    numbers = "document.querySelector('#sweeps-body details')"
    browser.value(f"{numbers}.open = true")
    for _ in range(1000):  # The browser fills the table when it is opened, in its own time.
        rows = browser.value(f"[...{numbers}.querySelectorAll('tbody tr')].map(r => [...r.cells].map(c => c.textContent))")
        if rows:
            break
    wanted = sorted((float(row[axis]), float(row[figure]), float(row[figure + "_ci95"])) for row in rows_of(folder / "sweep_means.csv"))
    seen = sorted((shown(row[1]), shown(row[2]), shown(row[3])) for row in rows)
    expect(len(seen) == len(wanted) and all(near(s, w) or abs(s - w) < 0.01 * abs(w) for one, other in zip(seen, wanted) for s, w in zip(one, other)),
           f"{folder}: {figure} over {axis}: {seen}, not {wanted}")


def check_expectations(browser, program, work):
    """Each is met or missed, as the run says."""
    subprocess.run([program, "run", ROOT / "configs/small/torus_8x8_duato.yaml", "--set",
                    "expect={stable: true, min_accepted: 0.9, max_mean_latency: 1, max_p99_latency: 1000}", "--out", work / "expects", "--report"],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    browser.open(work / "expects/report.html")
    rows = browser.value("[...document.querySelectorAll('#expectations tbody tr')].map(r => [...r.cells].map(c => c.textContent))")
    missed = json.loads((work / "expects/results.json").read_text())["missed_expectations"]
    expect(len(missed) == 2, f"expectations missed: {missed}")
    expect([row[0] for row in rows] == ["stable", "min_accepted", "max_mean_latency", "max_p99_latency"], f"expectations: {rows}")
    expect([row[2] for row in rows] == ["met", *missed, "met"], f"expectations: {rows}")


def check_keyboard(browser):
    """Every control is reached by the tabulator."""
    reached = set()
    browser.value("document.body.focus()")
    for _ in range(300):
        browser.press("Tab")
        reached.add(browser.value("document.activeElement.id || document.activeElement.tagName.toLowerCase()"))
    for wanted in ("shown-run", "other-run", "node-figure", "node-number", "svg", "sweep-0-x", "sweep-0-y", "sweep-0-log"):
        expect(wanted in reached, f"{wanted} is not reached by the tabulator")


def check_names(browser, page):
    """What a screen reader is told: a name for each control, drawing and table, and one heading above all."""
    spoken = {"button", "combobox", "slider", "spinbutton", "checkbox", "textbox", "link", "application", "image", "table", "DisclosureTriangle"}
    nodes = [node for node in browser.call("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    roles = [node["role"]["value"] for node in nodes]
    nameless = {role for node, role in zip(nodes, roles) if role in spoken and not node.get("name", {}).get("value")}
    expect(not nameless, f"{page}: without a name: {nameless}")
    expect({"combobox", "application", "image", "table", "spinbutton"} <= set(roles), f"{page}: not in what is spoken: {sorted(set(roles))}")
    levels = [prop["value"]["value"] for node in nodes if node["role"]["value"] == "heading" for prop in node["properties"] if prop["name"] == "level"]
    expect(levels[0] == 1 and all(b <= a + 1 for a, b in zip(levels, levels[1:])), f"{page}: levels of headings: {levels}")


def main():
    if shutil.which("chromium") is None:
        return subprocess.call([ROOT / "script/needs", "chromium"])
    program = pathlib.Path(sys.argv[1]).resolve()
    pictures = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    draw = random.Random(1)
    with tempfile.TemporaryDirectory() as temporary:
        os.chdir(temporary)
        work = pathlib.Path(temporary)
        names = ("torus_8x8_duato", "hypercube_4_three_queue", "multistage_64_omega_queues", "custom_petersen_up_down", "fat_tree_4_ary_3",
                 "torus_no_dateline", "mesh_4x4_concentrated", "custom_terminals", "dragonfly_minimal", "messages_stencil", "ranade_3_prefix", "sorting_mesh_8x8")
        for name in names:
            is_machine = name.startswith(("ranade", "sorting"))
            packets = [] if is_machine else ["--packets", work / name / "packets.csv"]
            subprocess.run([program, "run", ROOT / f"configs/small/{name}.yaml", "--out", work / name, "--timeline", "50", "--allow-unsafe",
                            *packets],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        subprocess.run([program, "sweep", ROOT / "configs/small/torus_8x8_duato.yaml", "--set", "measure.cycles=500", "--over",
                        "traffic.load=0.1:0.3:0.1", "--over", "router.virtual_channels=3,4", "--seeds", "3", "--out", work / "sweep"],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        subprocess.run([program, "report", *names, "sweep", "--out", work / "report.html"], stdout=subprocess.DEVNULL, check=True)
        browser, with_packets = Browser(), []
        browser.open(work / "report.html")
        for number, name in enumerate(names):
            browser.choose("shown-run", number)
            is_drawn = browser.value("!document.getElementById('network').hidden")
            expect(is_drawn == (len(rows_of(work / name / "channels.csv")) != 0), f"{name}: the network is there if it has channels")
            if is_drawn:
                check_network(browser, work / name, draw)
                check_slider(browser, work / name)
            if browser.value("!document.getElementById('packets').hidden"):
                check_packets(browser, work / name)
                with_packets.append(name)
            if pictures:
                browser.screenshot(pictures / f"{name}.png")
            deadlock = json.loads((work / name / "results.json").read_text()).get("deadlock")
            expect(browser.value("document.querySelectorAll('#network-drawing .knot').length > 0") == bool(deadlock), f"{name}: a deadlock is red")
        expect(len(with_packets) > 7, f"packets are shown of {with_packets}")
        check_expectations(browser, program, work)
        browser.open(work / "report.html")
        browser.choose("shown-run", 0)
        browser.choose("other-run", 3)
        check_differences(browser, work / names[0], work / names[3])
        for axis, figure in (("traffic.load", "latency_mean"), ("router.virtual_channels", "accepted")):
            check_sweep(browser, work / "sweep", axis, figure)
        check_keyboard(browser)
        check_names(browser, "report.html")
        light = browser.value("getComputedStyle(document.body).backgroundColor")
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        expect(browser.value("getComputedStyle(document.body).backgroundColor") != light, "the dark page is as the light one")
        if pictures:
            browser.screenshot(pictures / "dark.png")
        expect(len(browser.call("Page.printToPDF")["data"]) > 10000, "the page prints")
        for complaint in browser.earlier + browser.complaints():
            expect(False, complaint)
        browser.process.kill()
    if not failures:
        print("the page shows what the files have")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
