// What people do at the board.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { analysed, browse, cli, open, serve, upstar } from "./helper.mjs";

let lab, browser;
before(async () => { lab = await serve(); browser = await browse(); });
after(async () => { await browser?.close(); await lab?.stop(); });

const board = (name, body) => test(name, async () => {
  const tools = await open(browser, lab);
  await body(tools);
  assert.deepEqual(tools.wrong, []);
  await tools.close();
});
const text = page => page.getByLabel("Position, as it is typed").inputValue();
const save = async page => {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save" }).click()]);
  return { path: await file.path(), text: readFileSync(await file.path(), "utf8") };
};
const openFile = async (page, file) => {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Open" }).click()]);
  await chooser.setFiles(file);
};
// What the program says when it goes on with a copy of a record, to which it adds its moves.
const played = file => {
  copyFileSync(file, `${file}.copy`);
  return execFileSync(upstar, ["play", "--record", `${file}.copy`], { input: "quit\n", stdio: ["pipe", "pipe", "ignore"] }).toString();
};

board("every move has its verdict, as the program tells it", async ({ page, go }) => {
  await go("/board#rules=domineering&position=....|....|....|....", "board");
  await analysed(page);
  const shown = await page.evaluate(() => document.querySelector("[data-screen=board]").table.moves.map(move => [move.player, move.to, move.verdict, move.leaves?.value]));
  const told = cli("moves", "domineering", "....|....|....|....", "--all").moves;
  assert.equal(shown.length, told.length);
  for (const [player, to, verdict, value] of shown) {
    const same = told.find(move => move.player.toLowerCase() === player && move.to === to);
    assert.ok(same, `${player} ${to}`);
    assert.equal(verdict, same.verdict);
    assert.equal(value, same.value);
  }
  assert.equal(await page.locator(".outcome").first().textContent(), "Whoever starts wins");
  assert.ok(await page.locator(".plot .wall").count() >= 2);
});

board("a link is a position, and a move can be taken back", async ({ page, go }) => {
  await go("/board#rules=nim&position=3%2B5%2B7", "board");
  await analysed(page);
  await page.locator("table.moves tr").first().click();
  await page.waitForFunction(() => document.querySelector("[data-screen=board]").table.board.position !== "7+5+3");
  await analysed(page);
  const moved = await text(page), url = page.url();
  assert.notEqual(moved, "3+5+7");
  await page.keyboard.press("z");
  await page.waitForFunction(() => document.querySelector("[aria-label='Position, as it is typed']").value === "3+5+7");
  await page.goto("about:blank");
  await page.goto(url);
  await analysed(page);
  assert.equal(await text(page), moved);
});

board("branches and notes are kept in the record", async ({ page, go }) => {
  await go("/board#rules=domineering&position=...|...", "board");
  await analysed(page);
  await page.locator("table.moves tr").first().click();
  await analysed(page);
  await page.getByLabel("A note on this position").fill("forced?");
  await page.getByRole("button", { name: "Undo" }).click();
  await analysed(page);
  await page.locator("table.moves tr").last().click();
  await analysed(page);
  assert.equal(await page.locator(".tree button").count(), 3);
  await page.getByLabel("A note on this position").fill("( after 9 )\nhotter");
  const saved = await save(page);
  assert.match(saved.text, /^rules: domineering\nposition: \.\.\.\|\.\.\.\nfirst: left\n\nLeft /);
  assert.match(saved.text, /# \( after 0\n# Left .*\n# # forced\?\n# \)/);
  // The program goes on with the line that was played.
  const made = saved.text.split("\n").filter(line => line.startsWith("Left ")).length;
  assert.equal(made, 1);
  assert.match(played(saved.path), /after one move\b/);
  await go("/board#rules=nim", "board");
  await openFile(page, saved.path);
  await page.waitForFunction(() => document.querySelectorAll(".tree button").length === 3);
  assert.notEqual(await text(page), "...|...");
  assert.equal((await save(page)).text, saved.text);
  assert.equal(await page.getByLabel("A note on this position").inputValue(), "( after 9 )\nhotter");
});

board("a record of `upstar play` is opened, and what is wrong with one has its line", async ({ page, go }) => {
  const folder = mkdtempSync(path.join(tmpdir(), "upstar-record-")), file = path.join(folder, "game.txt");
  execFileSync(upstar, ["play", "nim", "3+5+7", "--record", file, "--seed", "1"], { input: "7->6\n", stdio: ["pipe", "ignore", "ignore"] });
  await go("/board#rules=domineering", "board");
  await openFile(page, file);
  await page.waitForFunction(() => document.querySelectorAll(".tree button").length === 3);
  assert.match(page.url(), /rules=nim/);
  assert.equal(await page.locator("main h1").textContent(), "Nim");
  for (const [written, said] of [["rules: nim\nposition: 3\n\nLeft 3->9\n", /line 4: Left has no move 3->9/], ["rules: nim\nfirst: nobody\n", /first: left/], ["colour: red\n", /line 1: there is no field colour/], ["{}", /line 1: expected a field/], ["", /no record of a game/], ["rules: nim\nposition: 3\n# ( after 2\n# )\n", /line 3/]]) {
    writeFileSync(file, written);
    await openFile(page, file);
    await page.locator("main .error", { hasText: said }).waitFor();
  }
  // What was there stays.
  assert.equal(await page.locator(".tree button").count(), 3);
  rmSync(folder, { recursive: true, force: true });
});

board("misère play, compounds and sums by switches", async ({ page, go }) => {
  await go("/board#rules=nim&position=1%2B1%2B1", "board");
  await analysed(page);
  assert.match(await page.locator(".outcome").first().textContent(), /starts wins/);
  await page.locator("summary", { hasText: "How it is played" }).click();
  await page.getByRole("button", { name: "last move loses" }).click();
  await page.waitForFunction(() => /starts loses/.test(document.querySelector(".outcome").textContent));
  assert.match(page.url(), /play=misere/);
  await page.locator("select", { has: page.locator("option[value=union]") }).selectOption("union");
  await page.waitForFunction(() => /compound=union/.test(location.hash));
  await analysed(page);
  await page.getByRole("button", { name: "+ board" }).click();
  await page.waitForFunction(() => / \+ /.test(document.querySelector("[aria-label='Position, as it is typed']").value));
});

board("whoever cannot move has lost, or won where the last move loses", async ({ page, go }) => {
  await go("/board#rules=domineering&position=.|.&turn=right", "board");
  await analysed(page);
  const said = () => page.locator(".outcome").first().textContent();
  assert.equal(await said(), "Right cannot move: Left has won");
  await page.keyboard.press("l");
  assert.equal(await page.locator("table.moves tr").count(), 1);
  assert.equal(await said(), "Left wins, whoever starts");
  await page.goto("about:blank");
  await go("/board#rules=domineering&position=.|.&turn=right&play=misere", "board");
  await analysed(page);
  assert.equal(await said(), "Right cannot move: Right has won");
  await page.goto("about:blank");
  await go("/board#rules=nim&position=0", "board");
  await analysed(page);
  assert.equal(await said(), "Nobody can move: whoever is to move has lost");
});

board("squares are edited by a click", async ({ page, go }) => {
  await go("/board#rules=domineering&position=...|...", "board");
  await analysed(page);
  await page.keyboard.press("e");
  const box = await page.locator("svg.board rect").first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => document.querySelector("[aria-label='Position, as it is typed']").value === "#..|...");
  await analysed(page);
});

board("the program answers when it is asked to play", async ({ page, go }) => {
  await go("/board#rules=domineering&position=....|....|....&program=right", "board");
  await analysed(page);
  await page.locator("table.moves tr").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".tree button").length === 3);
  await page.waitForFunction(() => document.querySelector("[data-key=left]").getAttribute("aria-pressed") === "true");
});

board("long work says how far it is, stops when told, and goes on", async ({ page, go }) => {
  const large = Array(9).fill(".........").join("|");
  await go(`/board#rules=domineering&position=${large}`, "board");
  await page.locator(".progress button", { hasText: "Stop" }).first().waitFor({ state: "visible" });
  await page.locator(".progress button", { hasText: "Go on" }).waitFor({ state: "visible" });
  await page.locator(".progress button", { hasText: "Go on" }).click();
  const stop = page.locator(".progress button", { hasText: "Stop" }).first();
  await stop.waitFor({ state: "visible" });
  await stop.click();
  await page.waitForFunction(() => /what is known stays/.test(document.querySelector("main").textContent));
});

board("a wrong position is shown with its place", async ({ page, go }) => {
  await go("/board#rules=domineering&position=..q|...", "board");
  await page.locator(".error .caret").waitFor();
  const lines = (await page.locator(".error pre").textContent()).split("\n");
  assert.equal(lines[1].indexOf("^"), lines[0].indexOf("q"));
});

board("pictures are saved in every format", async ({ page, go }) => {
  await go("/board#rules=hackenbush", "board");
  await analysed(page);
  for (const [format, start] of [["SVG", "<svg"], ["PNG", "\u0089PNG"], ["PDF", "%PDF"], ["TikZ", "\\begin{tikzpicture}"]]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByLabel("Export").selectOption(format)]);
    const bytes = readFileSync(await file.path()).toString("latin1");
    assert.ok(bytes.includes(start), `${format}: ${bytes.slice(0, 40)}`);
  }
});

board("a value is explained to whoever points at it", async ({ page, go }) => {
  await go("/board#rules=domineering&position=..|..", "board");
  await analysed(page);
  await page.locator(".value.big").hover();
  assert.match(await page.locator("#bubble").textContent(), /plus or minus 1/);
  assert.match(await page.locator(".meaning").first().textContent(), /Hot: a move is worth 1 move/);
});

test("a finger plays", async () => {
  const { page, go, wrong, close } = await open(browser, lab, { width: 360, height: 740, touch: true });
  await go("/board#rules=domineering&position=..|..", "board");
  await analysed(page);
  await page.locator("svg.board").scrollIntoViewIfNeeded();
  const box = await page.locator("svg.board rect").first().boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => document.querySelectorAll(".tree button").length === 2 || !document.querySelector("button.main")?.closest("[hidden]"));
  assert.deepEqual(wrong, []);
  await close();
});
