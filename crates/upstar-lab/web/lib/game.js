// A small game against the program, for lessons: a position, whose turn it is, and who has won.

import { h, say } from "/lib/dom.js";
import { ask } from "/lib/ask.js";
import { outcomeWords, value } from "/lib/show.js";
import { Table } from "/lib/table.js";

const other = who => who === "left" ? "right" : "left";
const title = who => who === "left" ? "Left" : "Right";

// The move that the program makes of what it knows of each: who sees the board can see as much.
export async function choose(place, player, table) {
  const found = await ask({ ask: "choose", ...place, player }, { seconds: 5 });
  const own = table.own();
  const told = own.find(i => table.moves[i].to === found.answer?.to);
  return told ?? own.find(i => table.moves[i].verdict === "win") ?? own.find(i => table.moves[i].verdict === "draw") ?? own[0];
}

// `done` is called with true when the human has won.
export function game({ rules, position, you, first = you, hints = false, done }) {
  let at = position, turn = first, seen = null, abort = null, over = false;
  const said = h("p.outcome", {}), worth = h("p.meaning", {}), shown = h("div", {});
  const confirm = h("div.bar", { hidden: true });
  const table = new Table({ play: make, picked: i => {
    confirm.hidden = i < 0 || !table.chosen || turn !== you;
    if (!confirm.hidden) confirm.replaceChildren(h("button.main", { type: "button", onclick: () => make(i) }, `Play ${table.moves[i].name}`), h("span.small.quiet", {}, "click again for another move here"));
  } });
  const show = h("input", { type: "checkbox", checked: hints, onchange: () => { hide(); table.draw(); } });
  const element = h("div", {}, said, table.element, confirm, h("div.bar", {}, h("button", { type: "button", onclick: () => { at = position; turn = first; lay(); } }, "Again"), h("label", {}, show, "colour my moves by what they are worth")), shown, worth);

  // Without hints all moves look alike.
  function hide() { for (const move of table.moves) { move.known ??= move.verdict; move.verdict = show.checked ? move.known : undefined; } }

  async function lay() {
    abort?.abort();
    abort = new AbortController();
    const own = abort;
    over = false;
    confirm.hidden = true;
    const found = await ask({ ask: "analyse", rules, position: at }, { seconds: 5, signal: own.signal, hear: events => {
      for (const event of events) {
        if (event.event === "board") { seen = { board: event }; table.who = turn; table.lay(event); }
        else if (event.event === "verdict") table.moves[event.move].known = event.verdict;
        else if (event.event === "outcome") seen.outcome = event;
        else if (event.event === "value") seen.value = event;
      }
    } });
    if (found.aborted || own !== abort) return;
    hide();
    table.draw();
    shown.replaceChildren(...(show.checked && seen?.value?.value ? [value(seen.value, { big: true })] : []));
    worth.textContent = show.checked && seen?.outcome ? `${outcomeWords[seen.outcome.class]}. ${seen.value?.meaning ?? ""}` : "";
    if (!table.own().length) {
      over = true;
      const won = turn !== you;
      said.textContent = won ? "The program cannot move: you have won." : "You cannot move: the program has won.";
      say(said.textContent);
      done?.(won);
      return;
    }
    said.textContent = turn === you ? `Your move (${title(you)})` : "The program moves…";
    if (turn !== you) {
      for (const move of table.moves) move.verdict = move.known;
      const chosen = await choose({ rules, position: at }, turn, table);
      if (own === abort && chosen !== undefined) setTimeout(() => { if (own === abort) go(chosen); }, 350);
    }
  }

  function make(i) { if (turn === you && !over) go(i); }
  function go(i) { const move = table.moves[i]; at = move.to; if (!move.again) turn = other(turn); lay(); }

  lay();
  return { element, stop: () => abort?.abort() };
}
