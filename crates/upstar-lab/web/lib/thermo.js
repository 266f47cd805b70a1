// Thermographs: temperature upward, values growing to the left, a mast where the walls meet.

import { h, s } from "/lib/dom.js";

export const number = text => { const [above, below] = String(text).split("/"); return below ? Number(above) / Number(below) : Number(above); };

// One or several thermographs in one plot. Each is { walls, dashed, series }.
export function plot(figures, { width: most = 560, height: tall = 300, tax = null, label = "Thermograph" } = {}) {
  // On a narrow screen it is drawn smaller, not its letters.
  const width = Math.max(280, Math.min(most, innerWidth - 48)), height = Math.max(200, tall * Math.min(1, 0.4 + 0.6 * width / most));
  const walls = figures.map(figure => figure.walls);
  const values = walls.flatMap(w => [...w.left, ...w.right].map(p => number(p[0])).concat(number(w.mean)));
  const hot = walls.every(w => number(w.temperature) > 0);
  const foot = hot ? 0 : -1;
  let top = Math.max(...walls.map(w => number(w.temperature)), tax ?? foot, foot);
  top += Math.max((top - foot) * 0.22, 0.4);
  const shown = w => ["left", "right"].map(side => w[side].filter(p => number(p[1]) >= foot));
  const visible = walls.flatMap(w => shown(w).flat().map(p => number(p[0])).concat(number(w.mean)));
  let low = Math.min(...visible), high = Math.max(...visible);
  const spread = Math.max(high - low, 1e-9), room = Math.max(spread * 0.08, spread < 1e-6 ? 1 : 0.1);
  low -= room; high += room;
  const [padLeft, padBottom, padTop, padRight] = [46, 30, 14, 14];
  const x = v => padLeft + (high - v) / (high - low) * (width - padLeft - padRight);
  const y = t => height - padBottom - (t - foot) / (top - foot) * (height - padBottom - padTop);
  const svg = s("svg.plot", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  const base = y(foot);
  const ticks = (texts, place, room) => {
    const used = [];
    return texts.filter((text, i) => texts.indexOf(text) === i).filter(text => {
      const at = place(number(text));
      if (used.some(other => Math.abs(other - at) < room + 3.2 * text.length) || !Number.isFinite(at)) return false;
      used.push(at); return true;
    });
  };
  const valueTexts = walls.flatMap(w => [w.mean, shown(w)[0].at(-1)?.[0], shown(w)[1].at(-1)?.[0]]).concat(walls.flatMap(w => shown(w).flat().map(p => p[0]))).filter(text => text !== undefined);
  const heatTexts = walls.map(w => w.temperature).concat(["0", String(foot)], walls.flatMap(w => shown(w).flat().map(p => p[1]))).filter(t => number(t) >= foot);
  for (const text of ticks(valueTexts, x, 14)) svg.append(s("line.grid", { x1: x(number(text)), x2: x(number(text)), y1: padTop, y2: base }), s("text", { x: x(number(text)), y: base + 18, "text-anchor": "middle" }, text));
  for (const text of ticks(heatTexts, y, 12)) svg.append(s("line.grid", { x1: padLeft, x2: width - padRight, y1: y(number(text)), y2: y(number(text)) }), s("text", { x: padLeft - 8, y: y(number(text)) + 4, "text-anchor": "end" }, text));
  svg.append(s("line.axis", { x1: padLeft, x2: width - padRight, y1: base, y2: base }), s("line.axis", { x1: padLeft, x2: padLeft, y1: padTop, y2: base }));
  figures.forEach(({ walls: w, series, dashed }) => {
    const mean = number(w.mean), heat = Math.max(number(w.temperature), foot);
    const own = series === undefined ? "" : ` s${series % 6} d${series % 6}`;
    svg.append(s("line", { class: `mast${own}`, x1: x(mean), x2: x(mean), y1: y(heat), y2: padTop + 6, "stroke-dasharray": dashed ? "4 4" : null }));
    svg.append(s("polyline", { class: `mast${own}`, fill: "none", points: `${x(mean) - 5},${padTop + 13} ${x(mean)},${padTop + 4} ${x(mean) + 5},${padTop + 13}` }));
    for (const side of ["left", "right"]) {
      const points = w[side].filter(p => number(p[1]) >= foot).map(([v, t]) => `${x(number(v))},${y(number(t))}`);
      if (points.length > 1) svg.append(s("polyline", { class: `wall ${side}${own}`, points: points.join(" "), "stroke-dasharray": dashed ? "4 4" : null }));
    }
  });
  if (tax !== null) svg.append(s("line.tax", { x1: padLeft, x2: width - padRight, y1: y(tax), y2: y(tax) }));
  return svg;
}

export function facts(walls) {
  return h("div.facts", {}, h("span", {}, "mean ", h("b", {}, walls.mean)), h("span", {}, "temperature ", h("b", {}, walls.temperature)));
}
