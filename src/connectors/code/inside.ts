/**
 * What runs beside a connector in its realm, where nothing of Node is: it calls the methods and hands over what they ask as text. Its own source
 * text is evaluated there, so it uses nothing from outside of this function.
 */

/** The name in the realm of what `connector.ts` exports. */
export const EXPORTED = "$exported";

/** Takes the connector, or what it threw when it was loaded, then messages from the service as text. */
export interface Inside {
  take(connector: unknown): void;
  broken(error: unknown): void;
  receive(text: string): void;
}

type Ask = Record<string, unknown>;

/** `post` hands a text to the service. */
export function inside(post: (text: string) => void): Inside {
  let methods: Record<string, unknown> = {};
  let asked = 0;
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();

  class Refused extends Error {
    readonly said: Ask;
    constructor(said: Ask) {
      super("the visit ends");
      this.said = said;
    }
  }

  const send = (message: Ask): void => post(JSON.stringify(message));

  function parse(text: string): unknown {
    if (!/^\s*[[{]/.test(text)) return undefined;
    const exact = (_name: string, value: unknown, { source }: { source?: string }): unknown =>
      typeof value === "number" && source !== undefined && String(value) !== source ? source : value;
    try {
      return (JSON.parse as (json: string, reviver: typeof exact) => unknown)(text, exact);
    } catch {
      return undefined;
    }
  }

  const answered = (answer: unknown): unknown => {
    const { body } = answer as { body: string };
    return Object.defineProperty(answer as object, "json", { get: () => parse(body), enumerable: false });
  };

  function portalOf(call: number, given: Ask): Ask {
    const ask = (verb: string, more: Ask): Promise<unknown> =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve, reject });
        send({ call, ask: asked, verb, ...more });
      });
    const requestOf = (request: unknown): unknown => (typeof request === "string" ? { url: request } : request);
    return {
      ...given,
      page: async (request: unknown) => answered(await ask("page", { request: requestOf(request) })),
      form: async (selector: unknown, fields: unknown, submit: unknown = {}) =>
        answered(await ask("form", { selector, fields, submit })),
      follow: async (selector: unknown) => answered(await ask("follow", { selector })),
      rows: (selector: unknown, fields: unknown) => ask("rows", { selector, fields }),
      says: (text: unknown) => ask("says", { text }),
      cookie: (name: unknown) => ask("cookie", { name }),
      file: (request: unknown) => ask("file", { request: requestOf(request) }),
      digest: (making: unknown) => ask("digest", { making }),
      refuse: (kind: unknown, says: unknown) => new Refused({ kind, says }),
      changed: (why: unknown) => new Refused({ kind: "portal_changed", why }),
      note: (text: unknown) => send({ call, note: String(text) }),
      utf8: (bytes: Uint8Array) =>
        decodeURIComponent([...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")),
    };
  }

  function failed(error: unknown): Ask {
    if (error instanceof Refused) return { refused: error.said };
    const isError = error instanceof Error;
    const [, line, column] = /connector\.[jt]s:(\d+):(\d+)/.exec(isError ? String(error.stack) : "") ?? [];
    return {
      name: isError ? error.name : typeof error,
      message: isError ? error.message : "",
      line: line === undefined ? null : Number(line),
      column: column === undefined ? null : Number(column),
    };
  }

  async function run(call: number, method: string, portal: Ask, args: unknown[]): Promise<void> {
    try {
      const work = methods[method];
      if (typeof work !== "function") throw new Refused({ kind: "portal_changed", why: `no method ${method}` });
      const done: unknown = await work.apply(methods, [portalOf(call, portal), ...args]);
      send({ call, done: done ?? null });
    } catch (error) {
      send({ call, failed: failed(error) });
    }
  }

  return {
    take(connector) {
      methods = connector as typeof methods;
      const has = (name: string): boolean => typeof methods?.[name] === "function";
      send({ ready: ["signIn", "answer", "accounts", "bills", "file", "signOut"].filter(has) });
    },
    broken: (error) => send({ broken: failed(error) }),
    receive(text) {
      const message = JSON.parse(text) as { ask?: number; value?: unknown; ended?: true } & {
        call: number;
        method: string;
        portal: Ask;
        args: unknown[];
      };
      if (message.ask === undefined) {
        void run(message.call, message.method, message.portal, message.args);
        return;
      }
      const { resolve, reject } = waiting.get(message.ask) ?? {};
      waiting.delete(message.ask);
      if (message.ended === true) reject?.(new Error("the visit has ended"));
      else resolve?.(message.value);
    },
  };
}
