// A sweep: any column over any other, a line for each combination of the rest.

// Mean and half width of a 95 % interval of some values, with Student's t; of one value no interval.
const student = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042];
function mean_of(values) {
  const mean = d3.mean(values), n = values.length;
  if (n < 2) return {y: mean};
  const deviation = Math.sqrt(d3.sum(values, (v) => (v - mean) * (v - mean)) / (n - 1));
  return {y: mean, half: (student[n - 2] || 1.96) * deviation / Math.sqrt(n)};
}

// Lines of a figure over an axis: the other axes but the seed tell them apart; over seeds the mean.
function lines_of(sweep, x_name, y_name) {
  const at = (name) => sweep.columns.indexOf(name);
  const others = sweep.axes.filter((name) => name !== x_name && name !== "seed");
  const lines = new Map();
  for (const row of sweep.rows) {
    const x = row[at(x_name)], y = row[at(y_name)];
    if (typeof x !== "number" || typeof y !== "number") continue;
    const name = others.map((other) => `${other} ${row[at(other)]}`).join(", ") || y_name;
    if (!lines.has(name)) lines.set(name, new Map());
    const line = lines.get(name);
    line.set(x, [...(line.get(x) || []), y]);
  }
  return [...lines].map(([name, line]) => ({
    name, points: [...line].sort((a, b) => a[0] - b[0]).map(([x, values]) => Object.assign({x}, mean_of(values)))}));
}

function show_sweep(sweep, number) {
  const is_number = (name) => column(sweep, name).some((value) => typeof value === "number");
  const axes = sweep.axes.filter(is_number), figures = sweep.columns.filter(is_number);
  const x_names = [...axes, ...figures.filter((name) => !axes.includes(name))];
  const state = {
    x: axes.includes("traffic.load") ? "traffic.load" : axes.find((name) => name !== "seed") || axes[0] || figures[0],
    y: figures.includes("latency_mean") ? "latency_mean" : figures.find((name) => !axes.includes(name)) || figures[0],
    log: false,
  };
  const place = element("div");
  const draw = () => place.replaceChildren(chart({title: `${state.y} over ${state.x}`, x: {label: state.x}, y: {label: state.y, log: state.log}, series: lines_of(sweep, state.x, state.y)}));
  const choice = (label, key, names) => {
    const select = element("select", {id: `sweep-${number}-${key}`}, ...names.map((name) => {
      const option = element("option", {value: name}, name);
      option.selected = name === state[key];
      return option;
    }));
    select.onchange = () => { state[key] = select.value; draw(); };
    return element("label", {}, `${label} `, select);
  };
  const log = element("input", {type: "checkbox", id: `sweep-${number}-log`});
  log.onchange = () => { state.log = log.checked; draw(); };
  draw();
  const note = sweep.runs > sweep.shown ? `The first ${sweep.shown} of its ${text_of(sweep.runs)} runs are shown one by one.` : "";
  return element("div", {}, element("h3", {}, sweep.folder), element("p", {class: "faint"}, note),
    element("p", {class: "choice"}, choice("Over", "x", x_names), choice("figure", "y", figures), element("label", {}, log, " logarithmic")),
    place,
    element("details", {}, element("summary", {}, `All ${text_of(sweep.rows.length)} rows`),
      element("div", {class: "wide", tabindex: "0", role: "region", "aria-label": `Rows of ${sweep.folder}`}, table(`Rows of ${sweep.folder}`, sweep.columns, sweep.rows))));
}
