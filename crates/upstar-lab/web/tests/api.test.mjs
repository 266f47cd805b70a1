// What the laboratory answers is what the program prints with --json: answers, and what is wrong with a question.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ask, cli, serve, upstar } from "./helper.mjs";

let lab;
before(async () => { lab = await serve(); });
after(async () => { await lab?.stop(); });

const place = (rules, position, manner = {}) => ({ rules, position, ...manner });
const misere = (kind, code, more = {}) => ({ ask: "misere", misere: kind, code, ...more });
const SAME = [
  [{ ask: "value", ...place("domineering", "....|....|....") }, ["value", "domineering", "....|....|...."]],
  [{ ask: "value", ...place("domineering", "....|...."), show: ["mean", "temperature"] }, ["value", "domineering", "....|....", "--show", "mean,temperature"]],
  [{ ask: "value", ...place("horses", "3x3", { compound: "join", play: "misere" }) }, ["value", "horses", "3x3", "--compound", "join", "--play", "misere"]],
  [{ ask: "value", ...place("hotcakes", "6x3 + 2x4", { compound: "union" }) }, ["value", "hotcakes", "6x3 + 2x4", "--compound", "union"]],
  [{ ask: "value", ...place("digraph", "a>b,c;b>a,d;c>d @ a", { endless: "left" }) }, ["value", "digraph", "a>b,c;b>a,d;c>d @ a", "--endless", "left"]],
  [{ ask: "value", ...place("hackenbush", "lr;rl;l") }, ["value", "hackenbush", "lr;rl;l"]],
  [{ ask: "outcome", ...place("nim", "3+5+7") }, ["outcome", "nim", "3+5+7"]],
  [{ ask: "outcome", ...place("nim", "1+1+1", { play: "misere" }) }, ["outcome", "nim", "1+1+1", "--play", "misere"]],
  [{ ask: "outcome", ...place("amazons", "x..|...|..o") }, ["outcome", "amazons", "x..|...|..o"]],
  [{ ask: "moves", ...place("nim", "3+5+7"), player: "left" }, ["moves", "nim", "3+5+7", "--player", "left"]],
  [{ ask: "moves", ...place("domineering", "...|..."), all: true }, ["moves", "domineering", "...|...", "--all"]],
  [{ ask: "moves", ...place("domineering", "...|..."), player: "right", replies: true }, ["moves", "domineering", "...|...", "--player", "right", "--replies"]],
  [{ ask: "moves", ...place("top-entails", "5+7") }, ["moves", "top-entails", "5+7"]],
  [{ ask: "compare", rules: "domineering", left: "..|..", right: ".|." }, ["compare", "domineering", "..|..", ".|."]],
  [{ ask: "table", rules: "cutcake", size: "4x8" }, ["table", "cutcake", "4x8"]],
  [{ ask: "positions", rules: "nim", size: "2x6", outcome: "P", count: false }, ["positions", "nim", "2x6", "--outcome", "P"]],
  [{ ask: "rules", name: "nim" }, ["rules", "nim"]],
  [{ ask: "eval", input: "{3||2|1} + ^*" }, ["eval", "{3||2|1} + ^*"]],
  [{ ask: "eval", input: "{3||2|1}.Thermograph" }, ["eval", "{3||2|1}.Thermograph"]],
  [{ ask: "heap-period", code: ".77" }, ["heaps", "period", ".77"]],
  [{ ask: "heap-info", code: ".137" }, ["heaps", "info", ".137"]],
  [{ ask: "heap-sparse", code: ".77", to: "500" }, ["heaps", "sparse", ".77", "--to", "500"]],
  [misere("genus-table", ".77", { to: "20" }), ["misere", "genus", ".77", "--to", "20"]],
  [misere("canonical", ".77", { position: "5+4" }), ["misere", "canonical", ".77", "5+4"]],
  [misere("solve", ".123"), ["misere", "solve", ".123"]],
  [misere("pretend", ".123"), ["misere", "pretend", ".123"]],
  [misere("outcome", ".123", { position: "9+8+5+3" }), ["misere", "outcome", ".123", "9+8+5+3"]],
  [misere("moves", ".123", { position: "9+8+5+3" }), ["misere", "moves", ".123", "9+8+5+3"]],
  // And what is none.
  [{ ask: "value", ...place("nim", "3+x") }, ["value", "nim", "3+x"]],
  [{ ask: "outcome", ...place("domineering", "..q|...") }, ["outcome", "domineering", "..q|..."]],
  [{ ask: "value", ...place("domineerign", "...") }, ["value", "domineerign", "..."]],
  [{ ask: "eval", input: "{3||2|1}.Temprature" }, ["eval", "{3||2|1}.Temprature"]],
  [{ ask: "eval", input: "↑ + ü" }, ["eval", "↑ + ü"]],
  [{ ask: "eval", input: "1/0" }, ["eval", "1/0"]],
  [{ ask: "heap-period", code: ".9x" }, ["heaps", "period", ".9x"]],
  [misere("moves", ".123", { position: "9+" }), ["misere", "moves", ".123", "9+"]],
];

for (const [question, args] of SAME) {
  test(args.join(" "), async () => {
    let told;
    try { told = cli(...args); } catch (error) { told = JSON.parse(error.stdout.toString().trim().split("\n").at(-1)); }
    const { answer, end } = await ask(lab, question);
    if (!told.error) { assert.deepEqual(answer, told); return; }
    const { kind, message, span } = told.error, hinted = end.error.hint ? `${end.error.message} (${end.error.hint})` : end.error.message;
    assert.deepEqual({ kind: end.error.kind, message: message === hinted ? hinted : end.error.message, span: end.error.span ?? undefined, of: end.error.of, input: end.error.input }, { kind, message, span, of: told.argument, input: told.input });
  });
}

test("a sequence comes in parts, as lines and as bytes", async () => {
  const told = cli("heaps", "values", ".77", "--to", "3000");
  const { events } = await ask(lab, { ask: "heap-values", code: ".77", to: "3000" });
  assert.deepEqual(events.filter(event => event.event === "values").flatMap(event => event.values), told.values);
  const response = await fetch(`${lab.address}/api/sequence`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ session: "bytes", code: ".77", to: 3000 }) });
  assert.deepEqual([...new Uint16Array(await response.arrayBuffer())], told.values);
});

test("a certificate is the one that the program writes, and holds", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "upstar-certificate-")), file = path.join(folder, "kayles.json");
  execFileSync(upstar, ["heaps", "period", ".77", "--certificate", file], { stdio: "ignore" });
  const { events } = await ask(lab, { ask: "heap-certificate", code: ".77" });
  const { certificate } = events.find(event => event.event === "certificate");
  assert.equal(certificate.trim(), readFileSync(file, "utf8").trim());
  assert.ok((await ask(lab, { ask: "verify", certificate })).end.answered);
  const forged = await ask(lab, { ask: "verify", certificate: certificate.replace(/"period":\s*12/, "\"period\": 11") });
  assert.ok(!forged.end.answered || forged.answer.verified === false || forged.answer.holds === false, JSON.stringify(forged.answer));
  rmSync(folder, { recursive: true, force: true });
});

test("a picture is the one that `upstar draw` writes", async () => {
  for (const [format, flag] of [["svg", "svg"], ["tikz", "tikz"]]) {
    const told = execFileSync(upstar, ["draw", "hackenbush", "l(r;ee);lr:A;lr:A", "--format", flag], { stdio: ["ignore", "pipe", "ignore"] }).toString();
    const response = await fetch(`${lab.address}/api/picture`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ session: "draw", format, ask: "picture", rules: "hackenbush", position: "l(r;ee);lr:A;lr:A" }) });
    assert.equal((await response.text()).trim(), told.trim());
  }
});
