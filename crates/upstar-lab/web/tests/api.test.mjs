// What the laboratory answers is what the program prints with --json.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { ask, cli, serve } from "./helper.mjs";

let lab;
before(async () => { lab = await serve(); });
after(async () => { await lab?.stop(); });

const SAME = [
  [{ ask: "value", rules: "domineering", position: "....|....|...." }, ["value", "domineering", "....|....|...."]],
  [{ ask: "outcome", rules: "nim", position: "3+5+7" }, ["outcome", "nim", "3+5+7"]],
  [{ ask: "moves", rules: "nim", position: "3+5+7", player: "left" }, ["moves", "nim", "3+5+7", "--player", "left"]],
  [{ ask: "moves", rules: "domineering", position: "...|...", all: true }, ["moves", "domineering", "...|...", "--all"]],
  [{ ask: "value", rules: "horses", position: "3x3", compound: "join", play: "misere" }, ["value", "horses", "3x3", "--compound", "join", "--play", "misere"]],
  [{ ask: "eval", input: "{3||2|1} + ^*" }, ["eval", "{3||2|1} + ^*"]],
  [{ ask: "heap-period", code: ".77" }, ["heaps", "period", ".77"]],
  [{ ask: "heap-info", code: ".137" }, ["heaps", "info", ".137"]],
  [{ ask: "misere", misere: "genus-table", code: ".77", to: "20" }, ["misere", "genus", ".77", "--to", "20"]],
  [{ ask: "misere", misere: "solve", code: ".123" }, ["misere", "solve", ".123"]],
  [{ ask: "table", rules: "cutcake", size: "4x8" }, ["table", "cutcake", "4x8"]],
  [{ ask: "rules", name: "nim" }, ["rules", "nim"]],
];

for (const [question, args] of SAME) {
  test(args.join(" "), async () => {
    let told;
    try { told = cli(...args); } catch (error) { told = JSON.parse(error.stdout.toString().trim().split("\n").at(-1)); }
    const { answer, end } = await ask(lab, question);
    if (told.error) assert.equal(end.error.kind, told.error.kind);
    else assert.deepEqual(answer, told);
  });
}
