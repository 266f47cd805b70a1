// Pictures of positions: shapes come as data and are painted with the colours of the page, so that
// they are as readable in the dark as on paper.

import { s } from "/lib/dom.js";

const name = color => typeof color === "string" ? color : "series";
const seriesStyle = color => typeof color === "string" ? "" : `s${color.series % 6}`;

function pen(attributes, { color, width, dash, arrow }, px) {
  const w = width / 10 / px;
  attributes.class = `shape pen-${name(color)} ${seriesStyle(color)}`;
  attributes["stroke-width"] = w;
  attributes.fill = "none";
  if (dash === "dashed") attributes["stroke-dasharray"] = `${3.5 * w} ${2.5 * w}`;
  if (dash === "dotted") attributes["stroke-dasharray"] = `0.1 ${2 * w}`;
  if (dash === "mixed") attributes["stroke-dasharray"] = `${4 * w} ${2.2 * w} 0.1 ${2.2 * w}`;
  // Either player's colour is told from the others by its line as well.
  if (color === "green" && dash === "solid") attributes["stroke-dasharray"] = `${2.2 * w} ${1.6 * w}`;
  return attributes;
}

function head(points, { color, width }, px) {
  const [x, y] = points.at(-1), [fx, fy] = points.at(-2);
  const length = Math.hypot(x - fx, y - fy) || 1, size = Math.max(width / 10 * 3, 9) / px;
  const [ux, uy] = [(x - fx) / length, (y - fy) / length];
  const corner = side => `${x - ux * size + side * uy * size / 2.2},${y - uy * size - side * ux * size / 2.2}`;
  return s("polygon", { points: `${x},${y} ${corner(1)} ${corner(-1)}`, class: `fill-${name(color)}` });
}

// One shape as an element; `px` is how many pixels one coordinate is.
export function shape(data, px) {
  switch (data.shape) {
    case "rectangle": return s("rect", { x: data.x, y: data.y, width: data.width, height: data.height, class: `shape edge fill-${name(data.fill)}`, "stroke-width": 1.2 / px });
    case "frame": return s("rect", pen({ x: data.x, y: data.y, width: data.width, height: data.height, rx: 4 / px }, data.pen, px));
    case "disc": return s("circle", { cx: data.x, cy: data.y, r: data.radius, class: `shape edge fill-${name(data.fill)}`, "stroke-width": 1.4 / px });
    case "line": {
      const line = s("polyline", pen({ points: data.points.map(p => p.join(",")).join(" ") }, data.pen, px));
      return data.pen.arrow ? s("g", {}, line, head(data.points, data.pen, px)) : line;
    }
    case "curve": {
      const d = `M${data.from} C${data.via[0]} ${data.via[1]} ${data.to}`;
      const curve = s("path", pen({ d }, data.pen, px));
      return data.pen.arrow ? s("g", {}, curve, head([data.via[1], data.to], data.pen, px)) : curve;
    }
    case "polygon": return s("polygon", { points: data.points.map(p => p.join(",")).join(" "), class: `fill-${name(data.fill)}` });
    case "text": {
      const size = data.size / 10 / px;
      const text = s("text", { x: data.x, y: data.y + size * 0.36, "font-size": size, "text-anchor": { middle: "middle", start: "start", end: "end" }[data.anchor], class: `fill-${name(data.color)}` }, data.text);
      if (data.full) text.append(s("title", {}, data.full));
      return text;
    }
  }
  return s("g", {});
}

export const pixels = picture => picture.grain / 100;

// The box around a shape, in the coordinates of the picture.
export function box(data) {
  const around = points => { const xs = points.map(p => p[0]), ys = points.map(p => p[1]); return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]; };
  switch (data.shape) {
    case "rectangle": case "frame": return [data.x, data.y, data.x + data.width, data.y + data.height];
    case "disc": return [data.x - data.radius, data.y - data.radius, data.x + data.radius, data.y + data.radius];
    case "line": case "polygon": return around(data.points);
    case "curve": return around([data.from, data.to, [(data.from[0] + 3 * data.via[0][0] + 3 * data.via[1][0] + data.to[0]) / 8, (data.from[1] + 3 * data.via[0][1] + 3 * data.via[1][1] + data.to[1]) / 8]]);
    case "text": return [data.x - 3, data.y - 3, data.x + 3, data.y + 3];
  }
  return [0, 0, 0, 0];
}

const join = (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
const near = (a, b, gap) => a[0] <= b[2] + gap && b[0] <= a[2] + gap && a[1] <= b[3] + gap && b[1] <= a[3] + gap;

// Boxes around shapes that lie together.
export function clusters(boxes, gap) {
  const found = [];
  for (let one of boxes) {
    for (let i; (i = found.findIndex(other => near(one, other, gap))) >= 0;) one = join(one, found.splice(i, 1)[0]);
    found.push(one);
  }
  return found;
}

// What to mark for a move: outlines of strokes, boxes of everything else.
export function footprint(picture, move) {
  const px = pixels(picture);
  // Where the picture is laid out anew after the move, what comes does not belong on this one.
  const anew = 2 * move.touches.length > picture.shapes.length;
  let shapes = move.touches.map(i => picture.shapes[i]).concat(anew ? [] : move.ghosts ?? []);
  const solid = shapes.filter(data => data.shape !== "text");
  if (solid.length) shapes = solid;
  const strokes = shapes.filter(data => data.shape === "line" || data.shape === "curve");
  const discs = shapes.filter(data => data.shape === "disc");
  const areas = shapes.filter(data => !strokes.includes(data));
  // The ends of an edge that goes say less than the edge.
  const single = (strokes.length && areas.every(data => data.shape === "disc") ? [] : areas).map(box);
  // Squares that fill their frame are shown as one, like a domino; others one by one.
  const size = ([x, y, right, bottom]) => (right - x) * (bottom - y);
  const apart = [...new Map(single.map(b => [b.join(), b])).values()];
  const boxes = clusters(apart, 10 / px).flatMap(frame => {
    const inside = apart.filter(b => b[0] >= frame[0] && b[1] >= frame[1] && b[2] <= frame[2] && b[3] <= frame[3]);
    return size(frame) <= 1.4 * inside.reduce((sum, b) => sum + size(b), 0) ? [frame] : inside;
  });
  const all = (boxes.length ? boxes : strokes.map(box));
  const whole = all.length ? all.reduce(join) : null;
  const centre = all.length ? [all.reduce((sum, b) => sum + (b[0] + b[2]) / 2, 0) / all.length, all.reduce((sum, b) => sum + (b[1] + b[3]) / 2, 0) / all.length] : null;
  return { boxes, strokes, round: areas.length > 0 && discs.length === areas.length, whole, centre };
}

// How many of some moves touch each place, as a tint: where too many overlap to be outlined.
export function heat(prints, player) {
  const counts = new Map();
  for (const print of prints) for (const b of print.boxes) counts.set(b.join(), [b, (counts.get(b.join())?.[1] ?? 0) + 1]);
  const most = Math.max(1, ...[...counts.values()].map(([, n]) => n));
  return s("g", {}, [...counts.values()].map(([[x, y, right, bottom], n]) => s("rect", { x, y, width: right - x, height: bottom - y, class: `heat ${player}`, "fill-opacity": 0.08 + 0.3 * n / most })));
}

// Is a point on what a move touches?
export function touchesPoint(print, [x, y], slack) {
  if (print.boxes.some(b => x >= b[0] - slack / 4 && x <= b[2] + slack / 4 && y >= b[1] - slack / 4 && y <= b[3] + slack / 4)) return true;
  return print.strokes.some(data => distance(data, [x, y]) <= slack);
}

function distance(data, point) {
  const points = data.shape === "line" ? data.points : [...Array(17).keys()].map(i => {
    const t = i / 16, u = 1 - t, [a, [b, c], d] = [data.from, data.via, data.to];
    return [0, 1].map(k => u * u * u * a[k] + 3 * u * u * t * b[k] + 3 * u * t * t * c[k] + t * t * t * d[k]);
  });
  let best = Infinity;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]], [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const t = Math.max(0, Math.min(1, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
    best = Math.min(best, Math.hypot(point[0] - a[0] - t * dx, point[1] - a[1] - t * dy));
  }
  return best;
}

// Marks a move on the picture.
export function mark(picture, print, player, verdict, picked) {
  const px = pixels(picture), kind = `${player} ${verdict ?? "open"}${picked ? " pick" : ""}`;
  const group = s("g", {});
  for (const data of print.strokes) {
    const line = shape({ ...data, pen: { ...data.pen, arrow: false } }, px);
    line.setAttribute("class", `halo ${kind}`); line.removeAttribute("stroke-width");
    if (verdict === "win" || picked) group.append(line);
  }
  const inset = print.round ? -1.5 / px : Math.min(5 / px, 1.2);
  for (const [x, y, right, bottom] of print.boxes) {
    group.append(s("rect", { x: x + inset, y: y + inset, width: Math.max(right - x - 2 * inset, 1), height: Math.max(bottom - y - 2 * inset, 1), rx: (print.round ? 16 : 7) / px, class: `mark ${kind}` }));
  }
  if (print.boxes.length > 1 && print.boxes.length < 5) {
    const middles = print.boxes.map(b => [(b[0] + b[2]) / 2, (b[1] + b[3]) / 2]);
    group.append(s("polyline", { points: middles.map(p => p.join(",")).join(" "), class: `mark ${kind}`, "fill": "none", style: null }));
  }
  return group;
}

// The whole picture; the view is fitted once it is in the document.
export function paint(svg, picture) {
  const px = pixels(picture);
  const layer = s("g", {}, picture.shapes.map(data => shape(data, px)));
  svg.replaceChildren(layer);
  return layer;
}

export function fit(svg, picture, most = 560) {
  const px = pixels(picture), pad = 8 / px;
  let bounds;
  try { bounds = svg.getBBox(); } catch { bounds = null; }
  if (!bounds || !bounds.width && !bounds.height) bounds = { x: 0, y: 0, width: picture.width, height: picture.height };
  const view = [bounds.x - pad, bounds.y - pad, bounds.width + 2 * pad, bounds.height + 2 * pad];
  svg.setAttribute("viewBox", view.join(" "));
  // Small boards are shown larger than life, but not without end.
  const scale = Math.min(2.6, most / (view[2] * px), 460 / (view[3] * px));
  const natural = view[2] * px * Math.max(scale, Math.min(1, 320 / (view[2] * px)));
  svg.style.maxWidth = `${Math.max(natural, 60)}px`;
  svg.style.maxHeight = "70vh";
  svg.style.margin = "0 auto";
}

