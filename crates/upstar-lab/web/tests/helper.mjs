// Starts the laboratory on a free port and a browser that watches it: every console error, every
// failed request and every request to a foreign host fails the test.

import { spawn, spawnSync, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { chromium } from "playwright-core";

export const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../../../..");

// The program of the tests of the workspace, unless another one is named.
function program() {
  const target = process.env.CARGO_TARGET_DIR ?? path.join(root, "target"), file = process.env.UPSTAR ?? path.join(target, "debug", "upstar");
  if (!existsSync(file)) throw new Error(`there is no program to test at ${file}: run scripts/test, or set UPSTAR`);
  return file;
}

function browserPath() {
  for (const name of [process.env.CHROMIUM, "chromium", "chromium-browser"].filter(Boolean)) {
    try { return execFileSync("sh", ["-c", `command -v ${name}`]).toString().trim(); } catch { /* the next one */ }
  }
  throw new Error("there is no chromium: run setup.sh");
}

export const upstar = program();

// How long a child process may run, and a page may take to show something: the end of what hangs. No test judges by it.
export const PATIENCE = 1000 * Number(process.env.UPSTAR_TEST_SECONDS ?? 240);

// Children start with the default signals: a shell that starts the tests in the background has set SIGINT to ignored.
const DEFAULT = "--default-signal=INT,HUP,TERM,PIPE";
const hasEnv = spawnSync("env", [DEFAULT, "true"], { stdio: "ignore" }).status === 0;
const wrapped = (file, args) => hasEnv ? ["env", [DEFAULT, file, ...args]] : [file, args];

// The program's own answer, as data.
export function cli(...args) {
  const output = execFileSync(...wrapped(upstar, ["--json", ...args]), { stdio: ["ignore", "pipe", "ignore"], timeout: PATIENCE, killSignal: "SIGKILL" }).toString();
  return JSON.parse(output.trim().split("\n").at(-1));
}

export async function serve(...args) {
  const child = spawn(...wrapped(upstar, ["lab", "--no-open", ...args]), { stdio: ["ignore", "pipe", "inherit"] });
  // A test that ends without stopping it leaves nothing behind.
  process.once("exit", () => child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout });
  const address = await new Promise((resolve, reject) => { lines.once("line", resolve); child.once("exit", code => reject(new Error(`the laboratory ended with ${code}`))); });
  return { address: address.trim().replace(/\/$/, ""), pid: child.pid, stop: () => stopped(child) };
}

// Ends the laboratory; one that does not listen is killed, which fails the test.
function stopped(child) {
  return new Promise((resolve, reject) => {
    const hung = setTimeout(() => { child.kill("SIGKILL"); reject(new Error(`the laboratory does not end; UPSTAR_TEST_SECONDS allows more than ${PATIENCE / 1000} s`)); }, PATIENCE);
    child.once("exit", code => { clearTimeout(hung); resolve(code); });
    child.kill("SIGTERM");
  });
}

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export async function browse() {
  return chromium.launch({ executablePath: browserPath(), args: FLAGS });
}

// A page that keeps a list of what went wrong.
export async function open(browser, lab, { dark = false, width = 1280, height = 900, touch = false } = {}) {
  const context = await browser.newContext({ colorScheme: dark ? "dark" : "light", viewport: { width, height }, hasTouch: touch, acceptDownloads: true, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  const wrong = [];
  page.on("console", message => { if (message.type() === "error") wrong.push(`console: ${message.text()}`); });
  page.on("pageerror", error => wrong.push(`error: ${error.message}\n${error.stack}`));
  page.on("request", request => { if (!request.url().startsWith(lab.address) && !/^(data|blob):/.test(request.url())) wrong.push(`foreign: ${request.url()}`); });
  page.on("response", response => { if (response.status() >= 500) wrong.push(`${response.status()}: ${response.url()}`); });
  page.setDefaultTimeout(PATIENCE);
  const go = async (url, screen) => {
    await page.goto(lab.address + url);
    await page.waitForFunction(name => document.documentElement.dataset.ready === name, screen);
  };
  return { page, context, wrong, go, close: () => context.close() };
}

// The analysis of the board has ended.
export const analysed = page => page.waitForFunction(() => /analysed|known stays/.test(document.querySelector("main")?.textContent ?? "") || document.querySelector("main .error, main .progress:not([hidden]) button"));

// It has ended one way or another: everything is known, a limit came first, or there is an error.
export const settled = page => page.waitForFunction(() => {
  const shown = element => element && !element.closest("[hidden]");
  return /analysed in/.test(document.querySelector("main")?.textContent ?? "") || document.querySelector("main .error") || [...document.querySelectorAll("main .progress button")].some(button => shown(button) && /Go on/.test(button.textContent));
});

// One question over HTTP, as a page asks it.
export async function ask(lab, question, seconds = 300) {
  const response = await fetch(`${lab.address}/api/ask`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ session: "test", seconds, ...question }) });
  const events = (await response.text()).trim().split("\n").map(line => JSON.parse(line));
  return { events, answer: events.find(event => event.event === "answer")?.answer, end: events.at(-1) };
}
