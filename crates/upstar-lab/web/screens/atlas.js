// The atlas: what a survey has found, filtered, with the way to each game.

import { debounce, download, field, h, segments } from "/lib/dom.js";
import { failure } from "/lib/show.js";
import * as state from "/lib/state.js";

export default async function atlas(main, { tools }) {
  const wanted = state.read();
  let misere = wanted.play === "misere", from = 0, found = null;
  const play = segments("Play", [["normal", "nim-sequences"], ["misere", "misère quotients"]], misere ? "misere" : "normal", key => { misere = key === "misere"; play.press(key); from = 0; look(); });
  const number = label => h("input", { type: "number", min: "0", size: 6, "aria-label": label, oninput: soon });
  const digits = h("select", { onchange: again }, h("option", { value: "" }, "all")), status = h("select", { onchange: again });
  const code = h("input.mono", { size: 8, value: wanted.code ?? "", spellcheck: "false", oninput: soon }), least = number("Least period"), most = number("Largest period");
  const table = h("div.scroll", { tabindex: "0", role: "group", "aria-label": "Classes" }), count = h("p.quiet", {}), trouble = h("div", {}), pages = h("div.bar", {});
  const csv = h("button", { type: "button", onclick: save }, "CSV");
  const filters = h("div.bar", {}, play, field("Digits", digits), field("Status", status), field("Code has", code), field("Period from", least), field("to", most));
  tools.append(csv);
  main.append(h("h1", {}, "Atlas"), h("p.lead", {}, "All taking-and-breaking games with few digits, as a survey has recorded them: which are proved to be periodic, which are open."),
    filters, trouble, count, table, pages);

  function again() { from = 0; look(); }
  const later = debounce(200, again);
  function soon() { later(); }
  const filter = () => ({ misere, digits: digits.value ? Number(digits.value) : null, status: status.value || null, code: code.value.trim() || null, least: least.value ? Number(least.value) : null, most: most.value ? Number(most.value) : null, from });

  async function fetchRows(wish) {
    const response = await fetch("/api/atlas", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
    if (!response.ok) throw new Error((await response.text()).trim());
    return response.json();
  }

  const nothing = () => { csv.disabled = true; table.replaceChildren(); pages.replaceChildren(); count.textContent = ""; };

  async function look() {
    state.write({ play: misere ? "misere" : "", code: code.value.trim() });
    const kinds = misere ? ["complete", "partial", "waiting"] : ["proved", "open", "waiting"], chosen = status.value;
    status.replaceChildren(h("option", { value: "" }, "any"), ...kinds.map(kind => h("option", { value: kind }, kind)));
    status.value = kinds.includes(chosen) ? chosen : "";
    trouble.replaceChildren();
    try { found = await fetchRows(filter()); } catch (error) {
      nothing();
      trouble.replaceChildren(failure({ message: error.message }));
      return;
    }
    filters.hidden = !found;
    if (!found) {
      nothing();
      trouble.replaceChildren(h("div.card", {}, h("p", {}, "No atlas was opened. Make one with a survey, which takes from minutes to hours, and open the laboratory with it:"), h("pre", { tabindex: "0" }, "upstar heaps survey --digits 3 --database atlas.db\nupstar lab --atlas atlas.db"), h("p.quiet", {}, "Single games can be looked at without one: ", h("a", { href: "/heaps" }, "Heaps"), ", ", h("a", { href: "/misere" }, "Misère"), ".")));
      return;
    }
    csv.disabled = false;
    const known = digits.value;
    digits.replaceChildren(h("option", { value: "" }, "all"), ...found.digits.map(n => h("option", { value: n }, n)));
    digits.value = known;
    count.textContent = `${found.total.toLocaleString("en")} classes`;
    const shown = n => n === null ? "" : Number(n).toLocaleString("en");
    const heads = misere ? ["code", "codes", "status", "heaps", "order", "", "preperiod", "period"] : ["code", "codes", "status", "values", "largest", "", "preperiod", "period"];
    table.replaceChildren(h("table", {}, h("thead", {}, h("tr", {}, heads.map(text => h("th", {}, text)))), h("tbody", {}, found.rows.map(row => h("tr", {},
      h("td.mono", {}, h("a", { href: `/${misere ? "misere" : "heaps"}/${encodeURIComponent(row.code)}` }, row.code)), h("td", {}, row.codes), h("td", {}, row.status), h("td", {}, shown(row.computed)),
      h("td", {}, shown(misere ? row.order : row.largest)), h("td", {}, row.tame === null ? "" : row.tame ? "tame" : "wild"), h("td", {}, shown(row.preperiod)), h("td", {}, shown(row.period)))))));
    pages.replaceChildren(...(from > 0 ? [h("button", { type: "button", onclick: () => { from = Math.max(0, from - 500); look(); } }, "Back")] : []), ...(from + found.rows.length < found.total ? [h("button", { type: "button", onclick: () => { from += 500; look(); } }, "More")] : []));
  }

  async function save() {
    const rows = [];
    for (let start = 0; ; start += 500) { const page = await fetchRows({ ...filter(), from: start }); rows.push(...page.rows); if (!page.rows.length || rows.length >= page.total) break; }
    const columns = ["code", "codes", "status", "preperiod", "period", "computed", "largest", "order", "tame"];
    download("atlas.csv", [columns.join(","), ...rows.map(row => columns.map(name => row[name] ?? "").join(","))].join("\n") + "\n", "text/csv");
  }

  await look();
  return () => {};
}
