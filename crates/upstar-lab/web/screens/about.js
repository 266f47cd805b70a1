// What is inside, and under which licences.

import { h } from "/lib/dom.js";
import { get } from "/lib/ask.js";

export default async function about(main) {
  const versions = await get("/vendor/VERSIONS.json");
  const texts = await Promise.all(versions.map(async entry => [entry, await (await fetch(entry.licence_file)).text()]));
  main.append(h("h1", {}, "About"), h("p.lead", {}, "Upstar, a laboratory for combinatorial games. It runs on this machine alone and talks to nobody else. Licensed under MIT or Apache-2.0."),
    h("h2", {}, "Besides our own"), texts.map(([entry, text]) => h("details", {}, h("summary", {}, `${entry.name} ${entry.version}, ${entry.licence}`), h("pre.small", { tabindex: "0" }, text))));
  return () => {};
}
