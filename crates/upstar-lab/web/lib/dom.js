// Elements in one line, and the few things every screen needs of the document.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

// h("p.lead", {}, "text"): an element with classes, attributes, listeners and children.
export function h(name, attributes, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  return fill(element, attributes, children);
}

// Fills an element anew; lists are flattened and nothing stays nothing.
export function put(element, ...children) {
  element.replaceChildren();
  return fill(element, {}, children);
}

export function s(name, attributes, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElementNS(SVG, tag);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  return fill(element, attributes, children);
}

// Words in which `code` stands between backticks.
export const prose = text => String(text).split("`").map((part, i) => i % 2 ? h("code", {}, part) : part);

export const $ = id => document.getElementById(id);

// Says one sentence to whoever listens instead of looking.
export function say(sentence) {
  const live = $("live");
  if (live.textContent !== sentence) live.textContent = sentence;
}

// A row of buttons of which one is pressed.
export function segments(label, choices, chosen, choose) {
  const buttons = choices.map(([key, text, kind]) =>
    h(`button${kind ? "." + kind : ""}`, { type: "button", "aria-pressed": String(key === chosen), "data-key": key, onclick: () => choose(key) }, text));
  const group = h("div.segments", { role: "group", "aria-label": label }, buttons);
  group.press = key => buttons.forEach(button => button.setAttribute("aria-pressed", String(button.dataset.key === key)));
  return group;
}

export function field(label, control, extra = "") {
  return h(`label.field${extra}`, {}, h("span", {}, label), control);
}

export function debounce(wait, action) {
  let timer = 0;
  return (...values) => { clearTimeout(timer); timer = setTimeout(() => action(...values), wait); };
}

// What the browser hands to the user as a file.
export function download(name, content, type) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link); link.click(); link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function pickFile(accept) {
  return new Promise(resolve => {
    const input = h("input", { type: "file", accept, onchange: async () => resolve(input.files[0] ? { name: input.files[0].name, text: await input.files[0].text() } : null) });
    input.click();
  });
}
