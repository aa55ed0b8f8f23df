// Charts: lines or bars over one axis, each with its numbers in a table below.

// chart({title, x: {label, log}, y: {label, log}, series: [{name, points: [{x, y, half}]}], bars: false})
function chart(spec) {
  const width = 760, height = 340, left = 70, right = 20, top = 12, bottom = 48;
  const points = spec.series.reduce((all, series) => all.concat(series.points), []);
  const figure = element("figure");
  const caption = element("figcaption", {}, spec.title);
  if (points.length === 0) {
    figure.append(element("p", {class: "faint"}, "No figures."), caption);
    return figure;
  }
  const low = (p) => p.y - (p.half || 0), high = (p) => p.y + (p.half || 0);
  const scale = (axis, least, most, range) =>
    axis.log && least > 0 ? d3.scale.log().domain([least, most > least ? most : least * 10]).range(range)
                          : d3.scale.linear().domain([Math.min(least, axis.zero === false ? least : 0), most > least || most > 0 ? most : 1]).nice().range(range);
  const edge = spec.bars ? (p) => [p.x, p.to] : (p) => [p.x, p.x];
  const x = scale(Object.assign({zero: false}, spec.x), d3.min(points, (p) => edge(p)[0]), d3.max(points, (p) => edge(p)[1]), [left, width - right]);
  const y = scale(spec.y, d3.min(points, low), d3.max(points, high), [height - bottom, top]);

  const svg = d3.select(figure).append("svg").attr("viewBox", `0 0 ${width} ${height}`).attr("role", "img")
    .attr("aria-label", `${spec.title}: ${spec.y.label} over ${spec.x.label}, ${spec.series.length} series; ` +
      `the numbers are in the table below`);
  const axis = (scale_of, side, count) => d3.svg.axis().scale(scale_of).orient(side).ticks(count, scale_of.base ? ",g" : undefined);
  svg.append("g").attr("class", "grid").attr("transform", `translate(${left},0)`)
    .call(axis(y, "left", 6).tickSize(-(width - left - right)).tickFormat(""));
  svg.append("g").attr("class", "axis").attr("transform", `translate(0,${height - bottom})`).call(axis(x, "bottom", 9));
  svg.append("g").attr("class", "axis").attr("transform", `translate(${left},0)`).call(axis(y, "left", 6));
  svg.append("text").attr("x", (left + width - right) / 2).attr("y", height - 10).attr("text-anchor", "middle").text(spec.x.label);
  svg.append("text").attr("transform", `translate(16,${(top + height - bottom) / 2})rotate(-90)`).attr("text-anchor", "middle").text(spec.y.label);

  spec.series.forEach((series, s) => {
    const colour = colours[s % colours.length];
    const group = svg.append("g");
    const tip = (p) => `${series.name}\n${spec.x.label}: ${p.label || text_of(p.x)}\n${spec.y.label}: ${with_interval(p.y, p.half)}`;
    if (spec.bars) {
      group.selectAll("rect").data(series.points).enter().append("rect")
        .attr("x", (p) => x(p.x)).attr("width", (p) => Math.max(1, x(p.to) - x(p.x) - 0.5))
        .attr("y", (p) => y(p.y)).attr("height", (p) => height - bottom - y(p.y))
        .attr("fill", colour).attr("fill-opacity", spec.series.length > 1 ? 0.55 : 0.9).append("title").text(tip);
      return;
    }
    group.append("path").attr("d", d3.svg.line().x((p) => x(p.x)).y((p) => y(p.y))(series.points))
      .attr("fill", "none").attr("stroke", colour).attr("stroke-width", 2)
      .attr("stroke-dasharray", s < colours.length ? null : "6 3");
    group.selectAll("line").data(series.points.filter((p) => p.half)).enter().append("line")
      .attr("x1", (p) => x(p.x)).attr("x2", (p) => x(p.x)).attr("y1", (p) => y(low(p))).attr("y2", (p) => y(high(p)))
      .attr("stroke", colour);
    if (series.points.length > 60) return;
    const symbol = d3.svg.symbol().type(d3.svg.symbolTypes[s % d3.svg.symbolTypes.length]).size(44);
    group.selectAll(".point").data(series.points).enter().append("path").attr("class", "point").attr("d", symbol)
      .attr("transform", (p) => `translate(${x(p.x)},${y(p.y)})`).attr("fill", colour).append("title").text(tip);
  });
  if (spec.series.length > 1) {
    const legend = element("p", {class: "faint"});
    spec.series.forEach((series, s) => {
      const mark = element("span", {"aria-hidden": "true"}, spec.bars ? "■ " : "●▲■◆"[s % 4] + " ");
      mark.style.color = colours[s % colours.length];
      legend.append(mark, series.name, "\u2003");
    });
    figure.append(legend);
  }
  const numbers = element("details", {}, element("summary", {}, "Numbers"));
  numbers.ontoggle = () => {
    if (numbers.childElementCount > 1) return;
    const rows = spec.series.reduce((all, series) => all.concat(series.points.map((p) => [series.name, p.label || p.x, p.y, p.half === undefined ? null : p.half])), []);
    numbers.append(element("div", {class: "wide", tabindex: "0", role: "region", "aria-label": `Numbers of ${spec.title}`},
      table(`Numbers of ${spec.title}`, ["series", spec.x.label, spec.y.label, "± (95 %)"], rows)));
  };
  figure.append(caption, numbers);
  return figure;
}
