// The notebook: games typed one after another, each with its value and what there is to know of it.

import { debounce, download, h, pickFile, say } from "/lib/dom.js";
import { ask, fromBytes, get, sessions, toBytes } from "/lib/ask.js";
import { failure, isLimit, progress } from "/lib/show.js";
import { answer } from "/lib/pods.js";
import * as state from "/lib/state.js";

const EXAMPLES = ["{3||2|1} + ^*", "g := +-1 + +-1/2", "g.Temperature", "domineering(\"..|..|..\").Value", "^ > 0"];
// A preview must change nothing: statements that assign or call by name for effect are not previewed.
const CHANGES = /:=|\bload\b|\bimport\b|\bdef\b|\bclear\b|\.(Add|Append|Insert|Remove|Put|Sort|Clear|Push|Pop)\w*\s*\(|;/i;

// The cells that were run in this tab.
const MINE = "cells";

// Files that a statement loads: the game of the screen "Your game", and the library.
const LOADS = /\b(?:load|import)\s+"([^"]+\.up)"/g;
async function bring(source) {
  const names = [...source.matchAll(LOADS)].map(match => match[1]);
  if (!names.length) return;
  const games = await get("/api/games").catch(() => []);
  for (const name of names) {
    const text = name === "mine.up" ? sessionStorage.getItem("own") : games.find(game => game.name === name)?.text;
    if (text) await ask({ ask: "add-rules", name, text }, { session: sessions.notebook, seconds: 10 });
  }
}

export default async function notebook(main, { tools, fromOutside }) {
  const cells = h("div.cells", {}), intro = h("div", {});
  let title = "notebook", numbers = 0;
  const button = (label, action, hint) => h("button", { type: "button", onclick: action, title: hint }, label);
  tools.append(button("Open", open, "Open a notebook file"), button("Save", save, "Save as a notebook file"), button("HTML", exportHtml, "Save as a page that needs nothing else"), button("Share", share, "Copy a link to these inputs"));
  const lost = h("div.note", { hidden: true }, "What was defined before is gone: the notebook was idle for long, or its tables were full. ", h("button.tiny", { type: "button", onclick: () => { lost.hidden = true; load(inputs()); } }, "Run all cells again"));
  main.append(h("h1", {}, "Notebook"), intro, lost, cells);
  intro.append(h("p.lead", {}, "Type a game and press Enter: its value, who wins, how hot it is. ", h("a", { href: "/tour" }, "New to this? Take the five-minute tour."), " ", h("a", { href: "/guide/guide/calculator" }, "How to type games"), "."),
    h("div.bar.tiny", {}, h("span.quiet.small", {}, "Try"), EXAMPLES.map(text => h("button.mono", { type: "button", onclick: () => { const last = all().at(-1); last.input.value = text; grow(last); last.run(); } }, text))));

  const all = () => [...cells.children].map(element => element.cell);
  const grow = cell => { cell.input.style.height = "auto"; cell.input.style.height = `${cell.input.scrollHeight + 2}px`; };

  function add(text = "", { after = null, focus = true } = {}) {
    const input = h("textarea", { rows: 1, spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-label": "Expression", placeholder: cells.children.length ? null : "a game, for example {3||2|1} + ^", value: text });
    const out = h("div.out", {}), number = h("span.number", {}, ">"), choices = h("ul.choices", { hidden: true, role: "listbox", "aria-label": "Completions" });
    const working = progress();
    const element = h("div.cell", {}, number, h("div.input-wrap", {}, input, choices), h("div", {}, out, working.element));
    const cell = { element, input, out, number, found: null, ran: null };
    element.cell = cell;
    let abort = null, peek = null;

    cell.run = async (seconds = 30) => {
      peek?.abort(); hide();
      const source = input.value.trim();
      if (!source) return;
      abort?.abort();
      abort = working.begin();
      const own = abort;
      out.classList.remove("preview");
      number.textContent = `${cell.index ??= ++numbers}>`;
      if (all().at(-1) === cell) add("", { focus: true });
      await bring(source);
      const found = await ask({ ask: "study", input: source }, { session: sessions.notebook, seconds, signal: own.signal, hear: working.hear });
      if (found.aborted) { working.end(); out.replaceChildren(h("p.quiet", {}, "stopped")); return; }
      working.end();
      cell.ran = source; cell.found = found;
      // A session in which nobody asked for long is closed, and with it what was defined there.
      if (found.opened && all().some(other => other !== cell && other.ran)) lost.hidden = false;
      if (found.error) {
        out.replaceChildren(failure(found.error, (span, name) => { input.value = source.slice(0, span[0]) + name.replace(/^\./, source[span[0]] === "." ? "." : "") + source.slice(span[1]); cell.run(); }));
        if (isLimit(found.error)) working.limit(found.fresh ? "the notebook's tables were full and have been cleared: run its cells again" : "a limit came first", () => cell.run(seconds * 10));
        say(found.error.message);
      } else {
        out.replaceChildren(...answer(found.answer));
        say(found.answer.aloud ?? found.answer.value ?? "done");
      }
      persist();
    };

    const preview = debounce(120, async () => {
      const source = input.value.trim();
      peek?.abort();
      if (!source || CHANGES.test(source) || source === cell.ran) return;
      peek = new AbortController();
      const found = await ask({ ask: "study", input: source }, { session: sessions.notebook, seconds: 0.15, signal: peek.signal });
      if (found.aborted || !found.answer || input.value.trim() !== source || cell.ran === source) return;
      out.classList.add("preview");
      out.replaceChildren(...answer(found.answer).slice(0, 2));
    });

    // Completion of the word before the cursor.
    let names = [], chosen = -1, start = 0;
    const hide = () => { choices.hidden = true; names = []; input.removeAttribute("aria-activedescendant"); };
    const point = i => { chosen = i; [...choices.children].forEach((li, k) => { li.setAttribute("aria-selected", String(k === i)); if (k === i) li.scrollIntoView({ block: "nearest" }); }); };
    const take = i => { const at = input.selectionStart; input.setRangeText(names[i], start, at, "end"); hide(); input.focus(); preview(); };
    const complete = async () => {
      const at = input.selectionStart;
      const found = await ask({ ask: "complete", input: input.value, at: toBytes(input.value, at) }, { session: sessions.notebook, seconds: 1 });
      if (!found.answer || at !== input.selectionStart) return;
      start = fromBytes(input.value, found.answer.start);
      names = found.answer.names.slice(0, 60);
      if (names.length === 1) { take(0); return; }
      if (!names.length) { hide(); return; }
      choices.replaceChildren(...names.map((name, i) => h("li", { role: "option", "aria-selected": "false", onmousedown: event => { event.preventDefault(); take(i); } }, name, h("span.help", {}, found.answer.help?.[i] ?? ""))));
      choices.hidden = false;
      point(0);
    };

    input.addEventListener("input", () => { grow(cell); hide(); preview(); });
    input.addEventListener("blur", () => setTimeout(hide, 150));
    input.addEventListener("keydown", event => {
      if (!choices.hidden) {
        if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); point((chosen + (event.key === "ArrowDown" ? 1 : -1) + names.length) % names.length); return; }
        if (event.key === "Enter" || event.key === "Tab") { event.preventDefault(); take(chosen); return; }
        if (event.key === "Escape") { hide(); return; }
      }
      if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); cell.run(); }
      else if (event.key === "Tab" && !event.shiftKey && /[\w.]$/.test(input.value.slice(0, input.selectionStart))) { event.preventDefault(); complete(); }
      else if (event.key === "ArrowUp" && !input.value.slice(0, input.selectionStart).includes("\n")) neighbour(-1, event);
      else if (event.key === "ArrowDown" && !input.value.slice(input.selectionStart).includes("\n")) neighbour(1, event);
      else if (event.key === "Backspace" && !input.value && all().length > 1 && all().at(-1) !== cell) { event.preventDefault(); neighbour(-1, event); element.remove(); persist(); }
    });
    const neighbour = (step, event) => { const list = all(), next = list[list.indexOf(cell) + step]; if (next) { event.preventDefault(); next.input.focus(); } };

    if (after) after.element.after(element); else cells.append(element);
    grow(cell);
    if (focus) input.focus();
    return cell;
  }

  const inputs = () => all().map(cell => cell.input.value.trim()).filter(Boolean);
  const persist = () => {
    const texts = inputs(), joined = JSON.stringify(texts);
    if (joined.length >= 4000) return;
    state.write({ cells: texts.length ? joined : "" });
    sessionStorage.setItem(MINE, joined);
  };

  async function load(texts) {
    cells.replaceChildren();
    lost.hidden = true;
    numbers = 0;
    for (const text of texts) { const cell = add(text, { focus: false }); await cell.run(); all().at(-1).element.remove(); }
    add("", { focus: false });
    all().at(-1)?.input.focus({ preventScroll: true });
  }

  function save() {
    const data = { upstar: "notebook", version: 1, cells: all().filter(cell => cell.input.value.trim()).map(cell => ({ input: cell.input.value.trim(), value: cell.found?.answer?.value, kind: cell.found?.answer?.kind, error: cell.found?.error?.message })) };
    download(`${title}.upstar`, JSON.stringify(data, null, 1), "application/json");
  }

  // Replaces the cells by those of a notebook file.
  async function read(name, text) {
    try {
      const data = JSON.parse(text);
      if (data.upstar !== "notebook" || !Array.isArray(data.cells)) throw new Error("this is not an Upstar notebook");
      title = name.replace(/\.upstar$/, "");
      await load(data.cells.map(cell => String(cell.input)));
    } catch (error) { cells.before(failure({ message: `${name}: ${error.message}` })); }
  }

  async function open() {
    const file = await pickFile(".upstar,application/json");
    if (file) await read(file.name, file.text);
  }
  // Files that are dropped on the page.
  main.addEventListener("dragover", event => event.preventDefault());
  main.addEventListener("drop", async event => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file) await read(file.name, await file.text());
  });

  // Shows the cells of a link without running them: any page can open a link.
  function offer(texts) {
    const note = h("div.note", {}, "These cells come from a link and have not run yet. ", h("button.tiny", { type: "button", onclick: () => { note.remove(); load(texts); } }, "Run them"));
    cells.before(note);
    for (const text of texts) add(text, { focus: false });
    add("", { focus: false });
  }

  // A page that needs nothing else: the inputs, the values as text, and the formulas as MathML.
  function exportHtml() {
    const escape = text => String(text).replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" })[c]);
    const rows = all().filter(cell => cell.input.value.trim()).map(cell => {
      const math = cell.out.querySelector("math")?.outerHTML ?? `<code>${escape(cell.found?.answer?.value ?? cell.found?.error?.message ?? "")}</code>`;
      return `<tr><td><code>${escape(cell.input.value.trim())}</code></td><td>${math}</td><td>${escape(cell.found?.answer?.meaning ?? "")}</td></tr>`;
    });
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title)}</title><style>body{font:16px/1.5 serif;max-width:60rem;margin:2rem auto;padding:0 1rem}td{padding:.4rem 1rem .4rem 0;border-bottom:1px solid #ccc;vertical-align:baseline}</style><h1>${escape(title)}</h1><table>${rows.join("")}</table></html>`;
    download(`${title}.html`, page, "text/html");
  }

  async function share() {
    persist();
    try { await navigator.clipboard.writeText(location.href); say("Link copied"); } catch { say(location.href); }
  }

  let wanted = [];
  try { wanted = JSON.parse(state.read().cells ?? "[]"); } catch { wanted = []; }
  const texts = Array.isArray(wanted) ? wanted.map(String) : [];
  const isMine = () => sessionStorage.getItem(MINE) === JSON.stringify(texts);
  if (!texts.length) add("");
  else if (fromOutside && !isMine()) offer(texts);
  else await load(texts);
  return () => {};
}
