// The network as it lies, its channels and nodes in colours of what they carry.

const most_drawn = 4096;                                // Nodes, kMaxDrawn of result_folder.cpp; more are a table only.

// Where the nodes are, in points: by Graphviz, from the file, or else by forces from a circle, the same in every browser.
function places_of(network) {
  if (network.places) return network.places;
  const xs = column(network.nodes, "x"), ys = column(network.nodes, "y"), count = xs.length;
  if (xs.every((x) => typeof x === "number")) {
    network.places = xs.map((x, n) => ({x, y: ys[n]}));
    return network.places;
  }
  const size = 70 * Math.sqrt(count);
  const nodes = xs.map((_, n) => ({x: size * Math.sin(2 * Math.PI * n / count), y: -size * Math.cos(2 * Math.PI * n / count)}));
  const links = network.channels.rows.map(([source, , target]) => ({source, target}));
  const forces = d3.layout.force().nodes(nodes).links(links).size([0, 0]).linkDistance(70).charge(-400).start();
  for (let tick = 0; tick < 300; ++tick) forces.tick();
  forces.stop();
  network.places = nodes.map(({x, y}) => ({x, y}));
  return network.places;
}

const used = (vcs) => d3.sum(vcs);

// The mean over some terminals, each with the weight of its packets; none if they have no packets.
function weighted(terminals, values, packets) {
  const all = d3.sum(terminals, (t) => packets[t]);
  return all === 0 ? null : d3.sum(terminals, (t) => (packets[t] === 0 ? 0 : values[t] * packets[t])) / all;
}

// What each node can be coloured by, [{name, values}]. What terminals have is, of a node with several, that of all of them.
function node_figures(run, network) {
  const count = network.nodes.rows.length;
  const through = Array(count).fill(0);
  network.channels.rows.forEach(([, , to], c) => { through[to] += used(run.use[c]); });
  const figures = [{name: "flits that come to it per cycle", values: through}];
  const by = get(run.results, "by_node") || {};
  for (const [name, values] of Object.entries(by)) {
    const of_receivers = /deliver|receive/.test(name);
    const terminals = column(network.nodes, of_receivers ? "receives" : "sends").map((cell) => (cell === "" ? [] : cell.split(" ").map(Number)));
    const packets = by[of_receivers ? "packets_received" : "packets_sent"];
    figures.push({name: name.replace(/_/g, " "), values: terminals.map((of_node) => (/^mean/.test(name) ? weighted(of_node, values, packets) : of_node.length ? d3.sum(of_node, (t) => values[t]) : null))});
  }
  if (run.queues) {
    const waiting = Array(count).fill(0);
    const nodes = column(run.queues, "node"), means = column(run.queues, "mean");
    nodes.forEach((node, q) => { waiting[node] += means[q]; });
    figures.push({name: "packets in its queues, mean", values: waiting});
  }
  return figures;
}

// What the channels carried per cycle: in the whole window, and then over time, if that is known.
function channel_slices(run) {
  const slices = [{name: "of the measured window", use: run.use.map(used)}];
  for (const [begin, end, ...flits] of (run.timeline_channels || {rows: []}).rows)
    slices.push({name: `${begin} to ${end - 1}`, use: flits.map((count) => count / (end - begin))});
  return slices;
}

// Channels on which the packets of a deadlock wait for each other.
function knot_of(run) {
  const cycle = get(run.results, "deadlock.cycle") || [];
  return new Set(cycle.filter((at) => at.side === "output").map((at) => `${at.node},${at.port}`));
}

// The name of a port, or its number if nothing leaves through it.
const port_name = (network, node, port) => (network.ports[node][port] === "-" ? String(port) : network.ports[node][port]);
const name_of = (network, node) => network.names[node];

// Shows a run's network; what is chosen is told to the panel. Gives a function that marks a way, node by node.
function draw_network(run) {
  const network = data.networks[run.network];
  network.names = column(network.nodes, "name").map(String);
  network.labels = column(network.nodes, "label");
  network.ports = column(network.nodes, "ports").map((ports) => String(ports).split(" "));
  const count = network.nodes.rows.length;
  const figures = node_figures(run, network);
  let chosen_figure = figures[0], chosen = null;
  const number = document.getElementById("node-number");
  number.max = count - 1;
  number.value = "";
  replace("node-panel", element("p", {class: "faint"}, "Choose a node: click it, enter its number, or use the arrow keys in the drawing."));

  const choose = (node) => {
    chosen = Math.max(0, Math.min(count - 1, node));
    number.value = chosen;
    d3.selectAll("#network-drawing .node").classed("chosen", (n) => n === chosen);
    show_node(run, network, chosen, figures);
  };
  number.onchange = () => { if (number.value !== "") choose(Number(number.value)); };

  const busiest = busiest_channels(run, network);
  if (count > most_drawn) {
    replace("network-drawing", element("p", {}, `A network of ${text_of(count)} nodes is not drawn; more than ${most_drawn} are not.`), busiest);
    select_of("node-figure", [], "", () => {});
    return () => {};
  }
  const places = places_of(network), pad = 40;
  const left = d3.min(places, (p) => p.x), top = d3.min(places, (p) => p.y);
  const width = d3.max(places, (p) => p.x) - left + 2 * pad, height = d3.max(places, (p) => p.y) - top + 2 * pad;
  const at = places.map((p) => ({x: p.x - left + pad, y: p.y - top + pad}));

  const holder = replace("network-drawing");
  const svg = d3.select(holder).append("svg").attr("viewBox", `0 0 ${width} ${height}`).attr("tabindex", 0)
    .style("max-width", `${Math.ceil(1.4 * width)}px`).attr("role", "application").attr("aria-label", `Network of ${count} nodes. Arrow keys go from node to node.`);
  const slices = channel_slices(run);
  const most = d3.max(slices, (slice) => d3.max(slice.use)) || 0;
  const knot = knot_of(run);
  const short = 0.45 * nearest(at, network);
  const links = svg.append("g");
  const lines = links.selectAll("path").data(network.channels.rows).enter().append("path")
    .attr("class", ([from, from_port]) => "link" + (knot.has(`${from},${from_port}`) ? " knot" : ""))
    .attr("d", ([from, from_port, to]) => way(at[from], at[to], port_name(network, from, from_port), short));
  lines.append("title");
  const paint_links = (slice) => {
    const share = (c) => (most === 0 ? 0 : slice.use[c] / most);
    lines.attr("stroke", (_, c) => (slice.use[c] === 0 ? "var(--idle)" : heat(share(c)))).attr("stroke-width", (_, c) => 2 + 3 * share(c));
    lines.select("title").text(([from, from_port, to, to_port], c) => `${name_of(network, from)} ${port_name(network, from, from_port)} ` +
      `to ${name_of(network, to)} ${port_name(network, to, to_port)}: ${text_of(slice.use[c])} flits per cycle`);
    document.getElementById("network-time-text").textContent = slice.name;
  };
  document.getElementById("network-time-label").hidden = slices.length === 1;
  const time = document.getElementById("network-time");
  time.max = slices.length - 1;
  time.value = 0;
  time.oninput = () => paint_links(slices[Number(time.value)]);
  paint_links(slices[0]);
  const marked = svg.append("g");
  const nodes = svg.append("g").selectAll("g").data(d3.range(count)).enter().append("g").attr("class", "node")
    .attr("transform", (n) => `translate(${at[n].x},${at[n].y})`).on("click", choose);
  nodes.append("rect").attr("x", -13).attr("y", -10).attr("width", 26).attr("height", 20).attr("rx", 4);
  nodes.append("text").attr("dy", 4).text((n) => String(n)).style("font-size", count > 1000 ? "9px" : "11px");
  nodes.append("title");
  svg.node().onkeydown = (event) => {
    const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    if (!step) return;
    event.preventDefault();
    choose(chosen === null ? 0 : next_node(at, chosen, step));
  };

  const paint = () => {
    const largest = d3.max(chosen_figure.values) || 0;
    const share = (n) => (largest === 0 ? 0 : (chosen_figure.values[n] || 0) / largest);
    nodes.select("rect").attr("fill", (n) => (chosen_figure.values[n] ? heat(share(n)) : "var(--ground)"));
    nodes.select("text").style("fill", (n) => (!chosen_figure.values[n] ? null : share(n) > 0.55 ? "#000" : "#fff"));
    nodes.select("title").text((n) => `${name_of(network, n)} ${network.labels[n]}: ${text_of(chosen_figure.values[n])}`);
    legend.replaceChildren(...legend_of(`Channels: flits per cycle`, most), ...legend_of(`Nodes: ${chosen_figure.name}`, largest));
  };
  const legend = element("p", {class: "faint"});
  holder.append(legend, busiest);
  select_of("node-figure", figures.map((f, i) => [String(i), f.name]), "0", (i) => { chosen_figure = figures[i]; paint(); });
  paint();
  return (way_of_packet) => {
    const hops = d3.pairs(way_of_packet).filter(([a, b]) => a !== b);
    const leaving = ([a, b]) => { const channel = network.channels.rows.find(([from, , to]) => from === a && to === b); return channel ? port_name(network, a, channel[1]) : ""; };
    const paths = marked.selectAll("path").data(hops);
    paths.exit().remove();
    paths.enter().append("path");
    marked.selectAll("path").attr("class", "way").attr("d", (hop) => way(at[hop[0]], at[hop[1]], leaving(hop), short));
  };
}

function legend_of(name, most) {
  const bar = element("span", {"aria-hidden": "true"});
  bar.style.cssText = "display:inline-block;width:6rem;height:.8em;margin:0 .4em;background:linear-gradient(to right," + heat.range().join(",") + ")";
  return [`${name}: 0`, bar, `${text_of(most)}\u2003`];
}

// The least distance of two nodes that are linked.
function nearest(at, network) {
  const length = (a, b) => Math.hypot(at[a].x - at[b].x, at[a].y - at[b].y);
  return d3.min(network.channels.rows, ([from, , to]) => length(from, to)) || 40;
}

// A line a little off the straight one, so that both directions are seen; of a link that closes a ring its beginning, away
// from the far end.
function way(a, b, port, short) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const along = {x: (b.x - a.x) / length, y: (b.y - a.y) / length}, aside = {x: -3 * along.y, y: 3 * along.x};
  const closes = length > 3 * short && (/_up$/.test(port) ? along.x < -0.5 || along.y < -0.5 : /_down$/.test(port) && (along.x > 0.5 || along.y > 0.5));
  if (closes)
    return `M${a.x + aside.x},${a.y + aside.y}L${a.x + aside.x - short * along.x},${a.y + aside.y - short * along.y}`;
  return `M${a.x + aside.x},${a.y + aside.y}L${b.x + aside.x},${b.y + aside.y}`;
}

// The nearest node in this direction: rather straight ahead than near.
function next_node(at, from, [dx, dy]) {
  let best = from, least = Infinity;
  at.forEach((place, n) => {
    const x = place.x - at[from].x, y = place.y - at[from].y;
    const ahead = x * dx + y * dy, off = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead > 1 && ahead + 3 * off < least) { least = ahead + 3 * off; best = n; }
  });
  return best;
}

function busiest_channels(run, network) {
  const order = d3.range(run.use.length).sort((a, b) => used(run.use[b]) - used(run.use[a])).slice(0, 20);
  const rows = order.map((c) => {
    const [from, from_port, to, to_port] = network.channels.rows[c];
    return [name_of(network, from), port_name(network, from, from_port), name_of(network, to), port_name(network, to, to_port), used(run.use[c])];
  });
  return element("details", {}, element("summary", {}, "The busiest channels"), table("The busiest channels", ["from", "port", "to", "port", "flits per cycle"], rows));
}

// The ports of a node, what leaves and comes by each VC, and its queues.
function show_node(run, network, node, figures) {
  const parts = [element("h3", {}, `Node ${name_of(network, node)} ${network.labels[node] || ""}`)];
  parts.push(table(`Figures of node ${name_of(network, node)}`, ["figure", "value"], figures.map((f) => [f.name, f.values[node]])));
  const vcs = d3.max(run.use, (u) => u.length) || 0;
  const columns = ["port", "with", ...d3.range(vcs).map((v) => `VC ${v}`), "all"];
  const rows_of = (end) => {
    const rows = [];
    network.channels.rows.forEach(([from, from_port, to, to_port], c) => {
      const [here, port, there] = end === "out" ? [from, from_port, to] : [to, to_port, from];
      if (here === node)
        rows.push([port_name(network, node, port), name_of(network, there), ...d3.range(vcs).map((v) => (run.use[c][v] === undefined ? null : run.use[c][v])), used(run.use[c])]);
    });
    return rows;
  };
  for (const [end, title] of [["out", "Leaves, flits per cycle"], ["in", "Comes, flits per cycle"]]) {
    const rows = rows_of(end);
    if (rows.length !== 0) parts.push(element("h3", {}, title), element("div", {class: "wide"}, table(title, columns, rows)));
  }
  if (run.queues) {
    const at = run.queues.columns.indexOf("node");
    parts.push(element("h3", {}, "Queues"), element("div", {class: "wide"},
      table("Queues", run.queues.columns.slice(1), run.queues.rows.filter((row) => row[at] === node).map((row) => row.slice(1)))));
  }
  replace("node-panel", ...parts);
}
