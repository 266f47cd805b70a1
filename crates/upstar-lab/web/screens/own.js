// Your game: rules as one writes them, with their mistakes while one types, what is found out about
// them, and their board.

import { debounce, download, field, h, pickFile, prose, put, say } from "/lib/dom.js";
import { ask, get, sessions } from "/lib/ask.js";
import { failure, progress } from "/lib/show.js";
import * as state from "/lib/state.js";
import { board } from "/screens/board.js";

const START = `game Clobber
"A stone moves onto a neighbouring stone of the opponent, which is removed. Who cannot move loses."
grid . x o
left orthogonal xo -> .x
right as left with x<->o
try "xox|oxo" "xoxo"
`;
const NAME = "mine.up", session = sessions.main.replace("main", "own");

export default async function own(main, { tools }) {
  const wanted = state.read();
  let text = wanted.text ?? sessionStorage.getItem("own") ?? START, leave = null, shown = null;
  const games = await get("/api/games").catch(() => []);
  const library = h("select", { "aria-label": "Library", onchange: () => { const game = games.find(entry => entry.name === library.value); if (game) { editor.value = game.text; changed(); } library.value = ""; } }, h("option", { value: "" }, "begin with…"), games.map(game => h("option", { value: game.name }, game.name.replace(/\.up$/, "").replace(/-/g, " "))));
  const editor = h("textarea.mono", { rows: 14, spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-label": "The rules", value: text, oninput: () => soon() });
  editor.style.width = "100%";
  const faults = h("div", { "aria-live": "polite" }), findings = h("div", {}), checked = h("div", {}), table = h("div", {}), heading = h("h1", {}, "Your game");
  const working = progress();
  tools.append(h("button", { type: "button", onclick: open }, "Open"), h("button", { type: "button", onclick: () => download("game.up", editor.value, "text/plain") }, "Save"), h("button", { type: "button", onclick: share }, "Share"));
  main.append(heading, h("p.lead", {}, "Write down the board and its moves; the rest is found out. ", h("a", { href: "/guide/guide/own-game" }, "Your own game in five minutes"), "."),
    h("div.split", {},
      h("div", {}, h("div.bar", {}, field("Library", library), h("button", { type: "button", onclick: check, title: "Hold what was found out against plain play" }, "Check")), editor, faults),
      h("div", {}, h("h2", {}, "What is found out"), findings, working.element, checked)),
    h("h2", {}, "The board"), table);

  const addRules = () => ask({ ask: "add-rules", rules: NAME, text }, { session, seconds: 10 });
  const soon = debounce(250, changed);

  async function changed() {
    text = editor.value;
    sessionStorage.setItem("own", text);
    if (text.length < 3000) state.write({ text: text === START ? "" : text });
    const mine = text, found = await addRules();
    if (mine !== editor.value) return;
    checked.replaceChildren();
    if (found.error) {
      faults.replaceChildren(failure({ ...found.error, input: found.error.input || text }), ...(found.error.notes ?? []).map(note => h("p.note", {}, prose(note))));
      say(found.error.message);
      return;
    }
    faults.replaceChildren();
    const page = found.answer;
    heading.textContent = page.title;
    put(findings, h("p.prose", {}, prose(page.rules)), h("dl.facts-list", {}, (page.found ?? []).map(([what, words]) => [h("dt.quiet", {}, what), h("dd", {}, prose(words))])), page.notation ? h("p.note", {}, prose(page.notation)) : null);
    if (shown === text) return;
    shown = text;
    leave?.();
    table.replaceChildren();
    leave = await board(table, { tools: h("div", {}), own: { page: { ...page, name: NAME, aliases: [] }, session, addRules } });
    main.table = table.table;
  }

  async function check() {
    const abort = working.begin();
    await addRules();
    const found = await ask({ ask: "check-rules", rules: NAME }, { session, seconds: 30, signal: abort.signal, hear: working.hear });
    working.end();
    if (found.aborted) return;
    checked.replaceChildren(found.error ? failure(found.error) : h("pre.card", { tabindex: "0" }, found.text.trim()));
    say(found.text ?? found.error?.message ?? "");
  }

  async function open() { const file = await pickFile(".up,text/plain"); if (file) { editor.value = file.text; changed(); } }
  async function share() { try { await navigator.clipboard.writeText(location.href); say("Link copied"); } catch { say(location.href); } }

  await changed();
  return () => leave?.();
}
