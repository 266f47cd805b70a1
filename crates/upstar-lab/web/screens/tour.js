// Five minutes that teach the field by playing: Nim, Hackenbush, numbers, switches, up.

import { h, put } from "/lib/dom.js";
import { game } from "/lib/game.js";
import { link, read, write } from "/lib/state.js";

const LESSONS = [
  { title: "Nim", rules: "nim", position: "1+2+4", you: "left",
    text: ["Three heaps. A move takes any number of tokens from one heap; who takes the last token wins. You start.", "Click a token: it goes, with those beyond it. Where several moves touch the same token, click again for the other one and press Play."],
    after: "The secret: write the sizes in binary and add without carrying. If the nim-sum is 0, the player to move loses. 1, 2 and 4 have nim-sum 7; leave 0 and you win: take 1 of the 4, which leaves 1, 2 and 3." },
  { title: "Hackenbush", rules: "hackenbush", position: "lr;rl;l", you: "left",
    text: ["A picture on the ground. Left (blue) cuts a blue edge, Right (red) a red one; what no longer hangs on the ground falls. Who cannot cut loses. You are Left and start."],
    after: "Cut a blue edge with red upon it and you take moves away from Right; cut one with blue upon it and you take them from yourself." },
  { title: "Numbers", rules: "hackenbush", position: "lr", you: "left", hints: true,
    text: ["How far ahead is Left in this stalk: one blue edge with a red one upon it? Left can cut everything; Right can only cut the top. It is worth half a move: two such stalks are exactly as good as one blue edge.", "The colours show what each move is worth now. Play it as Left."],
    after: "In a number nobody wants to move: every move costs something. A number says by how many moves Left is ahead, and fractions are as real as whole moves." },
  { title: "Switches", rules: "domineering", position: "..|..", you: "left", hints: true,
    text: ["Domineering: Left places dominoes upright, Right across. On two by two squares whoever moves first has another move left over, and the other has none: the game is ±1, a switch."],
    after: "Switches are hot: everybody wants to move there. How hot is the temperature; what they are worth on average is the mean, 0 here." },
  { title: "Up", rules: "toads", position: "t.ff + t.ff", you: "left", hints: true,
    text: ["Some games are worth less than every number and are still not nothing. Up, ↑ = {0 | *}, is positive: Left wins, whoever starts. But it is smaller than 1/2, than 1/1000, than every positive number."],
    after: "Look at the value under the board. Values like ↑, ∗ and ⧾ decide games that are otherwise level, by a hair." },
];

export default async function tour(main) {
  let at = Math.min(LESSONS.length - 1, Math.max(0, Number(read().lesson ?? 1) - 1)), running = null;
  const stage = h("div.lesson", {});
  main.append(h("h1", {}, "The five-minute tour"), stage);

  function show() {
    running?.stop();
    const lesson = LESSONS[at];
    write({ lesson: at + 1 });
    const after = h("div.note", { hidden: true }, lesson.after);
    running = game({ rules: lesson.rules, position: lesson.position, you: lesson.you, hints: lesson.hints, done: () => { after.hidden = false; } });
    put(stage,
      h("div.bar", { role: "group", "aria-label": "Lessons" }, LESSONS.map((entry, i) => h("button", { type: "button", "aria-pressed": String(i === at), onclick: () => { at = i; show(); } }, `${i + 1}. ${entry.title}`))),
      h("h2", {}, lesson.title), lesson.text.map(text => h("p.prose", {}, text)), running.element, after,
      h("div.bar", {}, h("button.plain", { type: "button", onclick: () => { after.hidden = false; } }, "What is behind it?"),
        at + 1 < LESSONS.length ? h("button.main", { type: "button", onclick: () => { at++; show(); } }, `Next: ${LESSONS[at + 1].title}`) : h("a", { href: link("/", { cells: JSON.stringify(["^ > 0", "^ < 1/1000", "{3||2|1} + ^*"]) }) }, "To the notebook"),
        h("a", { href: link("/board", { rules: lesson.rules, position: lesson.position }) }, "Look at it on the board")));
  }
  show();
  return () => running?.stop();
}
