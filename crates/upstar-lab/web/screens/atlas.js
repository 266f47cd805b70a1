// The atlas: what a survey has found, filtered, with the way to each game.

import { debounce, download, field, h, segments } from "/lib/dom.js";
import { failure } from "/lib/show.js";
import * as state from "/lib/state.js";

export default async function atlas(main, { tools }) {
  const wanted = state.read();
  const parts = [["normal", "nim-sequences"], ["misere", "misère quotients"], ["hex", "hexadecimal"]];
  let part = parts.some(([key]) => key === wanted.play) ? wanted.play : "normal", from = 0, found = null;
  const play = segments("Play", parts, part, key => { part = key; play.press(key); from = 0; look(); });
  const number = label => h("input", { type: "number", min: "0", size: 6, "aria-label": label, oninput: soon });
  const digits = h("select", { onchange: again }, h("option", { value: "" }, "all")), status = h("select", { onchange: again });
  const code = h("input.mono", { size: 8, value: wanted.code ?? "", spellcheck: "false", oninput: soon }), least = number("Least period"), most = number("Largest period");
  const table = h("div.scroll", { tabindex: "0", role: "group", "aria-label": "Classes" }), count = h("p.quiet", {}), trouble = h("div", {}), pages = h("div.bar", {});
  const csv = h("button", { type: "button", onclick: save }, "CSV");
  const filters = h("div.bar", {}, play, field("Digits", digits), field("Status", status), field("Code has", code), field("Period from", least), field("to", most));
  tools.append(csv);
  main.append(h("h1", {}, "Atlas"), h("p.lead", {}, "All taking-and-breaking games with few digits: which are proved to be periodic, which misère quotients are known, what is open."),
    filters, trouble, count, table, pages, h("p.quiet", {}, "Another atlas is opened by ", h("code", {}, "upstar lab --atlas FILE"), "; ", h("code", {}, "upstar atlas build"), " makes one."));

  function again() { from = 0; look(); }
  const later = debounce(200, again);
  function soon() { later(); }
  const typed = input => input.value ? Number(input.value) : null;
  const filter = () => ({ misere: part === "misere", hex: part === "hex", digits: typed(digits), status: status.value || null, code: code.value.trim() || null, period: { least: typed(least), most: typed(most) }, from });

  async function fetchRows(wish) {
    const response = await fetch("/api/atlas", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
    if (!response.ok) throw new Error((await response.text()).trim());
    return response.json();
  }

  const nothing = () => { csv.disabled = true; table.replaceChildren(); pages.replaceChildren(); count.textContent = ""; };

  async function look() {
    const misere = part === "misere";
    state.write({ play: part === "normal" ? "" : part, code: code.value.trim() });
    const kinds = misere ? ["complete", "rule", "partial", "waiting"] : ["proved", "computed", "open", "waiting"], chosen = status.value;
    status.replaceChildren(h("option", { value: "" }, "any"), ...kinds.map(kind => h("option", { value: kind }, kind)));
    status.value = kinds.includes(chosen) ? chosen : "";
    trouble.replaceChildren();
    try { found = await fetchRows(filter()); } catch (error) {
      nothing();
      trouble.replaceChildren(failure({ message: error.message }));
      return;
    }
    csv.disabled = false;
    const known = digits.value;
    digits.replaceChildren(h("option", { value: "" }, "all"), ...found.digits.map(n => h("option", { value: n }, n)));
    digits.value = known;
    count.textContent = `${found.total.toLocaleString("en")} classes`;
    const shown = n => n === null ? "" : Number(n).toLocaleString("en");
    const kind = row => row.tame === null ? "" : row.tame ? "tame" : "wild";
    const columns = [["code", row => h("a", { href: `/${misere ? "misere" : "heaps"}/${encodeURIComponent(row.code)}` }, row.code)], ["codes", row => row.codes], ["status", row => row.rule ? h("span", { title: row.labels }, `rule: ${row.rule}`) : row.status],
      ...misere ? [["heaps", row => shown(row.computed)], ["order", row => shown(row.order)], ["P", row => shown(row.p_elements)], ["", kind], ["not tame from", row => shown(row.first_not_tame)]] : [["values", row => shown(row.computed)], ["largest", row => shown(row.largest)]],
      ["preperiod", row => shown(row.preperiod)], ["period", row => shown(row.period)], ...part === "hex" ? [["saltus", row => shown(row.saltus)]] : []];
    table.replaceChildren(h("table", {}, h("thead", {}, h("tr", {}, columns.map(([name]) => h("th", {}, name)))), h("tbody", {}, found.rows.map(row => h("tr", {}, columns.map(([name, cell]) => h(name === "code" ? "td.mono" : "td", {}, cell(row))))))));
    pages.replaceChildren(...(from > 0 ? [h("button", { type: "button", onclick: () => { from = Math.max(0, from - 500); look(); } }, "Back")] : []), ...(from + found.rows.length < found.total ? [h("button", { type: "button", onclick: () => { from += 500; look(); } }, "More")] : []));
  }

  async function save() {
    const rows = [];
    for (let start = 0; ; start += 500) { const page = await fetchRows({ ...filter(), from: start }); rows.push(...page.rows); if (!page.rows.length || rows.length >= page.total) break; }
    const columns = ["code", "codes", "status", "preperiod", "period", "saltus", "computed", "largest", "order", "p_elements", "tame", "first_not_tame", "rule", "labels"];
    download("atlas.csv", [columns.join(","), ...rows.map(row => columns.map(name => row[name] ?? "").join(","))].join("\n") + "\n", "text/csv");
  }

  await look();
  return () => {};
}
