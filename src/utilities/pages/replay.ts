/**
 * Answers the requests of a visit from recorded pages, in place of the connection to the portal. The same method, address and body
 * get the same answer; cookies do not matter.
 */
import { OutboundError, type Outbound } from "../../outbound/outbound.ts";
import type { Exchange } from "./exchange.ts";
import { fieldsOf } from "./masks.ts";

/** Values that differ from visit to visit. */
const VOLATILE = /^_$|time|stamp|nonce|rand|cache|^state$|challenge|verif/i;

type Fields = Map<string, string>;

const requestFields = (url: URL, body: string): Fields =>
  new Map([
    ...[...url.searchParams].map(([name, value]): [string, string] => [`?${name}`, value]),
    ...(body === "" ? [] : fieldsOf(body)),
  ]);

/** The fields that differ between a recorded request and this one. */
function differing(recorded: Fields, given: Fields): string[] {
  const names = new Set([...recorded.keys(), ...given.keys()].filter((name) => !VOLATILE.test(name.replace("?", ""))));
  return [...names].filter((name) => recorded.get(name) !== given.get(name));
}

/** A form has another token each time its page is asked for. */
const TOKEN_MIN = 16;

export interface Replay extends Pick<Outbound, "fetch"> {
  /** The requests that were not among the recorded ones, each once; queries are left out. */
  unknown(): string[];
}

/** `isMade`: a text that a visit made of its password differs each time, so any recorded one will do. */
export function createReplay(exchanges: readonly Exchange[], isMade: (text: string) => boolean = () => false): Replay {
  const recorded = exchanges.map((exchange) => {
    const url = new URL(exchange.url);
    return {
      exchange,
      place: `${exchange.method} ${url.origin}${url.pathname}`,
      fields: requestFields(url, exchange.body),
    };
  });
  const unknown = new Set<string>();
  let at = -1;
  return {
    unknown: () => [...unknown],
    async fetch(address, { method = "GET", body, signal }) {
      signal?.throwIfAborted();
      const url = new URL(address);
      const given = requestFields(url, body ? Buffer.from(body).toString() : "");
      const place = `${method} ${url.origin}${url.pathname}`;
      const here = recorded.flatMap((each, index) =>
        each.place === place ? { index, fields: each.fields, differs: differing(each.fields, given) } : [],
      );
      const isToken = (name: string): boolean => {
        const value = given.get(name) ?? "";
        return value.length >= TOKEN_MIN && here.some(({ fields }) => fields.get(name) === value);
      };
      const exact = here.filter(({ differs }) => differs.every((name) => isMade(given.get(name) ?? "")));
      const same = (exact.length > 0 ? exact : here.filter(({ differs }) => differs.every(isToken))).map(
        ({ index }) => index,
      );
      // A portal that answers the same request otherwise later, such as before and after the sign-in, does so in the recorded order.
      const next = same.find((index) => index > at) ?? same[0];
      const found = next === undefined ? undefined : recorded[next]?.exchange;
      if (next !== undefined) at = next;
      if (found === undefined) {
        unknown.add(`${method} ${url.pathname}`);
        if (recorded.every(({ place: known }) => new URL(known.slice(known.indexOf(" ") + 1)).origin !== url.origin))
          throw new OutboundError("unreachable", `nothing of ${url.host} was recorded`);
      }
      const { status, answered, content } = found ?? { status: 404, answered: {}, content: new Uint8Array() };
      const headers = new Headers();
      for (const [name, values] of Object.entries(answered)) for (const value of values) headers.append(name, value);
      return { status, headers, bytes: content, cut: false };
    },
  };
}
