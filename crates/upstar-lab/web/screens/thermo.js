// Thermographs: up to six games over each other, and what a tax leaves of them.

import { debounce, download, field, h, say } from "/lib/dom.js";
import { ask, picture, sessions } from "/lib/ask.js";
import { failure, value } from "/lib/show.js";
import { number, plot } from "/lib/thermo.js";
import * as state from "/lib/state.js";

const MOST = 6;

export default async function thermo(main, { tools }) {
  const wanted = state.read();
  const rows = [], list = h("tbody", {}), drawing = h("div", {}), trouble = h("div", {});
  let tax = wanted.tax ?? "0";
  const slider = h("input", { type: "range", min: "0", max: "32", step: "1", value: "0", oninput: () => { tax = fraction(Number(slider.value), 8); shownTax.textContent = tax; redraw(); cool(); } });
  const shownTax = h("b", {}, tax);
  tools.append(...[["SVG", "svg"], ["PNG", "png"], ["TikZ", "tikz"]].map(([label, format]) => h("button", { type: "button", onclick: () => save(format) }, label)));
  main.append(h("h1", {}, "Thermographs"), h("p.lead", {}, "How a game cools: the walls are what each player gets when every move costs the tax on the left; where they meet the mast stands over the mean."),
    h("div.split", {},
      h("div", {}, drawing, h("div.bar", {}, field("Tax on each move", slider, ".grow"), h("span", {}, "t = ", shownTax))),
      h("div", {}, h("div.scroll", { tabindex: "0", role: "group", "aria-label": "Games" }, h("table.nowrap", {}, h("thead", {}, h("tr", {}, ["", "game", "mean", "temperature", "stops", "cooled by t"].map(text => h("th", {}, text)))), list)),
        h("div.bar", {}, h("button", { type: "button", onclick: () => add("", true) }, "Add a game"), h("button", { type: "button", onclick: sum }, "Sum of the ticked ones")), trouble)));

  const fraction = (n, of) => { const g = gcd(n, of); return of / g === 1 ? String(n / g) : `${n / g}/${of / g}`; };
  const gcd = (a, b) => b ? gcd(b, a % b) : Math.max(a, 1);

  function add(text, edit = false) {
    if (rows.length >= MOST) { trouble.replaceChildren(failure({ message: `at most ${MOST} games are shown at once` })); return; }
    const series = [...Array(MOST).keys()].find(i => !rows.some(row => row.series === i));
    const row = { series, input: null, studied: null, ticked: true };
    row.input = h("input.mono", { value: text, size: 11, spellcheck: "false", "aria-label": "Game", onchange: () => study(row) });
    row.tick = h("input", { type: "checkbox", checked: true, "aria-label": "Show it", onchange: () => { row.ticked = row.tick.checked; redraw(); } });
    row.cells = [0, 1, 2, 3].map(() => h("td", {}));
    const swatch = h("span.swatch", {});
    swatch.style.borderColor = `var(--series-${series})`; swatch.style.borderTopStyle = ["solid", "dashed", "dotted", "dashed", "dashed", "dashed"][series];
    row.element = h("tr", {}, h("td", {}, h("label", {}, row.tick, swatch)), h("td.nowrap", {}, row.input, h("button.plain.tiny", { type: "button", "aria-label": "Take it away", onclick: () => { rows.splice(rows.indexOf(row), 1); row.element.remove(); redraw(); save_(); } }, "×")), row.cells);
    rows.push(row); list.append(row.element);
    if (edit) row.input.focus();
    return study(row);
  }

  async function study(row) {
    trouble.replaceChildren();
    const input = row.input.value.trim();
    row.studied = null;
    row.cells.forEach(cell => cell.replaceChildren());
    if (!input) { redraw(); return; }
    const found = await ask({ ask: "study", input }, { session: sessions.notebook, seconds: 10 });
    if (found.error) { trouble.replaceChildren(failure(found.error)); redraw(); return; }
    if (!found.answer.facts) { trouble.replaceChildren(failure({ message: `a game is needed for a thermograph; this is of kind ${found.answer.kind ?? "nothing"}` })); redraw(); return; }
    row.studied = found.answer;
    const walls = found.answer.facts.thermograph, stop = side => walls[side].findLast(p => number(p[1]) >= 0)?.[0] ?? walls.mean;
    row.cells[0].textContent = walls.mean; row.cells[1].textContent = walls.temperature;
    row.cells[2].textContent = `${stop("left")}, ${stop("right")}`;
    redraw(); cool(); save_();
  }

  const cool = debounce(150, async () => {
    for (const row of rows.filter(row => row.studied)) {
      if (tax === "0") { row.cells[3].replaceChildren(value(row.studied)); continue; }
      const found = await ask({ ask: "study", input: `(${row.input.value.trim()}).Cool(${tax})` }, { session: sessions.notebook, seconds: 5 });
      row.cells[3].replaceChildren(found.answer ? value(found.answer) : h("span.quiet", {}, "–"));
    }
  });

  function redraw() {
    const shown = rows.filter(row => row.ticked && row.studied);
    const figures = shown.map(row => ({ walls: row.studied.facts.thermograph, series: shown.length > 1 ? row.series : undefined }));
    const hottest = Math.max(1, ...figures.map(figure => number(figure.walls.temperature)));
    slider.max = String(Math.ceil(hottest * 1.25) * 8);
    drawing.replaceChildren(figures.length ? plot(figures, { width: 640, height: 420, tax: number(tax) > 0 ? number(tax) : null, label: `Thermographs of ${shown.map(row => row.input.value).join(", ")}` }) : h("p.quiet", {}, "No game to show."));
    if (figures.length) say(shown.map(row => `${row.input.value}: mean ${row.studied.facts.thermograph.mean}, temperature ${row.studied.facts.thermograph.temperature}`).join("; "));
  }

  const games = () => rows.map(row => row.input.value.trim()).filter(Boolean);
  const save_ = () => state.write({ games: games().join(";") });
  function sum() { const ticked = rows.filter(row => row.ticked && row.studied).map(row => `(${row.input.value.trim()})`); if (ticked.length > 1) add(ticked.join(" + ")); }

  async function save(format) {
    try { download(`thermographs.${format === "tikz" ? "tex" : format}`, await picture(format, { ask: "thermographs", games: rows.filter(row => row.ticked && row.studied).map(row => row.input.value.trim()) })); }
    catch (error) { trouble.replaceChildren(failure({ message: error.message })); }
  }

  for (const game of (wanted.games ?? "{3||2|1};{4|1||-2|-3}").split(";").slice(0, MOST)) await add(game.trim());
  return () => {};
}
