"use strict";
// What all parts use: the data, numbers as text, elements and tables.

const data = JSON.parse(document.getElementById("data").textContent);
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f"];

// get(results, "packet_latency.mean"): undefined where a part is missing or null.
function get(object, path) {
  return path.split(".").reduce((at, key) => (at === null || at === undefined ? undefined : at[key]), object);
}

// A number with as many digits as tell something; other values as they are.
function text_of(value) {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value)) return value.toLocaleString("en-GB").replace(/,/g, "\u202f");
  const size = Math.abs(value);
  return size >= 1000 ? value.toFixed(1) : size >= 1 ? value.toFixed(3) : size >= 1e-4 || size === 0 ? value.toFixed(4)
                                                                                : value.toExponential(2);
}

function with_interval(mean, half) {
  return typeof half === "number" ? `${text_of(mean)} ± ${text_of(half)}` : text_of(mean);
}

// element("p", {class: "faint"}, "text", child, ...)
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  for (const child of children) made.append(child);
  return made;
}

function replace(id, ...children) {
  const parent = document.getElementById(id);
  parent.replaceChildren(...children);
  return parent;
}

function show(id, is_shown) {
  document.getElementById(id).hidden = !is_shown;
  return is_shown;
}

// Rows of cells; a cell is a value or an element. Texts stand to the left.
function table(name, columns, rows) {
  const is_text = columns.map((_, c) => rows.some((row) => typeof row[c] === "string" || row[c] instanceof Node));
  const made = element("table", {"aria-label": name});
  const head = element("tr");
  columns.forEach((name, c) => head.append(element("th", {scope: "col", class: is_text[c] ? "text" : ""}, name)));
  made.append(element("thead", {}, head));
  const body = element("tbody");
  for (const row of rows) {
    const line = element("tr");
    row.forEach((cell, c) =>
      line.append(element("td", {class: is_text[c] ? "text" : ""}, cell instanceof Node ? cell : text_of(cell))));
    body.append(line);
  }
  made.append(body);
  return made;
}

function select_of(id, choices, chosen, on_change) {
  const select = document.getElementById(id);
  select.replaceChildren(...choices.map(([value, text]) => {
    const option = element("option", {value}, text);
    option.selected = value === chosen;
    return option;
  }));
  select.onchange = () => on_change(select.value);
  return select;
}

// The values of a column of {columns, rows}.
function column(table_data, name) {
  const c = table_data.columns.indexOf(name);
  return c < 0 ? [] : table_data.rows.map((row) => row[c]);
}

// From none to the largest, in colours that those who see few tell apart, too.
const heat = d3.scale.linear().domain([0, 0.25, 0.5, 0.75, 1]).clamp(true).interpolate(d3.interpolateLab)
  .range(["#440154", "#3b528b", "#21918c", "#5ec962", "#fde725"]);
