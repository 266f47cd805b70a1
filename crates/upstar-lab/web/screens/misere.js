// Misère play of heaps: genera, the quotient as a table and as a graph, what heaps pretend to be.

import { download, field, h, s, say, segments } from "/lib/dom.js";
import { ask } from "/lib/ask.js";
import { failure, isLimit, progress } from "/lib/show.js";
import * as state from "/lib/state.js";

export default async function misere(main, { rest }) {
  const wanted = state.read();
  let view = wanted.view ?? "genus", abort = null, tables = null;
  const code = h("input.mono", { value: wanted.code ?? rest[0] ?? ".77", size: 12, spellcheck: "false", onchange: start });
  const views = segments("View", [["genus", "genus"], ["matrix", "quotient"], ["graph", "graph"], ["pretend", "pretending"], ["pairs", "two heaps"]], view, key => { view = key; views.press(key); save(); show(5); });
  const heading = h("h1", {}, "Misère"), verdict = h("p.outcome", {}), extra = h("div", {}), trouble = h("div", {}), stage = h("div.scroll", { tabindex: "0", role: "group", "aria-label": "Table" }), working = progress();
  const sum = h("input.mono", { size: 16, placeholder: "9+8+5", spellcheck: "false", onchange: decide }), decided = h("div", {});
  main.append(heading, h("p.lead", {}, "The same heaps when whoever takes the last token loses. A quotient tells everything: each heap stands for an element, sums are products, and the P-elements are those that the player to move loses."),
    h("div.bar", {}, field("Code or name", code), views), trouble, verdict, extra, working.element, stage,
    h("h2", {}, "A sum of heaps"), h("div.bar", {}, field("Heaps", sum)), decided);
  const save = () => state.write({ code: code.value.trim(), view: view === "genus" ? "" : view });

  async function start() {
    tables = null; decided.replaceChildren(); extra.replaceChildren(); verdict.textContent = "";
    heading.textContent = `${code.value.trim()}, last move loses`;
    save();
    await Promise.all([solve(10), show(5)]);
  }

  async function solve(seconds) {
    const own = code.value.trim();
    const found = await ask({ ask: "misere", misere: "solve", code: own, certificate: true }, { seconds });
    if (own !== code.value.trim() || found.aborted) return;
    if (found.error) { verdict.textContent = ""; extra.replaceChildren(failure(found.error)); return; }
    const q = found.answer;
    verdict.textContent = q.complete ? `Solved: order ${q.order}, ${q.p_portion.length} P-elements, ${q.tame ? "tame" : "wild"}; period ${q.period} from ${q.preperiod} on`
      : `To heap ${q.heaps}: order ${q.order}, ${q.p_portion.length} P-elements; ${q.stopped ?? q.unchecked ?? ""}`;
    extra.replaceChildren(h("div", {}, h("div.bar", {},
      found.certificate ? h("button", { type: "button", onclick: () => download(`${own.replace(/\W/g, "_")}.quotient.json`, found.certificate, "application/json") }, "Certificate") : null,
      !q.complete ? h("button", { type: "button", onclick: () => solve(seconds * 10) }, "Go on 10× longer") : null),
      q.rule ? h("p.note", {}, q.rule) : null,
      h("details", {}, h("summary", {}, "Generators and relations"), h("p.mono.small", {}, q.presentation.slice(0, 4000)))));
    say(verdict.textContent);
  }

  async function show(seconds) {
    abort?.abort();
    abort = working.begin();
    const own = abort, text = code.value.trim(), options = { signal: own.signal, seconds, hear: working.hear };
    trouble.replaceChildren(); stage.replaceChildren();
    let found;
    if (view === "genus") found = await ask({ ask: "misere", misere: "genus-table", code: text, to: "35" }, options);
    else if (view === "pretend") found = await ask({ ask: "misere", misere: "pretend", code: text }, options);
    else found = tables ?? await ask({ ask: "quotient-tables", code: text }, options);
    if (found.aborted || own !== abort) return;
    working.end();
    if (found.error) {
      if (isLimit(found.error)) working.limit(found.error.message, () => show(seconds * 10)); else trouble.replaceChildren(failure(found.error));
      return;
    }
    if (view === "genus") genus(found.answer);
    else if (view === "pretend") stage.replaceChildren(h("pre.small", {}, found.text));
    else { tables = found; if (view === "matrix") matrix(found.answer); else if (view === "graph") graph(found.answer); else pairs(found.answer); }
    if (found.answer?.stopped && view === "genus") working.limit(found.answer.stopped, () => show(seconds * 10));
  }

  // The class of a genus by its letter and its tint.
  function genus(table) {
    const letter = name => ({ nim: "n", tame: "t", restive: "r", restless: "s", wild: "w" })[name.split(/[ -]/)[0]] ?? (name[0] ?? "");
    const columns = 12, rows = [];
    for (let start = 0; start < table.genus.length; start += columns) {
      rows.push(h("tr", {}, h("th", {}, start), table.genus.slice(start, start + columns).map((text, i) => {
        const [base, top] = text.split("^"), kind = table.class[start + i] ?? "";
        return h("td", { "data-class": kind, title: `heap ${start + i}: ${text}, ${kind}; ${table.value[start + i] ?? ""}` }, base, top ? h("sup", {}, top) : null, " ", h("span.quiet", {}, letter(kind)));
      })));
    }
    stage.replaceChildren(h("table.genus", {}, h("thead", {}, h("tr", {}, h("th", {}, "+"), [...Array(columns).keys()].map(i => h("th", {}, i)))), h("tbody", {}, rows)),
      h("p.small.quiet", {}, "n nim-heap, t tame, r restive, s restless, w wild; point at a heap for its value."));
  }

  function matrix(q) {
    if (!q.elements.length) { stage.replaceChildren(h("p.quiet", {}, `${q.order} elements are too many for a table.`)); return; }
    const p = i => q.p[i] ? ".p-cell" : "";
    stage.replaceChildren(h("table.matrix", {}, h("thead", {}, h("tr", {}, h("th", {}, "·"), q.elements.map((name, i) => h(`th${p(i)}`, {}, name)))),
      h("tbody", {}, q.products.map((row, i) => h("tr", {}, h(`th${p(i)}`, {}, q.elements[i]), row.map(k => h(`td${p(k)}`, {}, q.elements[k])))))),
      h("p.small.quiet", {}, `${q.order} elements; P-elements are tinted. The quotient of ${q.complete ? "all heaps" : "the heaps looked at"}.`));
  }

  // The Cayley graph on a circle: an arrow is the product with a generator.
  function graph(q) {
    if (!q.elements.length || q.order > 64) { stage.replaceChildren(h("p.quiet", {}, `${q.order} elements are too many for a graph; the limit is 64.`)); return; }
    const radius = Math.max(180, q.order * 14), at = i => { const a = 2 * Math.PI * i / q.order - Math.PI / 2; return [radius * Math.cos(a), radius * Math.sin(a)]; };
    const links = q.generators.flatMap((g, k) => q.products.map((row, i) => [i, row[g], k]).filter(([a, b]) => a !== b));
    const svg = s("svg.graph.wide", { viewBox: `${-radius - 50} ${-radius - 40} ${2 * radius + 100} ${2 * radius + 80}`, role: "img", "aria-label": `Cayley graph of ${q.order} elements` },
      links.map(([a, b, k]) => { const [p1, p2] = [at(a), at(b)]; return s("path", { class: `link s${k % 6} d${k % 6}`, fill: "none", d: `M${p1} Q${(p1[0] + p2[0]) * 0.35},${(p1[1] + p2[1]) * 0.35} ${p2}` }); }),
      q.elements.map((name, i) => { const [x, y] = at(i); return s("g", {}, s("title", {}, `${name}: ${q.p[i] ? "P" : "N"}`), s("circle.node", { cx: x, cy: y, r: 17, "stroke-width": q.p[i] ? 4 : 1, class: q.p[i] ? "node s0" : "node" }), s("text", { x, y: y + 4, "text-anchor": "middle", "font-size": 11 }, name)); }));
    svg.style.maxWidth = "760px";
    stage.replaceChildren(svg, h("p.small.quiet", {}, `A line is the product with a generator: ${q.generators.map((g, k) => `${q.elements[g]} ${["whole", "dashed", "dotted", "dash-dot", "short dashes", "long dashes"][k % 6]}`).join(", ")}. P-elements are ringed.`));
  }

  function pairs(q) {
    stage.replaceChildren(h("table.matrix", {}, h("thead", {}, h("tr", {}, h("th", {}, "+"), q.heaps.map((_, i) => h("th", {}, i)))),
      h("tbody", {}, q.pairs.map((row, i) => h("tr", {}, h("th", {}, i), row.map(is => h(`td${is ? ".p-cell" : ""}`, {}, is ? "P" : "·")))))), h("p.small.quiet", {}, "P: the player to move loses the sum of these two heaps."));
  }

  async function decide() {
    const position = sum.value.trim();
    if (!position) { decided.replaceChildren(); return; }
    const found = await ask({ ask: "misere", misere: "moves", code: code.value.trim(), position }, { seconds: 10 });
    decided.replaceChildren(found.error ? failure(found.error) : h("pre.card", {}, found.text));
  }

  await start();
  return () => abort?.abort();
}
