// Values, errors and progress as everybody should be able to read them.

import { $, h, prose } from "/lib/dom.js";
import { fromBytes } from "/lib/ask.js";

// A value: typeset where it can be, with its words for those who point at it or listen.
export function value(shown, { big = false } = {}) {
  if (!shown || shown.value === undefined || shown.value === null) return h("span.quiet", {}, "–");
  const words = [shown.aloud, shown.meaning].filter(Boolean);
  const element = h(`span.value${big ? ".big" : ""}`, { tabindex: words.length ? "0" : null, role: words.length ? "img" : null, "aria-label": words.length ? words.join(". ") : null });
  if (shown.latex && shown.latex.length < 1500) {
    try { window.katex.render(shown.latex, element, { throwOnError: true, output: "htmlAndMathml", strict: "ignore" }); }
    catch { element.replaceChildren(h("span.text-value", {}, clipped(shown.value))); }
  } else element.append(h("span.text-value", {}, clipped(shown.value)));
  if (words.length) explain(element, () => [shown.aloud && h("b", {}, shown.aloud), shown.meaning && h("div", {}, shown.meaning)]);
  return element;
}

const clipped = text => text.length > 400 ? text.slice(0, 400) + "…" : text;

// Words in a bubble for whoever points or moves the focus there.
export function explain(element, words) {
  const show = () => {
    const bubble = $("bubble");
    bubble.replaceChildren(...words().filter(Boolean));
    bubble.hidden = false;
    const place = element.getBoundingClientRect(), box = bubble.getBoundingClientRect();
    bubble.style.left = `${Math.max(8, Math.min(place.left, innerWidth - box.width - 8)) + scrollX}px`;
    bubble.style.top = `${(place.bottom + box.height + 8 > innerHeight ? place.top - box.height - 6 : place.bottom + 6) + scrollY}px`;
  };
  const hide = () => { $("bubble").hidden = true; };
  element.addEventListener("mouseenter", show); element.addEventListener("focus", show);
  element.addEventListener("mouseleave", hide); element.addEventListener("blur", hide);
  element.addEventListener("keydown", event => { if (event.key === "Escape") hide(); });
}

// A refusal with the place it is about.
export function failure(error, fix) {
  const box = h("div.error", { role: "alert" });
  if (error.span && error.input) {
    const [start, end] = error.span.map(at => fromBytes(error.input, at));
    const line = error.input.lastIndexOf("\n", start - 1) + 1;
    const text = error.input.slice(line).split("\n")[0];
    if (text.length < 400) {
      const marks = " ".repeat(Math.max(0, start - line)) + "^".repeat(Math.max(1, Math.min(end, line + text.length) - start));
      box.append(h("pre", {}, text + "\n", h("span.caret", {}, marks)));
    }
  }
  const expected = error.expected?.length ? `; expected ${error.expected.join(" or ")}` : "";
  box.append(h("p", {}, prose(error.message + expected)));
  if (error.hint) {
    const named = error.hint.match(/did you mean `([^`]+)`/);
    box.append(h("p.quiet", {}, prose(error.hint), " ", named && fix && error.span
      ? h("button.tiny", { type: "button", onclick: () => fix(error.span.map(at => fromBytes(error.input, at)), named[1]) }, "fix") : null));
  }
  return box;
}

export const outcomeWords = {
  L: "Left wins, whoever starts", R: "Right wins, whoever starts", N: "Whoever starts wins", P: "Whoever starts loses", D: "Drawn, whoever starts",
  NHat: "Left wins if Left starts; drawn if Right starts", NCheck: "Right wins if Right starts; drawn if Left starts",
  PHat: "Left wins if Right starts; drawn if Left starts", PCheck: "Right wins if Left starts; drawn if Right starts",
};

// What is being done, with a way to end it.
export function progress() {
  const text = h("span", {}), stop = h("button.tiny", { type: "button" }, "Stop");
  const element = h("div.progress", { hidden: true }, h("span.spin", { "aria-hidden": "true" }), text, stop);
  const extra = h("div.progress", { hidden: true });
  return {
    element: h("div", {}, element, extra),
    // Begins an abortable piece of work.
    begin() {
      const abort = new AbortController();
      extra.hidden = true; element.hidden = true; text.textContent = "";
      stop.onclick = () => abort.abort();
      return abort;
    },
    hear(events) {
      const last = events.findLast(event => event.event === "progress");
      if (!last) return;
      element.hidden = false;
      text.textContent = `${(last.text || "working").replace(/\d{4,}/g, n => Number(n).toLocaleString("en"))}, ${last.seconds.toFixed(1)} s`;
    },
    end() { element.hidden = true; },
    // A limit came first: what is known stays, and more can be had.
    limit(message, more) {
      element.hidden = true; extra.hidden = false;
      extra.replaceChildren(h("span", {}, message), h("button.tiny", { type: "button", onclick: more }, "Go on 10× longer"));
    },
    note(message) { element.hidden = true; extra.hidden = !message; extra.replaceChildren(h("span", {}, message)); },
  };
}

export const isLimit = error => error?.kind === "stopped";
