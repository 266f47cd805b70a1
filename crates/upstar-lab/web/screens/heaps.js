// Heaps: the nim-sequence of a taking-and-breaking game, drawn three ways, and its period.

import { download, field, h, say, segments } from "/lib/dom.js";
import { ask, sequence } from "/lib/ask.js";
import { failure, progress } from "/lib/show.js";
import * as state from "/lib/state.js";

const KNOWN = [[".77", "Kayles"], [".137", "Dawson's Chess"], [".07", "Dawson's Kayles"], ["grundy", "Grundy's Game"], [".6", "Officers"], [".007", "Treblecross"], ["4.7", "Knots"], ["sub(1,2,3)", "take 1, 2 or 3"]];
const SEND = 60_000;
// Room for the numbers beside and below a scatter.
const [BESIDE, BELOW] = [44, 24];
// About so many numbers stand at an axis, at round places.
const ticks = (most, wanted) => { const raw = Math.max(1, most / wanted), power = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].map(n => n * power).find(n => n >= raw); return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step); };

export default async function heaps(main, { rest }) {
  const wanted = state.read();
  let view = wanted.view ?? "scatter", values = null, period = null, from = 0, count = 0, width = Number(wanted.p) || 0, certificate = null;
  const code = h("input.mono", { value: wanted.code ?? rest[0] ?? ".77", size: 12, spellcheck: "false", onchange: () => { width = 0; start(); } });
  const size = h("select", { onchange: start }, [200, 400, 2000, 10_000, 100_000, 1_000_000, 4_000_000].map(n => h("option", { value: n }, n.toLocaleString("en"))));
  size.value = wanted.to ?? "400";
  const known = h("select", { "aria-label": "Well-known games", onchange: () => { if (known.value) { code.value = known.value; known.value = ""; width = 0; start(); } } }, h("option", { value: "" }, "well known…"), KNOWN.map(([key, name]) => h("option", { value: key }, `${name} (${key})`)));
  const views = segments("View", [["scatter", "scatter"], ["raster", "raster"], ["rare", "rare values"], ["numbers", "numbers"]], view, key => { view = key; views.press(key); draw(); save(); });
  const columns = h("input", { type: "number", min: "1", max: "2000", size: 5, "aria-label": "Width of the raster", onchange: () => { width = Math.max(1, Math.min(2000, Number(columns.value) || 1)); draw(); save(); } });
  const heading = h("h1", {}, "Heaps"), about = h("div", {}), proof = h("div", {}), trouble = h("div", {}), stage = h("div", {}), readout = h("p.small.quiet", {}, " ");
  const working = progress();
  let abort = null;
  main.append(heading, h("div.bar", {}, field("Code or name", code), field("Well known", known), field("Heaps up to", size), views, field("Raster width", columns)),
    trouble, working.element, proof, stage, readout, h("h2", {}, "The game"), about);

  const save = () => state.write({ code: code.value.trim(), to: size.value === "400" ? "" : size.value, view: view === "scatter" ? "" : view, p: view === "raster" ? width : "" });

  async function start() {
    abort?.abort();
    abort = working.begin();
    const own = abort, text = code.value.trim();
    trouble.replaceChildren(); proof.replaceChildren(); about.replaceChildren(); readout.textContent = " ";
    values = null; period = null; certificate = null; from = 0;
    save();
    const info = await ask({ ask: "heap-info", code: text }, { signal: own.signal });
    if (info.aborted) return;
    if (info.error) { trouble.replaceChildren(failure(info.error)); stage.replaceChildren(); return; }
    describe(info.answer);
    try {
      values = await sequence(text, Number(size.value), { signal: own.signal });
      count = values.length;
      draw();
    } catch (error) {
      if (error.name === "AbortError") return;
      trouble.replaceChildren(failure({ message: error.message }));
    }
    const found = await ask({ ask: "heap-certificate", code: text, limit: "2^24" }, { signal: own.signal, seconds: 10, hear: working.hear });
    working.end();
    if (found.aborted || own !== abort) return;
    period = found.answer; certificate = found.certificate;
    tell(found);
    if (period?.period && !width) { width = period.period; columns.value = width; if (view === "raster") draw(); }
  }

  function describe(info) {
    heading.textContent = info.names.length ? `${info.code} · ${info.names.map(name => name.replace(/-/g, " ").replace(/\b\w/g, c => c.toUpperCase())).join(", ")}` : info.code;
    const row = (name, content) => content && content.length ? [h("dt.quiet", {}, name), h("dd", {}, content)] : [];
    const links = codes => codes.flatMap((entry, i) => [i ? ", " : "", h("a", { href: state.link(`/heaps/${encodeURIComponent(entry)}`, {}) }, entry)]);
    about.replaceChildren(h("p.lead", {}, info.rules.join(" ")), h("dl.facts-list", {}, row("kind", info.kind), row("cousins", links(info.cousins.filter(entry => entry !== info.code))), row("same nim-sequence", links(info.class_codes.filter(entry => entry !== info.code))), row("known", info.known)),
      h("p", {}, h("a", { href: state.link("/misere/" + encodeURIComponent(code.value.trim()), {}) }, "the same game when the last move loses"), " · ", h("a", { href: state.link("/board", { rules: `heaps(${code.value.trim()})`, position: "9+8+5" }) }, "play it")));
  }

  function tell(found) {
    if (found.error) { proof.replaceChildren(failure(found.error)); return; }
    const p = found.answer;
    const text = p.period ? `Period ${p.period.toLocaleString("en")} from ${p.preperiod.toLocaleString("en")} on${p.saltus ? `, growing by ${p.saltus}` : ""}: ${p.proved ? `proved (${p.theorem})` : p.status === "computed" ? `computed (${p.theorem}), ${p.unchecked}` : `seen up to ${p.computed_to.toLocaleString("en")}, not proved`}` : `No period up to ${p.computed_to.toLocaleString("en")}${p.stopped ? ` (${p.stopped})` : ""}`;
    const result = h("span", {});
    proof.replaceChildren(h("div.bar", {}, h("p.outcome", {}, text),
      certificate ? h("button", { type: "button", onclick: () => download(`${code.value.trim().replace(/\W/g, "_")}.certificate.json`, certificate, "application/json") }, "Certificate") : null,
      certificate ? h("button", { type: "button", onclick: () => verify(result) }, "Verify") : null,
      !p.proved && p.status !== "computed" ? h("button", { type: "button", onclick: further }, "Look further") : null, result));
    say(text);
  }

  async function verify(result) {
    if (certificate.length > SEND) { result.textContent = "too long to send back: save it and run `upstar verify`"; return; }
    result.textContent = "checking…";
    const found = await ask({ ask: "verify", certificate }, { seconds: 60 });
    result.textContent = found.error ? found.error.message : found.text.trim();
  }

  async function further() {
    abort?.abort();
    abort = working.begin();
    const own = abort;
    const found = await ask({ ask: "heap-certificate", code: code.value.trim() }, { signal: own.signal, seconds: 300, hear: working.hear });
    working.end();
    if (!found.aborted) { certificate = found.certificate; tell(found); }
  }

  const ink = () => { const style = getComputedStyle(document.documentElement), rgb = name => { const hex = style.getPropertyValue(name).trim().slice(1); return [0, 2, 4].map(i => parseInt(hex.slice(i, i + 2), 16)); }; return { ink: rgb("--ink"), paper: rgb("--raised"), left: rgb("--left"), right: rgb("--right") }; };

  function draw() {
    if (!values) return;
    columns.parentElement.hidden = view !== "raster";
    const started = performance.now();
    if (view === "numbers") { readout.textContent = " "; numbers(); return; }
    const canvas = h("canvas", { role: "img", "aria-label": `${view} of ${count} nim-values`, tabindex: "0" });
    canvas.width = Math.min(1240, Math.max(300, main.clientWidth - 2)); canvas.height = 380;
    const context = canvas.getContext("2d"), colours = ink();
    const image = context.createImageData(canvas.width, canvas.height), pixels = new Uint32Array(image.data.buffer);
    const packed = ([r, g, b]) => (255 << 24 | b << 16 | g << 8 | r) >>> 0;
    pixels.fill(packed(colours.paper));
    const { find, axes } = view === "raster" ? raster(canvas, pixels, packed) : scatter(canvas, pixels, packed, colours, view === "rare");
    context.putImageData(image, 0, 0);
    axes?.(context);
    readout.textContent = view === "raster" ? "A row has as many heaps as the raster is wide; a colour is a nim-value. Point at it to read it." : "Point at the picture to read a value. Values that are rare are red.";
    canvas.addEventListener("mousemove", event => { const box = canvas.getBoundingClientRect(); const said = find((event.clientX - box.left) * canvas.width / box.width, (event.clientY - box.top) * canvas.height / box.height); if (said) readout.textContent = said; });
    stage.replaceChildren(canvas);
    stage.dataset.milliseconds = String(performance.now() - started);
  }

  function scatter(canvas, pixels, packed, colours, rareOnly) {
    const { width: w, height: hgt } = canvas;
    let most = 1;
    for (let i = 0; i < count; i++) if (values[i] > most) most = values[i];
    const tally = new Uint32Array(most + 1);
    for (let i = 0; i < count; i++) tally[values[i]]++;
    const limit = Math.max(3, count / 200), dark = packed(colours.ink), lit = packed(colours.right);
    const dot = count < 3 * w ? Math.max(1, Math.min(4, Math.floor(hgt / (most + 2) / 2))) : 1;
    const [sx, sy] = [(w - BESIDE - 8) / Math.max(count, 1), (hgt - BELOW - 4) / (most + 1)], foot = hgt - BELOW;
    for (let i = 0; i < count; i++) {
      const rare = tally[values[i]] <= limit;
      if (rareOnly && !rare) continue;
      const x = BESIDE + i * sx | 0, y = foot - (values[i] + 0.5) * sy | 0, colour = rare ? lit : dark;
      if (dot === 1) { pixels[y * w + x] = colour; continue; }
      for (let dy = 0; dy < dot; dy++) for (let dx = 0; dx < dot; dx++) { const px = x + dx, py = y + dy; if (px < w && py >= 0 && py < hgt) pixels[py * w + px] = colour; }
    }
    const axes = context => {
      const style = getComputedStyle(document.documentElement);
      context.font = "12px system-ui, sans-serif"; context.fillStyle = style.getPropertyValue("--quiet"); context.strokeStyle = style.getPropertyValue("--line");
      context.textAlign = "right"; context.textBaseline = "middle";
      for (const v of ticks(most, Math.min(12, hgt / 40))) context.fillText(v.toLocaleString("en"), BESIDE - 8, foot - (v + 0.5) * sy);
      context.textAlign = "center";
      for (const n of ticks(count - 1, w / 120)) context.fillText(n.toLocaleString("en"), Math.min(BESIDE + n * sx, w - 24), hgt - BELOW / 2 + 2);
      context.beginPath(); context.moveTo(BESIDE - 3.5, 4); context.lineTo(BESIDE - 3.5, foot + 0.5); context.lineTo(w - 4, foot + 0.5); context.stroke();
    };
    return { axes, find: x => { const n = Math.round((x - BESIDE) / sx); return n >= 0 && n < count ? `heap ${n.toLocaleString("en")}: nim-value ${values[n]}` : null; } };
  }

  // A period becomes columns; what is below the edge goes on beside it.
  function raster(canvas, pixels, packed) {
    const { width: w, height: hgt } = canvas, p = width || 12;
    columns.value = p;
    const cell = Math.max(1, Math.min(14, Math.floor(w / p))), lines = Math.floor(hgt / cell), step = p * cell + 10;
    const blocks = Math.max(1, Math.floor((w + 10) / step));
    let most = 1;
    for (let i = 0; i < count; i++) if (values[i] > most) most = values[i];
    const palette = new Uint32Array(most + 1);
    for (let v = 0; v <= most; v++) palette[v] = packed(hue(v / (most + 1) * 0.9, v % 2));
    for (let n = from, k = 0; n < count && k < lines * blocks * p; n++, k++) {
      const row = Math.floor(k / p), block = Math.floor(row / lines), x = block * step + k % p * cell, y = row % lines * cell;
      for (let dy = 0; dy < cell; dy++) for (let dx = 0; dx < cell && x + dx < w; dx++) pixels[(y + dy) * w + x + dx] = palette[values[n]];
    }
    return { find: (x, y) => {
      const block = Math.floor(x / step), column = Math.floor((x - block * step) / cell);
      const n = from + (block * lines + Math.floor(y / cell)) * p + column;
      return column < p && n < count ? `heap ${n.toLocaleString("en")}: nim-value ${values[n]}` : null;
    } };
  }

  // Colours around the circle, lighter and darker by turns.
  function hue(t, dark) {
    const angle = t * 6, shade = Math.abs(angle % 2 - 1), table = [[1, 1 - shade, 0], [1 - shade, 1, 0], [0, 1, 1 - shade], [0, 1 - shade, 1], [1 - shade, 0, 1], [1, 0, 1 - shade]];
    return table[Math.floor(angle) % 6].map(c => Math.round((dark ? 62 : 104) + 112 * c));
  }

  function numbers() {
    const p = width || period?.period || 12, most = Math.min(count, 2000), rows = [];
    for (let start = 0; start < most; start += Math.min(p, 40)) rows.push(h("tr", {}, h("th", {}, start), [...values.slice(start, Math.min(start + Math.min(p, 40), most))].map(v => h("td", {}, v))));
    stage.replaceChildren(h("div.scroll", { tabindex: "0", role: "group", "aria-label": "Nim-values" }, h("table.genus", {}, h("tbody", {}, rows))));
  }

  await start();
  return () => abort?.abort();
}

