// What there is to say about a value, folded away until somebody wants it.

import { h, prose } from "/lib/dom.js";
import { outcomeWords, value } from "/lib/show.js";
import { plot } from "/lib/thermo.js";
import { link } from "/lib/state.js";

export function answer(studied) {
  const parts = [];
  if (studied.value === undefined) return parts;
  parts.push(h("div", {}, value(studied), " ", h("span.quiet.small", {}, studied.kind ? studied.kind.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase() : "")));
  if (studied.meaning) parts.push(h("p.meaning", {}, studied.meaning));
  if (studied.facts) parts.push(pods(studied));
  for (const warning of studied.warnings ?? []) parts.push(h("p.note", {}, prose(warning.message)));
  return parts;
}

function pods(studied) {
  const { facts } = studied, details = h("details.pods", {});
  const summary = h("summary", {}, h("span.facts", {},
    h("span", {}, "outcome ", h("b", {}, facts.class)), h("span", {}, "mean ", h("b", {}, facts.thermograph.mean)), h("span", {}, "temperature ", h("b", {}, facts.thermograph.temperature))));
  details.append(summary);
  details.addEventListener("toggle", () => {
    if (!details.open || details.children.length > 1) return;
    const options = ["Left", "Right"].map((who, i) => [h(`span.who.${who.toLowerCase()}-ink`, {}, who), h("span", {}, facts.options[i].length ? facts.options[i].flatMap((option, k) => [k ? ",  " : "", value(option)]) : h("span.quiet", {}, "no move"))]);
    details.append(
      h("p", {}, outcomeWords[facts.class]), h("div.options-grid", {}, options),
      plot([{ walls: facts.thermograph }], { height: 240, label: `Thermograph: mean ${facts.thermograph.mean}, temperature ${facts.thermograph.temperature}` }),
      h("p.small", {}, h("a", { href: link("/explore", { game: studied.value }) }, "look into its options"), " · ", h("a", { href: link("/thermo", { games: studied.value }) }, "compare thermographs")));
  });
  return details;
}
