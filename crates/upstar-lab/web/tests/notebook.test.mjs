// What people do with the notebook, the explorer, thermographs, heaps and misère games.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ask, browse, cli, open, serve } from "./helper.mjs";

let lab, browser;
before(async () => { lab = await serve(); browser = await browse(); });
after(async () => { await browser?.close(); await lab?.stop(); });

const screen = (name, body) => test(name, async () => {
  const tools = await open(browser, lab);
  await body(tools);
  assert.deepEqual(tools.wrong, []);
  await tools.close();
});
const type = async (page, input) => {
  const before = await page.locator(".cell").count();
  const cell = page.locator(".cell textarea").last();
  await cell.fill(input);
  await cell.press("Enter");
  await page.waitForFunction(count => document.querySelectorAll(".cell").length > count, before);
};
const out = (page, i) => page.locator(".cell .out").nth(i);

screen("values are shown, variables stay", async ({ page, go }) => {
  await go("/", "notebook");
  await type(page, "g := {3||2|1}");
  await type(page, "g.Mean");
  await out(page, 1).locator(".value").waitFor();
  assert.match(await out(page, 1).locator(".value").getAttribute("aria-label"), /9\/4/);
  await type(page, "g + ^*");
  await out(page, 2).locator("summary").click();
  await out(page, 2).locator(".plot .wall").first().waitFor();
});

screen("a mistake has a caret, and a fix where there is one", async ({ page, go }) => {
  await go("/", "notebook");
  await type(page, "{3||2|1}.Temprature");
  await out(page, 0).locator(".error .caret").waitFor();
  await out(page, 0).getByRole("button", { name: "fix" }).click();
  await page.waitForFunction(() => document.querySelector(".cell .out .value")?.textContent.includes("3"));
  assert.equal(await page.locator(".cell textarea").first().inputValue(), "{3||2|1}.Temperature");
});

screen("a preview comes while one types, and never for assignments", async ({ page, go }) => {
  await go("/", "notebook");
  await page.locator(".cell textarea").first().pressSequentially("+-1 + +-1");
  await page.locator(".cell .out.preview").waitFor();
  await page.locator(".cell textarea").first().fill("h := 5");
  await page.waitForTimeout(400);
  await page.locator(".cell textarea").first().fill("h");
  await page.waitForTimeout(400);
  await type(page, "h");
  await out(page, 0).locator(".error").waitFor();
});

screen("names are completed", async ({ page, go }) => {
  await go("/", "notebook");
  const cell = page.locator(".cell textarea").first();
  await cell.fill("{3||2|1}.Temper");
  await cell.press("Tab");
  await page.waitForFunction(() => document.querySelector(".cell textarea").value.startsWith("{3||2|1}.Temperature"));
});

screen("what a name means stands beside it", async ({ page, go }) => {
  await go("/", "notebook");
  const cell = page.locator(".cell textarea").first();
  await cell.fill("{3||2|1}.Te");
  await cell.press("Tab");
  await page.locator(".choices li", { hasText: /^Temperature/ }).locator(".help", { hasText: /\w+ \w+/ }).waitFor();
  await cell.press("Escape");
  await page.locator(".choices").waitFor({ state: "hidden" });
});

screen("a notebook is saved and opened again", async ({ page, go }) => {
  await go("/", "notebook");
  await type(page, "x := 3/4");
  await type(page, "x + x");
  await out(page, 1).locator(".value").waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save" }).click()]);
  const saved = JSON.parse(readFileSync(await file.path(), "utf8"));
  assert.deepEqual(saved.cells.map(cell => cell.input), ["x := 3/4", "x + x"]);
  assert.equal(saved.cells[1].value, "3/2");
  const [html] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "HTML" }).click()]);
  const text = readFileSync(await html.path(), "utf8");
  assert.match(text, /<math/);
  assert.doesNotMatch(text, /<script|https?:\/\/(?!www\.w3\.org)/);
  await go("/board", "board");
  await go("/", "notebook");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Open" }).click()]);
  await chooser.setFiles(await file.path());
  await page.waitForFunction(() => document.querySelectorAll(".cell .out .value").length >= 2);
  assert.equal(await page.locator(".cell textarea").nth(1).inputValue(), "x + x");
});

screen("a page of a notebook needs nothing else", async ({ page, go }) => {
  await go("/", "notebook");
  await type(page, "{3||2|1} + ^*");
  await type(page, "\"<script>alert(1)</script>\"");
  await out(page, 0).locator(".value").waitFor();
  await out(page, 1).locator(".value").waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "HTML" }).click()]);
  const asked = [], context = await browser.newContext(), alone = await context.newPage();
  alone.on("request", request => asked.push(request.url()));
  await alone.setContent(readFileSync(await file.path(), "utf8"));
  assert.ok(await alone.locator("math").first().isVisible());
  assert.equal(await alone.locator("script").count(), 0);
  assert.deepEqual(asked, []);
  await context.close();
});

screen("long work in a cell says how far it is, and stops when told", async ({ page, go }) => {
  await go("/", "notebook");
  const cell = page.locator(".cell textarea").last();
  await cell.fill("g := 0; for n from 1 to 10000 do g := g + 1; for m from 1 to 1000000 do g := g + 1; end; end; g");
  await cell.press("Enter");
  const stop = page.locator(".progress button", { hasText: "Stop" }).first();
  await stop.waitFor({ state: "visible" });
  await stop.click();
  await page.waitForFunction(() => /stopped/.test(document.querySelector(".cell .out").textContent));
  await type(page, "1+1");
  await out(page, 1).locator(".value").waitFor();
});

screen("who comes back to a session that was given away is told, and runs the cells again", async ({ page, go }) => {
  await go("/", "notebook");
  await type(page, "x := 3/4");
  await out(page, 0).locator(".value").waitFor();
  // So many others that the session of the notebook makes way.
  for (let i = 0; i < 17; i++) assert.ok((await ask(lab, { ask: "eval", input: "1", session: `other-${i}` })).end.answered);
  await type(page, "x + x");
  await page.getByRole("button", { name: "Run all cells again" }).click();
  await page.waitForFunction(() => /3\/2|three halves|1 1\/2/.test(document.querySelectorAll(".cell .out .value")[1]?.getAttribute("aria-label") ?? ""));
});

screen("a link is a notebook, which runs when asked to", async ({ page, go }) => {
  const asked = [];
  page.on("request", request => { if (request.url().endsWith("/api/ask")) asked.push(request.postData()); });
  await go("/#cells=" + encodeURIComponent(JSON.stringify(["1+1", "↑ > 0"])), "notebook");
  assert.deepEqual(asked, []);
  await page.getByRole("button", { name: "Run them" }).click();
  await out(page, 1).locator(".value").waitFor();
  assert.match(await out(page, 1).textContent(), /true/);
  // Cells that ran in this tab run again after a reload.
  await page.reload();
  await out(page, 1).locator(".value").waitFor();
});

screen("a file that is not a notebook is refused with a message, however it is opened", async ({ page, go }) => {
  await go("/", "notebook");
  for (const text of ["{", "{}", "[1]", "{\"upstar\":\"notebook\"}"]) {
    await page.evaluate(text => {
      const files = new DataTransfer();
      files.items.add(new File([text], "broken.upstar"));
      document.querySelector("[data-screen]").dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
    }, text);
    await page.waitForFunction(() => document.querySelector(".error")?.textContent.includes("broken.upstar"));
    await page.evaluate(() => document.querySelector(".error").remove());
  }
});

screen("options that do not count are told apart", async ({ page, go }) => {
  await go("/explore#rules=domineering&position=...|...|..#", "explore");
  await page.locator(".column button.out").first().waitFor();
  const all = await page.locator(".column button").count();
  await page.getByLabel("sensible only").check();
  assert.ok(await page.locator(".column button").count() < all);
  await page.locator(".column button").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".column").length === 2);
});

screen("two games are compared", async ({ page, go }) => {
  await go("/explore#game=%5E", "explore");
  await page.getByLabel("Compare with").fill("0");
  await page.getByLabel("Compare with").press("Enter");
  await page.waitForFunction(() => /better for Left/.test(document.querySelector("main").textContent));
});

screen("thermographs lie over each other and cool", async ({ page, go }) => {
  await go("/thermo#games=%2B-2;%7B3%7C%7C2%7C1%7D", "thermo");
  await page.waitForFunction(() => document.querySelectorAll(".plot .mast").length >= 4);
  await page.getByLabel("Tax on each move").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".plot .tax").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Sum of the ticked ones" }).click();
  await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 3);
});

screen("thermographs are saved in every format", async ({ page, go }) => {
  await go("/thermo", "thermo");
  await page.waitForFunction(() => document.querySelectorAll(".plot .mast").length >= 4);
  for (const [format, start] of [["SVG", "<svg"], ["PNG", "\u0089PNG"], ["TikZ", "\\begin{tikzpicture}"]]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: format, exact: true }).click()]);
    assert.ok(readFileSync(await file.path()).toString("latin1").includes(start), format);
  }
});

screen("Kayles has its period, proved and checked", async ({ page, go }) => {
  await go("/heaps/.77", "heaps");
  await page.waitForFunction(() => /Period 12 from 71 on: proved/.test(document.querySelector("main").textContent));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForFunction(() => /period 12/i.test(document.querySelector(".bar > span:last-child")?.textContent ?? "") || /verified|holds|proves|period/.test([...document.querySelectorAll("main .bar span")].map(e => e.textContent).join()));
  for (const view of ["raster", "rare values", "numbers", "scatter"]) await page.getByRole("button", { name: view, exact: true }).click();
});

screen("the quotient of .123 has twenty elements", async ({ page, go }) => {
  const told = cli("misere", "solve", ".123");
  await go("/misere#code=.123&view=matrix", "misere");
  await page.locator("table.matrix").waitFor();
  assert.equal(await page.locator("table.matrix tbody tr").count(), told.order);
  assert.equal(await page.locator("table.matrix thead th.p-cell").count(), told.p_portion.length);
  for (const view of ["graph", "two heaps", "pretending", "genus"]) { await page.getByRole("button", { name: view, exact: true }).click(); await page.waitForFunction(() => document.querySelector("main .scroll")?.children.length > 0); }
});
