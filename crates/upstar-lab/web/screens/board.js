// The board: a position with every move coloured by what it is worth, edited, analysed, played.

import { debounce, download, field, h, pickFile, prose, put, say, segments } from "/lib/dom.js";
import { ask, choices, picture, sessions, rulesets } from "/lib/ask.js";
import { explain, failure, isLimit, outcomeWords, progress, value } from "/lib/show.js";
import { facts, plot } from "/lib/thermo.js";
import * as state from "/lib/state.js";
import { Record, parse } from "/lib/record.js";
import { Table, sign } from "/lib/table.js";

const COMPOUNDS = { "sum": "sum: one part a turn", "join": "join: every part each turn", "join-pass": "join with passes", "slow-join": "slow join: until the last part ends", "union": "union: some parts each turn", "urgent-union": "urgent union: until a part ends", "urgent-union-stuck": "urgent union: until the mover is stuck in a part", "subselective": "subselective: some parts, not all" };
const other = who => who === "left" ? "right" : "left";
const title = who => who === "left" ? "Left" : "Right";

export default function screen(main, { tools }) {
  return board(main, { tools });
}

// `own` is a ruleset that somebody writes: its page, its session, and what brings it there.
export async function board(main, { tools, own = null }) {
  const all = own ? [own.page] : await rulesets();
  const [compounds, variants] = [await choices("compound"), await choices("variant")];
  const wanted = own ? {} : state.read();
  const session = own ? own.session : sessions.main;
  const find = name => own ? own.page : all.find(page => page.name === name.split("(")[0] || page.aliases.includes(name.split("(")[0]));
  let rules = own ? own.page.name : wanted.rules ?? "domineering", page = find(rules);
  let manner = { compound: wanted.compound, play: wanted.play, variant: wanted.variant, endless: wanted.endless, whole: wanted.whole ? true : undefined };
  // Some games have a meaning in unions only.
  const inUnions = entry => /in unions/.test(entry?.kind ?? ""), usual = entry => inUnions(entry) ? "union" : undefined;
  manner.compound ??= usual(page);
  let position = wanted.position ?? page?.examples[0] ?? "";
  let entailed = wanted.entailed ? Number(wanted.entailed) : undefined;
  let turn = wanted.turn === "right" ? "right" : "left", mode = "play", opponent = wanted.program ?? "";
  let record = new Record({ position, turn, entailed }), seconds = 2, abort = null, seen = {}, over = false;

  const heading = h("h1", {}), rulesText = h("p.lead", {});
  const kinds = [...new Set(all.map(entry => entry.kind))];
  const chooser = h("select", { "aria-label": "Ruleset", onchange: () => begin(chooser.value) },
    kinds.map(kind => h("optgroup", { label: kind }, all.filter(entry => entry.kind === kind).map(entry => h("option", { value: entry.name }, entry.title)))));
  const parameters = h("input.mono", { size: 9, placeholder: "none", onchange: () => begin(chooser.value, parameters.value) });
  const examples = h("select", { "aria-label": "Examples", onchange: () => { if (examples.value) restart(examples.value); examples.value = ""; } });
  const modes = segments("Who moves, or edit", [["edit", "Edit"], ["left", "Left", "left"], ["right", "Right", "right"]], "left", key => {
    mode = key === "edit" ? "edit" : "play"; if (key !== "edit") turn = key;
    table.mode = mode; record.now.state.turn = turn; refreshTurn();
  });
  const against = h("select", { onchange: () => { opponent = against.value; strengthField.hidden = !opponent; save(); answerIfAsked(); } }, h("option", { value: "" }, "both by hand"), h("option", { value: "right" }, "program plays Right"), h("option", { value: "left" }, "program plays Left"));
  const strength = h("select", { "aria-label": "How well the program plays" }, [["master", "never misses a win"], ["amateur", "every second move is good"], ["novice", "moves at random"]].map(([key, words]) => h("option", { value: key }, words)));
  const compound = h("select", { onchange: () => vary({ compound: compound.value === "sum" ? undefined : compound.value }) }, compounds.map(key => h("option", { value: key }, COMPOUNDS[key] ?? key)));
  const play = segments("Who wins", [["normal", "last move wins"], ["misere", "last move loses"]], "normal", key => vary({ play: key === "misere" ? "misere" : undefined }));
  const variant = h("select", { onchange: () => vary({ variant: variant.value || undefined }) }, h("option", { value: "" }, "as it is"), variants.map(key => h("option", { value: key }, key)));
  const whole = h("input", { type: "checkbox", onchange: () => vary({ whole: whole.checked || undefined }) });
  const endless = h("select", { onchange: () => vary({ endless: endless.value || undefined }) }, h("option", { value: "" }, "nobody"), h("option", { value: "left" }, "Left"), h("option", { value: "right" }, "Right"));
  const text = h("input.mono", { spellcheck: "false", autocomplete: "off", "aria-label": "Position, as it is typed", onchange: () => restart(text.value) });
  const status = h("p.small.quiet", {}), confirm = h("div.bar", { hidden: true });
  const table = new Table({ play: make, picked: point, edit: paint, missed: () => { status.textContent = table.own().length ? `No move of ${title(turn)} is shown here. Moves that lead to the same position are shown once.` : ""; } });
  main.table = table;
  const working = progress();
  const outcome = h("p.outcome", {}), worth = h("div", {}), meaning = h("p.meaning", {}), notes = h("div", {}), list = h("div.scroll", {}), thermograph = h("div", {}), trouble = h("div", {});
  const head = h("div.verdict-head", {}, outcome, worth, meaning);
  const tree = h("div.tree", { role: "group", "aria-label": "Moves so far" }), note = h("textarea", { rows: 2, placeholder: "A note on this position", "aria-label": "A note on this position", oninput: () => { record.now.note = note.value; } });

  const strengthField = field("It", strength);
  const button = (label, action, hint) => h("button", { type: "button", onclick: action, title: hint }, label);
  if (!own) tools.append(
    button("Open", open, "Open a game record"), button("Save", saveRecord, "Save the game record"),
    menu("Export", [["SVG", () => draw("svg")], ["PNG", () => draw("png")], ["PDF", () => draw("pdf")], ["TikZ", () => draw("tikz")]]),
    button("Share", share, "Copy a link to this position"));
  main.append(...(own ? [] : [heading, rulesText]),
    h("div.bar", {}, ...(own ? [] : [field("Ruleset", chooser), field("Parameters", parameters)]), field("Example", examples), field("Opponent", against), strengthField),
    h("details", {}, h("summary", {}, "How it is played"), h("div.bar", {}, field("Several parts", compound), field("Ending", play), field("Variant", variant), field("Endless play is won by", endless), h("label", {}, whole, "each position is one part"))),
    h("div.split.at-board", {},
      h("div", {},
        h("div.bar", {}, modes, button("Undo", undo, "Z"), button("+ board", addBoard, "Add another board to the sum"), button("Program moves", () => engine(true), "Let the program make this move")),
        table.element, confirm, status,
        h("div.bar", {}, field("Position", text, ".grow")), trouble,
        h("div.played", {}, h("h2", {}, "Play"), tree, h("div.field", {}, note))),
      h("div", {}, head, notes, working.element, list, thermograph)));

  function menu(label, entries) {
    const select = h("select", { "aria-label": label, onchange: () => { const entry = entries.find(([name]) => name === select.value); select.value = ""; entry?.[1](); } }, h("option", { value: "" }, label), entries.map(([name]) => h("option", { value: name }, name)));
    return select;
  }

  const place = (at = { position, entailed }) => ({ rules, position: at.position, ...Object.fromEntries(Object.entries(manner).filter(([, v]) => v !== undefined)), ...(at.entailed ? { entailed: at.entailed } : {}) });

  function save(push = false) {
    if (own) return;
    state.write({ rules, position, ...manner, entailed, turn: turn === "right" ? "right" : undefined, program: opponent }, { push });
  }

  function begin(name, given = "") {
    rules = given.trim() ? `${name}(${given.trim()})` : name;
    const before = page;
    page = find(rules); entailed = undefined;
    manner = { ...manner, endless: undefined, compound: usual(page) ?? (inUnions(page) === inUnions(before) ? manner.compound : undefined) };
    restart(page?.examples[0] ?? "");
  }

  function restart(to) { position = to; entailed = undefined; record = new Record({ position, turn, entailed }); save(true); refresh(); }

  function vary(change) { manner = { ...manner, ...change }; save(); refresh(); }

  // Shows what does not need the laboratory, and asks for the rest.
  function refresh() {
    page = find(rules);
    heading.textContent = page?.title ?? rules;
    put(rulesText, prose(page?.rules ?? ""));
    chooser.value = page?.name ?? "";
    parameters.value = rules.match(/\((.*)\)\s*$/)?.[1] ?? "";
    examples.replaceChildren(h("option", { value: "" }, "choose…"), ...(page?.examples ?? []).map(example => h("option", { value: example }, example)));
    compound.value = manner.compound ?? "sum"; play.press(manner.play ?? "normal"); variant.value = manner.variant ?? ""; endless.value = manner.endless ?? ""; whole.checked = Boolean(manner.whole); against.value = opponent; strengthField.hidden = !opponent;
    endless.disabled = !/loopy|cyclic|endless/i.test(page?.kind ?? "") ;
    analyse(2);
  }

  function refreshTurn() {
    table.who = turn;
    modes.press(mode === "edit" ? "edit" : turn);
    table.choose(-1, false);
    table.draw();
    if (seen.board) { showVerdict(); listMoves(); }
    save();
  }

  async function analyse(time) {
    abort?.abort();
    seconds = time;
    abort = working.begin();
    const mine = abort;
    text.value = position; seen = {}; over = false;
    note.value = record.now.note;
    drawTree();
    head.hidden = false; outcome.textContent = "…"; worth.replaceChildren(); meaning.textContent = ""; notes.replaceChildren(); trouble.replaceChildren(); confirm.hidden = true;
    status.textContent = "";
    let laid = false, drawn = 0;
    await own?.addRules();
    const found = await ask({ ask: "analyse", ...place() }, { session, seconds: time, signal: mine.signal, hear: events => {
      if (mine.signal.aborted) return;
      for (const event of events) {
        if (event.event === "board") { seen.board = event; laid = true; table.who = turn; table.mode = mode; table.lay(event); modes.press(mode === "edit" ? "edit" : turn); list.replaceChildren(); thermograph.replaceChildren(); }
        else if (event.event === "outcome") { seen.outcome = event; }
        else if (event.event === "verdict") { table.moves[event.move].verdict = event.verdict; drawn++; }
        else if (event.event === "leaves") { Object.assign(table.moves[event.move], { leaves: event, why: event.why }); }
        else if (event.event === "value") { seen.value = event; }
      }
      working.hear(events);
      if (laid) { table.draw(); showVerdict(); listMoves(); }
    } });
    if (found.aborted || mine !== abort) { if (mine === abort) { working.note("stopped; what is known stays"); working.end(); } return; }
    working.end();
    if (found.error && isLimit(found.error)) {
      working.limit(found.fresh ? "the tables were full and have been cleared" : found.error.message, () => analyse(seconds * 10));
    } else if (found.error) {
      trouble.replaceChildren(failure(found.error));
      if (!laid) { head.hidden = true; table.lay({ moves: [], picture: null }); list.replaceChildren(); thermograph.replaceChildren(); }
    } else {
      const count = table.moves.length;
      status.textContent = `${count} ${count === 1 ? "move" : "moves"} analysed in ${Math.max(1, Math.round((found.seconds ?? 0) * 1000))} ms. ${table.crowded ? "The darker a place, the more winning moves touch it." : "Winning moves are filled, losing ones dashed where there is session."} Click, or choose with the arrow keys (Space tells moves at one place apart) and play with Enter.`;
      say(found.answer.summary);
    }
    if (laid) { showVerdict(); listMoves(); }
    answerIfAsked();
  }

  function showVerdict() {
    const own = table.own();
    over = seen.board && own.length === 0;
    if (seen.outcome) outcome.textContent = over ? `${seen.board.impartial ? "Nobody can" : `${title(turn)} cannot`} move: ${ending()}` : outcomeWords[seen.outcome.class] ?? seen.outcome.class;
    if (seen.value && !seen.value.shown) {
      seen.value.shown = true;
      worth.replaceChildren(...(seen.value.value !== undefined ? [value(seen.value, { big: true })] : []));
      meaning.textContent = seen.value.meaning ?? (seen.value.kind ? seen.value.kind.replace(/([a-z])([A-Z])/g, "$1 $2") : "");
      notes.replaceChildren(...seen.value.notes.map(line => h("p.note", {}, prose(line))));
      if (seen.value.thermograph) {
        thermograph.replaceChildren(h("h2", {}, "Thermograph"), facts(seen.value.thermograph), plot([{ walls: seen.value.thermograph }], { label: `Thermograph: mean ${seen.value.thermograph.mean}, temperature ${seen.value.thermograph.temperature}` }));
      }
    }
    if (seen.board && !seen.board.complete && !notes.querySelector(".more")) notes.append(h("p.note.more", {}, "There are more moves than these."));
  }

  const ending = () => {
    const loser = manner.play === "misere" ? other(turn) : turn;
    if (seen.board.impartial) return manner.play === "misere" ? "whoever is to move has won" : "whoever is to move has lost";
    return `${title(other(loser))} has won`;
  };

  function listMoves() {
    if (!seen.board) return;
    const rank = { win: 0, draw: 1, undefined: 2, loss: 3 };
    const own = table.own().sort((a, b) => rank[table.moves[a].verdict] - rank[table.moves[b].verdict] || a - b);
    const most = list.dataset.all ? Infinity : 40;
    const rows = own.slice(0, most).map(i => {
      const move = table.moves[i];
      const row = h(`tr${i === table.pick ? ".pick" : ""}`, { "data-move": i, onclick: () => make(i), onmouseenter: () => table.choose(i, false) },
        h("td", {}, h(`button.name.${seen.board.impartial ? "either" : turn}-ink`, { type: "button", onfocus: () => table.choose(i, false) }, seen.board.impartial ? "" : `${title(turn)} `, move.name)),
        h(`td.${move.verdict ?? "open"}`, {}, move.verdict ? sign[move.verdict] : "…"),
        h("td.why", {}, move.leaves?.value !== undefined && move.leaves?.value !== null ? ["leaves ", value(move.leaves)] : move.why ?? ""));
      if (move.why) explain(row.cells[1], () => [h("div", {}, move.why)]);
      return row;
    });
    list.replaceChildren(own.length ? h("table.moves", {}, h("tbody", {}, rows)) : h("p.quiet", {}, "No moves."));
    if (own.length > most) list.append(h("button.plain", { type: "button", onclick: () => { list.dataset.all = "1"; listMoves(); } }, `all ${own.length} moves`));
  }

  // A move is pointed at: its row lights up, and where a click would be ambiguous it can be played by a button.
  function point(i) {
    for (const row of list.querySelectorAll("tr")) row.classList.toggle("pick", Number(row.dataset.move) === i);
    confirm.hidden = i < 0 || !table.chosen;
    if (!confirm.hidden) confirm.replaceChildren(h("button.main", { type: "button", onclick: () => make(i) }, `Play ${table.moves[i].name}`), h("span.small.quiet", {}, "click again for another move here, double click or Enter to play"));
  }

  function make(i) {
    const move = table.moves[i];
    if (!move) return;
    const who = turn;
    if (!move.again) turn = other(turn);
    position = move.to; entailed = move.entails;
    record.play({ player: who, name: move.name, decides: move.decides || undefined }, { position, turn, entailed });
    say(`${title(who)} plays ${move.name}`);
    if (move.decides) { working.note(`That decides the game: ${title(who)} ${move.verdict === "win" ? "wins" : "loses"}.`); }
    save(true);
    analyse(2);
  }

  function goTo(node) {
    record.now = node;
    ({ position, entailed } = node.state); turn = node.state.turn ?? turn;
    save(); analyse(2);
  }

  function undo() { if (record.back()) goTo(record.now); else say("There is nothing to take back."); }

  async function engine(asked) {
    if (!seen.board || over || !(asked || opponent === turn)) return;
    const own = table.own();
    const found = await ask({ ask: "choose", ...place(), player: turn, level: strength.value, seed: Math.floor(Math.random() * 2 ** 31) }, { session, seconds: 5 });
    const chosen = own.find(i => table.moves[i].to === found.answer?.to);
    if (chosen !== undefined) make(chosen);
  }

  function answerIfAsked() { if (opponent && opponent === turn && !over && seen.board) engine(false); }

  function addBoard() { restart(`${position} + ${page?.examples[0] ?? position}`); }

  // Squares of boards take their next symbol; what else there is to edit is typed.
  function paint(at, brush) {
    const squares = cells();
    if (!squares) { status.textContent = "This position is edited as text, below."; return; }
    const hit = squares.find(square => at[0] >= square.box[0] && at[0] < square.box[2] && at[1] >= square.box[1] && at[1] < square.box[3]);
    if (!hit || brush.last === `${hit.term}/${hit.row}/${hit.column}`) return;
    brush.last = `${hit.term}/${hit.row}/${hit.column}`;
    const terms = seen.board.terms.map(term => term.split("|").map(row => [...row]));
    const line = terms[hit.term][hit.row], alphabet = editor();
    brush.symbol ??= alphabet[(alphabet.indexOf(line[hit.column]) + 1) % alphabet.length];
    line[hit.column] = brush.symbol;
    const texts = terms.map(term => term.map(row => row.join("")).join("|"));
    seen.board.terms = texts;
    position = texts.length > 1 ? texts.map(term => `(${term})`).join(" + ") : texts[0];
    text.value = position;
    later();
  }
  const later = debounce(60, () => { record = new Record({ position, turn }); save(); analyse(2); });

  const editor = () => page?.editor?.cells ?? [];

  // The squares of the boards on the table, if that is what is on it.
  function cells() {
    const shapes = seen.board?.picture?.shapes ?? [];
    if (!editor().length) return null;
    const squares = shapes.filter(shape => shape.shape === "rectangle" && shape.width === shape.height);
    const counts = seen.board.terms.map(term => term.split("|").map(row => [...row].length));
    const total = counts.flat().reduce((a, b) => a + b, 0);
    const unique = [...new Map(squares.map(shape => [`${shape.x},${shape.y}`, shape])).values()];
    if (unique.length !== total) return null;
    const found = [];
    let rest = unique.toSorted((a, b) => a.x - b.x);
    counts.forEach((rows, term) => {
      const size = rows.reduce((a, b) => a + b, 0), own = rest.slice(0, size).toSorted((a, b) => a.y - b.y || a.x - b.x);
      rest = rest.slice(size);
      let next = 0;
      rows.forEach((columns, row) => { for (let column = 0; column < columns; column++) { const shape = own[next++]; found.push({ term, row, column, box: [shape.x, shape.y, shape.x + shape.width, shape.y + shape.height] }); } });
    });
    return found;
  }

  function drawTree() {
    const parts = [];
    const walk = (node, number) => {
      node.children.forEach((child, i) => {
        if (i > 0) parts.push(h("span.branch", {}, " ("));
        const who = child.move?.player ?? "left";
        parts.push(h(`button.${who}-ink`, { type: "button", "aria-current": child === record.now ? "true" : null, onclick: () => goTo(child), title: child.note || null }, `${number}. ${child.move?.name ?? child.state.position}${child.note ? " ✎" : ""}`));
        walk(child, number + 1);
        if (i > 0) parts.push(h("span.branch", {}, ") "));
      });
    };
    parts.push(h("button", { type: "button", "aria-current": record.now === record.root ? "true" : null, onclick: () => goTo(record.root) }, "start"));
    walk(record.root, 1);
    tree.replaceChildren(...parts);
  }

  function saveRecord() { download(`${page?.name ?? "game"}.txt`, record.text({ rules, ...manner }), "text/plain"); }

  // Where a move of a record leads: what is on the table says so before anybody knows what it is worth.
  async function step(from, { player, name }) {
    const enough = new AbortController();
    let seen = null;
    const found = await ask({ ask: "analyse", ...place(from) }, { session: sessions.side, seconds: 10, signal: enough.signal, hear: events => { seen ??= events.find(event => event.event === "board"); if (seen) enough.abort(); } });
    if (!seen) throw new Error(found.error?.message ?? "the laboratory does not answer");
    const move = seen.moves.find(move => (seen.impartial || move.player === player) && (move.name === name || move.to === name));
    if (!move) throw new Error(`${title(player)} has no move \`${name}\` in ${from.position}`);
    return { position: move.to, entailed: move.entails, turn: move.again ? player : other(player) };
  }

  async function open() {
    const file = await pickFile(".txt,text/plain");
    if (!file) return;
    const before = { rules, manner };
    try {
      const read = parse(file.text), { compound, play, variant, endless, whole } = read.fields;
      rules = read.fields.rules; manner = { compound, play, variant, endless, whole: whole || undefined };
      record = await Record.replay(read, step);
      ({ position, entailed, turn } = record.now.state);
      save(true); refresh();
    } catch (error) {
      ({ rules, manner } = before);
      trouble.replaceChildren(failure({ message: `${file.name}: ${error.message}` }));
    }
  }

  async function draw(format) {
    try { download(`${page?.name ?? "position"}.${format === "tikz" ? "tex" : format}`, await picture(format, { ask: "picture", ...place() })); }
    catch (error) { trouble.replaceChildren(failure({ message: error.message })); }
  }

  async function share() {
    save();
    try { await navigator.clipboard.writeText(location.href); say("Link copied"); status.textContent = "The link to this position is copied."; }
    catch { status.textContent = location.href; }
  }

  const keys = event => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const key = event.key.toLowerCase();
    if (key === "z" || key === "backspace") { event.preventDefault(); undo(); }
    else if (key === "e") modes.querySelector("[data-key=edit]").click();
    else if (key === "l") modes.querySelector("[data-key=left]").click();
    else if (key === "r") modes.querySelector("[data-key=right]").click();
    else if (tree.contains(event.target) && event.key === "ArrowLeft") { event.preventDefault(); undo(); }
    else if (tree.contains(event.target) && event.key === "ArrowRight") { event.preventDefault(); if (record.forward()) goTo(record.now); }
  };
  addEventListener("keydown", keys);
  save();
  refresh();
  return () => { abort?.abort(); removeEventListener("keydown", keys); };
}

