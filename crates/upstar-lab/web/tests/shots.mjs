// Pictures of the screens for people to look at: node shots.mjs FOLDER [name ...]

import { mkdirSync } from "node:fs";
import { browse, open, serve } from "./helper.mjs";

const folder = process.argv[2] ?? "shots", only = process.argv.slice(3);
mkdirSync(folder, { recursive: true });
const screens = [
  ["notebook", "/#cells=" + encodeURIComponent(JSON.stringify(["g := {3||2|1} + ^*", "g.Temprature", "+-1 + +-1/2", "domineering(\"..|..|..\").Value"])), "notebook"],
  ["board", "/board#rules=domineering&position=...|...|...", "board"],
  ["nim", "/board#rules=nim&position=3%2B5%2B7", "board"],
  ["hackenbush", "/board#rules=hackenbush", "board"],
  ["amazons", "/board#rules=amazons&turn=left", "board"],
  ["explore", "/explore#game=%7B3%7C%7C2%7C1%7D%2B%5E", "explore"],
  ["options", "/explore#rules=domineering&position=...|...", "explore"],
  ["graph", "/explore#game=%7B3%7C%7C2%7C1%7D%2B%5E&view=graph", "explore"],
  ["thermo", "/thermo", "thermo"],
  ["heaps", "/heaps/.77", "heaps"],
  ["raster", "/heaps#code=.77&view=raster", "heaps"],
  ["misere", "/misere/.77", "misere"],
  ["quotient", "/misere#code=.123&view=matrix", "misere"],
  ["cayley", "/misere#code=.123&view=graph", "misere"],
  ["own", "/own", "own"], ["atlas", "/atlas", "atlas"], ["guide", "/guide", "guide"], ["page", "/guide/guide/positions", "guide"], ["tour", "/tour", "tour"],
];
const lab = await serve(...(process.env.ATLAS ? ["--atlas", process.env.ATLAS] : [])), browser = await browse();
for (const [name, url, screen] of screens) {
  if (only.length && !only.includes(name)) continue;
  for (const [suffix, options] of [["", {}], ["-dark", { dark: true }], ["-narrow", { width: 360, height: 740 }]]) {
    if (process.env.SHOTS && !process.env.SHOTS.split(",").includes(suffix.slice(1) || "light")) continue;
    const { page, wrong, go, close } = await open(browser, lab, options);
    try {
      await go(url, screen);
      if (name === "notebook") await page.getByRole("button", { name: "Run them" }).click();
      await page.waitForTimeout(1500);
      if (name === "notebook") await page.locator("details.pods summary").first().click();
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${folder}/${name}${suffix}.png`, fullPage: process.env.FULL === "1" || suffix === "-narrow" });
    } catch (error) { console.log(name, suffix, error.message); }
    if (wrong.length) console.log(name, suffix, wrong.join("\n"));
    await close();
  }
}
await browser.close();
await lab.stop();
