// One run: its figures, latency, fairness, time line, deadlock and manifest; and what is different in another.

// Title, where the value stands, where the half width of its interval does, its unit.
const main_figures = [
  ["load", "load", null, "flits per node and cycle"],
  ["offered", "offered", null, "flits per node and cycle"],
  ["accepted", "accepted", null, "flits per node and cycle"],
  ["mean packet latency", "packet_latency.mean", "packet_latency.ci95", "cycles"],
  ["packet latency, 50 %", "packet_latency.p50", null, "cycles"],
  ["packet latency, 95 %", "packet_latency.p95", null, "cycles"],
  ["packet latency, 99 %", "packet_latency.p99", null, "cycles"],
  ["largest packet latency", "packet_latency.max", null, "cycles"],
  ["mean network latency", "network_latency.mean", "network_latency.ci95", "cycles"],
  ["mean hops", "hops.mean", null, ""],
  ["misroutes per packet", "hops.misroutes_mean", null, ""],
  ["delivered packets", "delivered_packets", null, ""],
  ["least over mean accepted", "sources.fairness", null, ""],
  ["cycles", "cycles", null, ""],
];

const run_name = (run) => run.folder;
const outcome_of = (run) => {
  const missed = get(run.results, "missed_expectations") || [];
  if (missed.length !== 0) return ["bad", `${run.results.outcome}, misses ${missed.length} expectation${missed.length > 1 ? "s" : ""}`];
  return [["stable", "all delivered", "delivered"].includes(run.results.outcome) ? "good" : "faint", String(run.results.outcome)];
};

function coloured([class_name, text]) { return element("span", {class: class_name}, text); }

// Every plain value below `object`, by its path.
function flat(object, path, found) {
  for (const [key, value] of Object.entries(object || {})) {
    const here = path ? `${path}.${key}` : key;
    if (value !== null && typeof value === "object" && !Array.isArray(value)) flat(value, here, found);
    else if (!Array.isArray(value)) found.push([here, value]);
  }
  return found;
}

// What the configuration expects, as [key, value, what was missed]. The manifest has a line for each value.
function expectations(run) {
  const lines = String(run.manifest.config || "").split("\n");
  const begin = lines.indexOf("expect:") + 1;
  const missed = get(run.results, "missed_expectations") || [];
  const found = [];
  for (let l = begin; begin > 0 && /^ {2}\w/.test(lines[l] || ""); ++l) {
    const [, key, value] = lines[l].match(/^ {2}(\w+): *(.*)$/) || [];
    if (key) found.push([key, value, missed.find((text) => text.startsWith(`expect.${key} `))]);
  }
  return found;
}

function show_figures(run) {
  const list = element("dl", {class: "tiles"});
  const tile = (name, value) => list.append(element("div", {}, element("dt", {}, name), element("dd", {}, value)));
  tile("outcome", coloured(outcome_of(run)));
  for (const [name, path, half, unit] of main_figures) {
    const value = get(run.results, path);
    if (value === undefined || value === null) continue;
    tile(name, `${with_interval(value, half && get(run.results, half))}${unit ? " " + unit : ""}`);
  }
  const check = get(run.results, "check");
  if (check) tile("deadlock", check.verdict + (check.reason ? `: ${check.reason}` : ""));
  const expected = expectations(run);
  const parts = [list];
  if (expected.length !== 0)
    parts.push(element("h3", {}, "Expectations"), element("div", {id: "expectations"},
      table("Expectations", ["expected", "", "outcome"], expected.map(([key, value, missed]) => [key, value, coloured(missed ? ["bad", missed] : ["good", "met"])]))));
  parts.push(element("details", {}, element("summary", {}, "All figures"), table("All figures", ["figure", "value"], flat(run.results, "", []))));
  replace("figures-body", ...parts);
}

function show_latency(run) {
  const kinds = ["packet_latency", "network_latency"].map((kind) => ({kind, histogram: get(run.results, `${kind}.histogram`)}))
    .filter(({histogram}) => histogram && histogram.from.length !== 0);
  if (!show("latency", kinds.length !== 0)) return;
  const series = kinds.map(({kind, histogram}) => ({
    name: kind.replace("_", " "),
    points: histogram.from.map((from, b) => ({x: from, to: histogram.to[b] + 1, y: histogram.packets[b] / (histogram.to[b] + 1 - from), label: `${from} to ${histogram.to[b]}`})),
  }));
  const parts = [chart({title: "Packets by latency", x: {label: "latency in cycles"}, y: {label: "packets per cycle of latency"}, series, bars: true})];
  parts.push(table("Latencies", ["", "mean", "50 %", "95 %", "99 %", "largest", "packets"], kinds.map(({kind}) => {
    const l = run.results[kind];
    return [kind.replace("_", " "), element("span", {}, with_interval(l.mean, l.ci95)), l.p50, l.p95, l.p99, l.max, l.packets];
  })));
  const by = get(run.results, "by_distance");
  if (by && by.distance.length > 1)
    parts.push(chart({title: "Latency by distance", x: {label: "distance in hops"}, y: {label: "mean latency in cycles"},
      series: ["mean_packet_latency", "mean_network_latency"].map((name) => ({name: name.replace(/mean_|_latency/g, "") + " latency", points: by.distance.map((d, i) => ({x: d, y: by[name][i]}))}))}));
  replace("latency-body", ...parts);
}

function show_sources(run) {
  const accepted = get(run.results, "by_node.accepted"), latency = get(run.results, "by_node.mean_latency_sent");
  if (!show("sources", Array.isArray(accepted) && accepted.length > 1)) return;
  const sorted = (values) => values.map((y, node) => ({y, node})).filter((p) => p.y !== null).sort((a, b) => a.y - b.y)
    .map(({y, node}, x) => ({x, y, label: `source ${node}`}));
  const s = run.results.sources || {};
  const parts = [element("p", {}, s.fairness === undefined || s.fairness === null ? "" :
    `The least of the sources has ${text_of(100 * s.fairness)} % of the mean: node ${s.least.node} ${text_of(s.least.accepted)}, node ${s.most.node} ${text_of(s.most.accepted)} flits per cycle.`)];
  parts.push(chart({title: "Accepted by source, the least first", x: {label: "sources"}, y: {label: "flits per cycle"}, series: [{name: "accepted", points: sorted(accepted)}]}));
  if (Array.isArray(latency))
    parts.push(chart({title: "Mean packet latency by source, the least first", x: {label: "sources"}, y: {label: "cycles"}, series: [{name: "latency", points: sorted(latency)}]}));
  replace("sources-body", ...parts);
}

function show_timeline(run) {
  if (!show("timeline", run.timeline !== undefined)) return;
  const begin = column(run.timeline, "begin");
  const of = (name) => ({name, points: column(run.timeline, name).map((y, i) => ({x: begin[i], y})).filter((p) => typeof p.y === "number")});
  const groups = run.timeline.columns.slice(run.timeline.columns.indexOf("links"));
  const x = {label: "cycle"};
  replace("timeline-body",
    chart({title: "Use of the links", x, y: {label: "share of what they can carry"}, series: groups.map(of)}),
    chart({title: "Packets", x, y: {label: "packets"}, series: ["in_flight", "waiting"].map(of).filter((s) => s.points.length)}),
    chart({title: "Flits", x, y: {label: "flits per sample"}, series: ["injected", "ejected"].map(of)}));
}

function show_deadlock(run) {
  const found = get(run.results, "deadlock");
  if (!show("deadlock", Boolean(found))) return;
  const where = (at) => `node ${at.node}, ${at.side} ${at.port}, VC ${at.vc}`;
  const rows = (found.cycle || []).map((at) => [where(at), `packet ${at.packet} from ${at.source} to ${at.destination}`, where(at.waits_for)]);
  replace("deadlock-body", element("p", {}, `Found in cycle ${text_of(found.found)}; its links are red in the drawing.`),
    element("div", {class: "wide"}, table("Who waits for whom", ["buffer", "whose packet", "waits for"], rows)));
}

function show_manifest(run) {
  const {config, ...rest} = run.manifest;
  const rows = flat(rest, "", []);
  for (const [key, value] of Object.entries(rest)) if (Array.isArray(value)) rows.push([key, value.join(" ")]);
  replace("manifest-body", table("Manifest", ["", "value"], rows.map(([key, value]) => [key, typeof value === "number" ? String(value) : value])), element("h3", {}, "Configuration"), element("pre", {tabindex: "0"}, config || ""));
}

// The ways of the slowest packets: as a table, and marked in the network.
function show_packets(run, mark) {
  if (!show("packets", Boolean(run.packets && run.packets.length))) return;
  const draw = (p) => {
    const {events, flits, cycles} = run.packets[p];
    mark(events.map((event) => event[2]));
    replace("packets-body", element("p", {}, `${flits} ${flits === 1 ? "flit" : "flits"}, ${text_of(cycles)} cycles from its creation to the arrival of its tail.`),
      table("The way of the packet", ["event", "cycle", "since the one before", "node", "port", "VC"], events.map(([event, cycle, node, port, vc], e) => [event, cycle, e === 0 ? null : cycle - events[e - 1][1], node, port, vc])));
  };
  select_of("packet", run.packets.map((p, i) => [String(i), `packet ${p.packet}, from ${p.source} to ${p.destination}: ${p.cycles} cycles`]), "0", draw);
  draw(0);
}

// The main figures of two runs. Beyond noise: the means are farther apart than the root of the sum of the squares of their half widths.
function show_differences(run, other) {
  if (!show("differences", other !== null && other !== run)) return;
  const rows = [];
  for (const [name, path, half] of main_figures) {
    const a = get(run.results, path), b = get(other.results, path);
    if (typeof a !== "number" || typeof b !== "number") continue;
    const [half_a, half_b] = half ? [get(run.results, half), get(other.results, half)] : [undefined, undefined];
    const noise = typeof half_a === "number" && typeof half_b === "number" ? Math.hypot(half_a, half_b) : null;
    const verdict = a === b ? "the same" : noise === null ? "–" : Math.abs(a - b) > noise ? "beyond noise" : "within noise";
    rows.push([name, element("span", {}, with_interval(a, half_a)), element("span", {}, with_interval(b, half_b)), a - b, b === 0 ? null : 100 * (a - b) / b, verdict]);
  }
  replace("differences-table", table("Differences", ["figure", run_name(run), run_name(other), "difference", "in %", "of means"], rows));
}

function show_run(run, other) {
  show("figures", true);
  show_figures(run);
  show_differences(run, other);
  const is_drawn = show("network", run.network !== null && run.use.length !== 0);
  show_packets(run, is_drawn ? draw_network(run) : () => {});
  show_latency(run);
  show_sources(run);
  show_timeline(run);
  show_deadlock(run);
  show("manifest", true);
  show_manifest(run);
}
