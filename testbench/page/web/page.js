// Puts the parts together: which are there, and which run is shown.

function overview(shown, choose) {
  const columns = ["run", "name", "level", "seed", "load", "accepted", "mean latency", "99 %", "outcome"];
  const rows = data.runs.map((run, r) => {
    const button = element("button", {class: "link", type: "button"}, run_name(run));
    button.onclick = () => choose(r);
    const latency = get(run.results, "packet_latency") || {};
    return [button, run.manifest.name, run.manifest.level, run.manifest.seed, get(run.results, "load"), get(run.results, "accepted"),
      element("span", {}, with_interval(latency.mean, latency.ci95)), latency.p99, coloured(outcome_of(run))];
  });
  const made = table("Runs", columns, rows);
  made.querySelectorAll("tbody tr").forEach((row, r) => row.classList.toggle("shown", r === shown));
  return made;
}

function start() {
  const versions = [...new Set(data.runs.map((run) => run.manifest.version))];
  document.getElementById("about").textContent =
    `${text_of(data.runs.length)} ${data.runs.length === 1 ? "run" : "runs"}, ${text_of(data.sweeps.length)} ${data.sweeps.length === 1 ? "sweep" : "sweeps"}` +
    (versions.length ? `; Switchyard ${versions.join(", ")}` : "");
  let shown = 0, other = "";
  const choices = data.runs.map((run, r) => [String(r), run_name(run)]);
  const update = () => {
    replace("overview-table", overview(shown, (r) => { shown = r; update(); }));
    select_of("shown-run", choices, String(shown), (r) => { shown = Number(r); update(); });
    select_of("other-run", [["", "none"], ...choices], other, (r) => { other = r; update(); });
    show_run(data.runs[shown], other === "" ? null : data.runs[Number(other)]);
  };
  if (show("overview", data.runs.length !== 0)) update();
  if (show("sweeps", data.sweeps.length !== 0)) replace("sweeps-body", ...data.sweeps.map(show_sweep));
  const links = [...document.querySelectorAll("main > section")].filter((section) => !section.hidden)
    .map((section) => element("a", {href: `#${section.id}`}, section.querySelector("h2").textContent));
  replace("contents", ...links);
}

start();
