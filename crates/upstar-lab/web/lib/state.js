// The state of a screen lives in the fragment of its address: a link is all there is to it.

export function read() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

export function write(state, { push = false } = {}) {
  const kept = Object.entries(state).filter(([, value]) => value !== undefined && value !== null && value !== "" && value !== false);
  const hash = kept.map(([name, value]) => `${name}=${encodeURIComponent(value).replace(/%20/g, "+").replace(/%7C/g, "|").replace(/%2C/g, ",")}`).join("&");
  const url = location.pathname + (hash ? "#" + hash : "");
  if (url === location.pathname + location.hash) return;
  if (push) history.pushState(null, "", url); else history.replaceState(null, "", url);
}

export const link = (path, state) => {
  const kept = Object.entries(state).filter(([, value]) => value);
  return path + (kept.length ? "#" + kept.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&") : "");
};
