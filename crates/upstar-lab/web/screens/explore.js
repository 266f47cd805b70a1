// The explorer: what is in a game, option by option, or as a graph; dominated and reversible
// options of positions are told apart from those that count.

import { field, h, put, s, say, segments } from "/lib/dom.js";
import { ask, sessions, rulesets } from "/lib/ask.js";
import { failure, outcomeWords, value } from "/lib/show.js";
import * as state from "/lib/state.js";

export default async function explore(main) {
  const wanted = state.read();
  let view = wanted.view ?? "columns", sensible = wanted.sensible === "1", path = [];
  const all = await rulesets();
  const game = h("input.mono", { value: wanted.game ?? (wanted.rules ? "" : "{3||2|1} + ^"), spellcheck: "false", "aria-label": "Game", onchange: () => { rules.value = ""; start(); } });
  const rules = h("select", { onchange: () => { const page = all.find(entry => entry.name === rules.value); if (page) position.value = page.examples[0] ?? ""; start(); } }, h("option", { value: "" }, "a value"), all.map(page => h("option", { value: page.name }, page.title)));
  const position = h("input.mono", { value: wanted.position ?? "", spellcheck: "false", "aria-label": "Position", onchange: start });
  rules.value = wanted.rules ?? "";
  const gameField = field("Game", game, ".grow"), positionField = field("Position", position, ".grow");
  const views = segments("View", [["columns", "columns"], ["graph", "graph"]], view, key => { view = key; views.press(key); start(); });
  const only = h("input", { type: "checkbox", checked: sensible, onchange: () => { sensible = only.checked; redraw(); save(); } });
  const columns = h("div.columns", { tabindex: "0", role: "group", "aria-label": "Options, column by column" }), drawing = h("div.scroll", {}), trouble = h("div", {}), trail = h("p.mono.small", {});
  const rival = h("input.mono", { size: 14, spellcheck: "false", "aria-label": "Compare with", onchange: compare }), order = h("p", { hidden: true });
  main.append(h("h1", {}, "Explorer"), h("p.lead", {}, "Look into a game: the moves of both players, what they lead to, and which of them a good player would never make."),
    h("div.bar", {}, field("Look into", rules), gameField, positionField, field("Compare with", rival), views, h("label", {}, only, "sensible only")),
    order, trouble, trail, columns, drawing);

  const save = () => state.write({ game: rules.value ? "" : game.value, rules: rules.value, position: rules.value ? position.value : "", view: view === "columns" ? "" : view, sensible: sensible ? "1" : "" });

  async function start() {
    trouble.replaceChildren(); order.hidden = true;
    gameField.hidden = Boolean(rules.value); positionField.hidden = !rules.value;
    columns.hidden = view !== "columns"; drawing.hidden = view !== "graph";
    only.parentElement.hidden = !rules.value;
    save();
    const first = await look(rules.value ? { rules: rules.value, position: position.value } : { game: game.value });
    if (!first) return;
    if (view === "graph") { await graph(rules.value ? first.of?.value : game.value); return; }
    path = [{ at: first, chosen: null }];
    redraw();
  }

  // One game: its own value and the options of both players.
  async function look(what) {
    if (what.rules) {
      const found = await ask({ ask: "options", rules: what.rules, position: what.position }, { seconds: 10 });
      if (found.error) { trouble.replaceChildren(failure(found.error)); return null; }
      return { label: what.position, of: found.answer.of, options: found.answer.options.map(list => list.map(option => ({ ...option, next: { rules: what.rules, position: option.to } }))) };
    }
    const found = await ask({ ask: "study", input: what.game }, { session: sessions.notebook, seconds: 10 });
    if (found.error) { trouble.replaceChildren(failure(found.error)); return null; }
    if (!found.answer.facts) { trouble.replaceChildren(failure({ message: `expected a short game; this is of kind ${found.answer.kind ?? "nothing"}` })); return null; }
    return { label: found.answer.value, of: found.answer, facts: found.answer.facts, options: found.answer.facts.options.map(list => list.map(option => ({ value: option, next: { game: option.value } }))) };
  }

  function redraw() {
    put(columns, path.map(({ at, chosen }, depth) => h("div.column", {},
      h("div", {}, value(at.of, { big: true })), at.facts ? h("p.small.quiet", {}, outcomeWords[at.facts.class]) : null,
      at.options.map((list, side) => [
        h(`h3.${side ? "right" : "left"}-ink`, {}, side ? "Right" : "Left"),
        list.length ? list.map((option, i) => {
          const out = option.dominated !== undefined || option.reversible !== undefined;
          if (out && sensible) return null;
          const tag = option.dominated !== undefined ? "dominated" : option.reversible !== undefined ? `reversible through ${option.reversible}` : null;
          return h(`button${out ? ".out" : ""}`, { type: "button", "aria-pressed": String(chosen === `${side}/${i}`), onclick: () => enter(depth, side, i) },
            option.name ? h("span.mono.small", {}, option.name + "  ") : null, option.value ? [h("span", { "aria-hidden": "true" }, plain(option.value)), h("span.unseen", {}, option.value.aloud ?? option.value.value)] : null, tag ? h("span.tag", {}, tag) : null);
        }) : h("p.small.quiet.no-move", {}, "no move")]))), path.at(-1).at.options.some(list => list.length) ? h("p.small.quiet.hint", {}, "Choose an option to look into it.") : null);
    trail.textContent = path.map(({ at }) => at.of?.value ?? at.label).join("  ›  ");
    columns.scrollLeft = columns.scrollWidth;
  }

  // A value without its bubble: it stands in a button.
  const plain = shown => { const element = value({ value: shown.value, latex: shown.latex }); return element; };

  async function enter(depth, side, i) {
    const option = path[depth].at.options[side][i];
    path = path.slice(0, depth + 1);
    path[depth].chosen = `${side}/${i}`;
    const next = await look(option.next);
    if (next) { path.push({ at: next, chosen: null }); say(`${side ? "Right" : "Left"} to ${next.of?.aloud ?? next.label}`); }
    redraw();
  }

  async function compare() {
    const other = rival.value.trim(), mine = path[0]?.at.of?.value ?? game.value;
    order.hidden = !other;
    if (!other) return;
    const found = await ask({ ask: "eval", input: `(${mine}) <=> (${other})` }, { session: sessions.notebook, seconds: 10 });
    const difference = await ask({ ask: "study", input: `(${mine}) - (${other})` }, { session: sessions.notebook, seconds: 10 });
    if (difference.error) { order.replaceChildren(failure(difference.error)); return; }
    const sign = { P: "=", L: ">", R: "<", N: "‖" }[difference.answer.facts?.class] ?? found.answer?.value;
    const words = { "=": "equal", ">": "better for Left", "<": "better for Right", "‖": "confused: neither is better" }[sign] ?? "";
    order.replaceChildren(h("span", {}, value(path[0]?.at.of ?? { value: mine }), ` ${sign} `, h("span.mono", {}, other), h("span.quiet", {}, `  ${words}`)));
  }

  // The graph in layers, the longest games on top; each layer ordered by what it hangs on.
  async function graph(input) {
    if (!input) { trouble.replaceChildren(failure({ message: "this position has no value that could be drawn as a graph" })); return; }
    const found = await ask({ ask: "graph", input, most: 120 }, { session: sessions.notebook, seconds: 10 });
    if (found.error) { trouble.replaceChildren(failure(found.error)); return; }
    const { nodes, height, edges, cut } = found.answer;
    const layers = [];
    height.forEach((level, i) => (layers[level] ??= []).push(i));
    layers.reverse();
    const place = new Map();
    for (const layer of layers) {
      const pull = i => { const above = edges.filter(edge => edge.to === i && place.has(edge.from)).map(edge => place.get(edge.from)[0] + (edge.player === "left" ? -0.2 : 0.2)); return above.length ? above.reduce((a, b) => a + b, 0) / above.length : 0; };
      layer.sort((a, b) => pull(a) - pull(b));
      const widths = layer.map(i => Math.min(170, 26 + 8 * nodes[i].value.length));
      let x = -(widths.reduce((a, b) => a + b + 24, 0)) / 2;
      layer.forEach((i, k) => { place.set(i, [x + widths[k] / 2, layers.indexOf(layer) * 92, widths[k]]); x += widths[k] + 24; });
    }
    const xs = [...place.values()].flatMap(([x, , w]) => [x - w / 2, x + w / 2]);
    const view = [Math.min(...xs) - 16, -40, Math.max(...xs) - Math.min(...xs) + 32, layers.length * 92 + 10];
    const svg = s("svg.graph", { viewBox: view.join(" "), role: "img", "aria-label": `Graph of ${input}: ${nodes.length} positions` },
      edges.map(({ player, from, to }) => { const [a, b] = [place.get(from), place.get(to)], aside = player === "left" ? -14 : 14; return s(`path.link.${player}`, { d: `M${a[0]},${a[1] + 16} C${a[0] + aside},${a[1] + 52} ${b[0] + aside},${b[1] - 52} ${b[0]},${b[1] - 16}` }); }),
      nodes.map((node, i) => { const [x, y, w] = place.get(i), text = node.value.length > 18 ? node.value.slice(0, 17) + "…" : node.value; return s("g", {}, s("title", {}, `${node.value}: ${node.meaning ?? ""}`), s("rect.node", { x: x - w / 2, y: y - 16, width: w, height: 32, rx: 6 }), s("text", { x, y: y + 5, "text-anchor": "middle" }, text)); }));
    svg.style.width = `${Math.max(260, view[2] * 1.15)}px`;
    svg.style.maxWidth = view[2] < 900 ? "100%" : "none";
    drawing.replaceChildren(svg, h("p.small.quiet", {}, `${nodes.length} positions${cut ? ", cut off there" : ""}; Left's moves are whole lines to the left, Right's are dashed to the right.`));
  }

  await start();
  return () => {};
}
