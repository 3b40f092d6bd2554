/** A layout with other names: in every reply they are the new ones, in every request they become the old ones again. */
import type { Ask, Reply } from "./http.ts";

type Names = Readonly<Record<string, string>>;

/** A name is replaced where it is whole: not as a part of a longer word. */
function patternOf(names: Names): RegExp {
  const each = Object.keys(names)
    .toSorted((one, other) => other.length - one.length)
    .map((name) => {
      const text = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      return `${/^\w/.test(name) ? String.raw`(?<![\w-])` : ""}${text}${/\w$/.test(name) ? String.raw`(?![\w-])` : ""}`;
    });
  return new RegExp(each.join("|"), "g");
}

const replaceIn = (text: string, names: Names): string =>
  text.replaceAll(patternOf(names), (name) => names[name] ?? name);

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
