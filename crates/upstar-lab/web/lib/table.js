// A table with a position on it: the picture, the moves on it, and how they are chosen by mouse,
// touch and keyboard. Which moves win comes from the laboratory; nothing is worked out here.

import { h, s, say } from "/lib/dom.js";
import { fit, footprint, heat, mark, paint, pixels, touchesPoint } from "/lib/picture.js";

export const sign = { win: "✓ wins", loss: "– loses", draw: "= draws" };

export class Table {
  // `play` is called with a move that was made, `picked` when another one is pointed at, `missed` when there is none
  // where somebody clicks.
  constructor({ play, picked, edit, missed }) {
    Object.assign(this, { play, picked, edit, missed, board: null, moves: [], who: "left", pick: -1, mode: "play", losing: true });
    this.svg = s("svg.board", { tabindex: "0", role: "group", "aria-label": "The board" });
    this.marks = s("g", {}); this.over = s("g", {});
    this.element = h("div.board-frame", {}, this.svg);
    this.svg.addEventListener("click", event => this.#click(event));
    this.svg.addEventListener("dblclick", event => { event.preventDefault(); if (this.mode === "play" && this.pick >= 0) this.play(this.pick); });
    this.svg.addEventListener("mousemove", event => this.#hover(event));
    this.svg.addEventListener("mouseleave", () => { if (!this.chosen) this.choose(-1, false); });
    this.svg.addEventListener("keydown", event => this.#key(event));
    for (const name of ["pointerdown", "pointermove", "pointerup"]) this.svg.addEventListener(name, event => this.#paint(event));
  }

  // A new position; its moves have no verdicts yet.
  lay(board) {
    this.board = board; this.pick = -1; this.chosen = false;
    this.moves = board.moves.map(move => ({ ...move, print: board.picture ? footprint(board.picture, move) : { boxes: [], strokes: [], whole: null, centre: null } }));
    if (board.picture) {
      paint(this.svg, board.picture);
      this.svg.append(this.marks, this.over);
      this.marks.replaceChildren();
      this.over.replaceChildren();
      fit(this.svg, board.picture);
    } else this.svg.replaceChildren();
    this.element.hidden = !board.picture;
    this.svg.setAttribute("aria-label", `${board.title ?? "The board"}: ${(board.position ?? "").slice(0, 200)}. Arrow keys choose a move, Enter plays it.`);
    this.draw();
  }

  // The moves of whoever is to move, by number.
  own() {
    if (!this.board) return [];
    return this.moves.map((move, i) => i).filter(i => this.board.impartial || this.moves[i].player === this.who);
  }

  choose(i, chosen = true) {
    if (this.pick === i && this.chosen === chosen) return;
    this.pick = i; this.chosen = chosen && i >= 0;
    this.draw();
    this.picked?.(i);
    if (chosen && i >= 0) say(this.words(i));
  }

  words(i) {
    const move = this.moves[i], who = this.board.impartial ? "" : `${this.who === "left" ? "Left" : "Right"} `;
    return `${who}${move.name}${move.verdict ? ", " + sign[move.verdict].slice(2) : ""}`;
  }

  draw() {
    if (!this.board?.picture) return;
    this.marks.replaceChildren();
    if (this.mode === "edit") return;
    const own = this.own(), touched = own.flatMap(i => this.moves[i].touches);
    // Where moves lie upon each other, outlines of all of them would hide the board.
    const few = own.length <= 16 && (own.length <= 4 || 2 * touched.length <= 3 * new Set(touched).size);
    const rank = { loss: 0, undefined: 1, draw: 2, win: 3 };
    const winning = own.filter(i => this.moves[i].verdict === "win").map(i => this.moves[i].print);
    const area = winning.reduce((sum, print) => sum + print.boxes.reduce((all, b) => all + (b[2] - b[0]) * (b[3] - b[1]), 0), 0);
    const crowded = this.crowded = winning.length > 8 && area > 1.5 * this.board.picture.width * this.board.picture.height;
    if (crowded) this.marks.append(heat(winning, this.who));
    for (const i of own.toSorted((a, b) => rank[this.moves[a].verdict] - rank[this.moves[b].verdict])) {
      const move = this.moves[i];
      if (i === this.pick || crowded) continue;
      if (move.verdict === "loss" && !(this.losing && few)) continue;
      if (move.verdict === undefined && !few) continue;
      this.marks.append(mark(this.board.picture, move.print, this.who, move.verdict, false));
    }
    if (this.pick >= 0) {
      const move = this.moves[this.pick];
      this.marks.append(mark(this.board.picture, move.print, this.who, move.verdict, true));
    }
  }

  #point(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { at: [x, y], slack: 10 / (matrix.a || 1) };
  }

  // The moves under a point, the nearest first.
  #under(event) {
    const point = this.#point(event);
    if (!point || this.mode !== "play") return [];
    const under = this.own().filter(i => touchesPoint(this.moves[i].print, point.at, point.slack));
    const area = i => { const w = this.moves[i].print.whole; return w ? Math.round(Math.sqrt((w[2] - w[0]) * (w[3] - w[1]))) : 0; };
    const far = i => { const c = this.moves[i].print.centre; return c ? Math.hypot(c[0] - point.at[0], c[1] - point.at[1]) : Infinity; };
    // What takes least is meant first, then what lies nearest.
    return under.sort((a, b) => area(a) - area(b) || far(a) - far(b));
  }

  #hover(event) {
    if (this.mode !== "play" || event.buttons) return;
    const under = this.#under(event);
    this.svg.style.cursor = under.length ? "pointer" : "";
    if (this.chosen) return;
    this.choose(under[0] ?? -1, false);
  }

  #click(event) {
    if (this.mode !== "play") return;
    const under = this.#under(event);
    if (!under.length) { this.choose(-1, false); this.missed?.(); return; }
    if (under.length === 1) { this.play(under[0]); return; }
    if (event.detail > 1) return;
    const place = this.chosen ? under.indexOf(this.pick) : -1;
    this.choose(under[(place + 1) % under.length]);
  }

  // In edit mode a press paints: the first square takes its next symbol, a drag repeats it.
  #paint(event) {
    if (this.mode !== "edit" || !this.edit) return;
    if (event.type === "pointerup") { this.brush = null; return; }
    if (event.type === "pointermove" && (this.brush === null || this.brush === undefined || !event.buttons)) return;
    const point = this.#point(event);
    if (!point) return;
    if (event.type === "pointerdown") this.brush = { symbol: null, last: "" };
    this.edit(point.at, this.brush);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const own = this.own();
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (steps[event.key] && this.mode === "play") { event.preventDefault(); this.#step(own, steps[event.key]); }
    else if (event.key === " " && this.mode === "play") {
      event.preventDefault();
      if (!own.length) return;
      // Those that touch the same place, one after another.
      const place = this.pick >= 0 ? this.moves[this.pick].print.centre : null;
      const same = place ? own.filter(i => touchesPoint(this.moves[i].print, place, 0.5)) : own;
      const list = same.length > 1 ? same : own;
      this.choose(list[(list.indexOf(this.pick) + 1) % list.length]);
    } else if (event.key === "Enter" && this.pick >= 0 && this.mode === "play") { event.preventDefault(); this.play(this.pick); }
  }

  // The next move in a direction, as the eye would find it.
  #step(own, [dx, dy]) {
    const placed = own.filter(i => this.moves[i].print.centre);
    if (!own.length) return;
    if (this.pick < 0 || !placed.length) {
      const order = placed.length ? placed : own, place = order.indexOf(this.pick);
      this.choose(order[(place + (dx + dy) + order.length) % order.length] ?? order[0]);
      return;
    }
    const [x, y] = this.moves[this.pick].print.centre ?? [0, 0];
    let best = -1, least = Infinity;
    for (const i of placed) {
      const [cx, cy] = this.moves[i].print.centre, along = (cx - x) * dx + (cy - y) * dy, aside = Math.abs((cx - x) * dy + (cy - y) * dx);
      if (i === this.pick || along <= 1e-6 || aside > 3 * along) continue;
      if (along + 2 * aside < least) { least = along + 2 * aside; best = i; }
    }
    if (best < 0) {
      // Nothing that way: the next one of the list, so that every move can be reached.
      const place = placed.indexOf(this.pick);
      best = placed[(place + (dx + dy) + placed.length) % placed.length];
    }
    this.choose(best);
  }

  get pixels() { return this.board?.picture ? pixels(this.board.picture) : 1; }
}
