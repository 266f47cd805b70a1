// The atlas of a small survey: rows, filters, the way to a game, CSV; and the one that comes along.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { browse, open, serve, upstar } from "./helper.mjs";

let lab, browser, folder, rows;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "upstar-atlas-"));
  const file = path.join(folder, "atlas.db");
  const survey = args => { try { return execFileSync(upstar, ["--json", "--quiet", ...args, "--database", file]); } catch (error) { return error.stdout; } };
  rows = JSON.parse(survey(["heaps", "survey", "--digits", "2", "--limit", "500"]).toString().trim().split("\n").at(-1)).rows;
  survey(["misere", "survey", "--digits", "1", "--steps", "5000"]);
  lab = await serve("--atlas", file);
  browser = await browse();
});
after(async () => { await browser?.close(); await lab?.stop(); rmSync(folder, { recursive: true, force: true }); });

test("rows are found, filtered, saved and followed", async () => {
  const { page, go, wrong, close } = await open(browser, lab);
  await go("/atlas", "atlas");
  assert.equal(await page.locator("tbody tr").count(), rows.length);
  await page.locator("label", { hasText: "Status" }).locator("select").selectOption("open");
  await page.waitForFunction(count => document.querySelectorAll("tbody tr").length === count, rows.filter(row => row.status === "open").length);
  await page.locator("label", { hasText: "Code has" }).locator("input").fill("' or 1=1 --");
  await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 0);
  await page.locator("label", { hasText: "Code has" }).locator("input").fill("");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
  assert.match(readFileSync(await file.path(), "utf8"), /^code,codes,status,/);
  await page.getByRole("button", { name: "misère quotients" }).click();
  await page.waitForFunction(() => /tame|wild/.test(document.querySelector("tbody")?.textContent ?? ""));
  await page.locator("tbody a").first().click();
  await page.waitForFunction(() => document.documentElement.dataset.ready === "misere");
  assert.deepEqual(wrong, []);
  await close();
});

test("an atlas comes along", async () => {
  const own = await serve();
  const { page, go, wrong, close } = await open(browser, own);
  await go("/atlas", "atlas");
  const rows = count => page.waitForFunction(count => document.querySelectorAll("tbody tr").length === count, count);
  await rows(174);
  await page.locator("label", { hasText: "Code has" }).locator("input").fill("0.07");
  await page.waitForFunction(() => document.querySelector("tbody a")?.textContent === "0.4");
  await page.getByRole("button", { name: "hexadecimal" }).click();
  await page.locator("label", { hasText: "Code has" }).locator("input").fill("0.28");
  await page.waitForFunction(() => /saltus/.test(document.querySelector("thead")?.textContent ?? "") && document.querySelector("tbody td:last-child")?.textContent === "16");
  await page.getByRole("button", { name: "misère quotients" }).click();
  await page.locator("label", { hasText: "Code has" }).locator("input").fill("4.7");
  await page.locator("label", { hasText: "Status" }).locator("select").selectOption("rule");
  await page.waitForFunction(() => document.querySelector("tbody a")?.textContent === "4.7");
  assert.deepEqual(wrong, []);
  await close();
  await own.stop();
});
