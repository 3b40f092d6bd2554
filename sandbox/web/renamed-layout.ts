/** A layout with other names: in every reply they are the new ones, in every request they become the old ones again. */
import type { Ask, Reply } from "./http.ts";

type Names = Readonly<Record<string, string>>;

const isInWord = (letter: string): boolean => /[\w-]/.test(letter);

/** Where a name is whole next: not as a part of a longer word. -1 where it is not. */
function findWhole(text: string, name: string, from: number): number {
  for (let at = text.indexOf(name, from); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    const goesOn = isInWord(name.slice(-1)) && isInWord(text.charAt(end));
    if (!goesOn && !(isInWord(name.charAt(0)) && isInWord(text.charAt(at - 1)))) return at;
  }
  return -1;
}

/** Every name in one go, so that none is replaced twice; of two that begin at one place the longer. */
function replaceIn(text: string, names: Names): string {
  const pairs = Object.entries(names).toSorted(([one], [other]) => other.length - one.length);
  const parts: string[] = [];
  for (let from = 0; ;) {
    let next = { at: text.length, name: "", now: "" };
    for (const [name, now] of pairs) {
      const at = findWhole(text, name, from);
      if (at >= 0 && at < next.at) next = { at, name, now };
    }
    parts.push(text.slice(from, next.at), next.now);
    if (next.name === "") return parts.join("");
    from = next.at + next.name.length;
  }
}

const backwards = (names: Names): Names => Object.fromEntries(Object.entries(names).map(([old, now]) => [now, old]));

/** A page, a script or an answer in JSON as it is after the change. */
export function rename(reply: Reply, names: Names): Reply {
  const isText = /^(text\/|application\/json)/.test(String(reply.headers["content-type"] ?? ""));
  return isText && typeof reply.body === "string" ? { ...reply, body: replaceIn(reply.body, names) } : reply;
}

const renameAll = (fields: URLSearchParams, names: Names): URLSearchParams =>
  new URLSearchParams([...fields].map(([name, value]) => [replaceIn(name, names), replaceIn(value, names)]));

export function renameBack(ask: Ask, names: Names): Ask {
  const old = backwards(names);
  const [query, form] = [renameAll(ask.query, old), renameAll(ask.form, old)];
  return { ...ask, path: replaceIn(ask.path, old), query, form, body: replaceIn(ask.body, old) };
}
