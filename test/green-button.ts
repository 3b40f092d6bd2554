/** A customer with a browser, for tests of Green Button Connect: opens addresses of the service and of the sandbox's utility, keeps cookies of both, signs in and permits. */
import assert from "node:assert/strict";
import { startSandbox, type RunningSandbox } from "../sandbox/server.ts";
import { openTestApp, type TestApp } from "./app.ts";
import type { Ending } from "./database.ts";
import { freePort } from "./service-process.ts";

export interface Connect extends TestApp {
  sandbox: RunningSandbox;
  /** The address of the service, which listens there. */
  url: string;
  /** Presses a switch of the utility. */
  press(name: string): Promise<void>;
  /** What customers permitted at the utility. */
  grants(): Promise<{ id: string; username: string; is_revoked: boolean }[]>;
}

/** The service on a port of its own beside a sandbox of its own, so that the utility can notify it. */
export async function openConnect(ending: Ending, settings: Record<string, string> = {}): Promise<Connect> {
  const sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
  ending.after(() => sandbox.close());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const opened = await openTestApp(ending, {
    METERBOOK_SANDBOX_PORT: String(sandbox.port),
    PUBLIC_URL: url,
    ...settings,
  });
  await opened.server.listen({ port, host: "127.0.0.1" });
  const utility = `${sandbox.url}/greenfield-energy`;
  return {
    ...opened,
    sandbox,
    url,
    async press(name) {
      const answer = await fetch(`${utility}/switches/${name}`, { method: "POST", redirect: "manual" });
      assert.equal(answer.status, 303, name);
    },
    async grants() {
      const answer = await fetch(`${utility}/grants.json`);
      // The sandbox's own test says what it answers.
      return (await answer.json()) as Awaited<ReturnType<Connect["grants"]>>;
    },
  };
}

export interface Page {
  status: number;
  url: string;
  location: string | null;
  text: string;
}

export interface Customer {
  /** One request; a redirect is not followed. */
  get(url: string): Promise<Page>;
  post(url: string, fields: [string, string][]): Promise<Page>;
  /** Opens an address and follows redirects to a page. */
  open(url: string): Promise<Page>;
  /**
   * Opens an address that leads to the utility, signs in and decides there; `back` is the address to which the utility then leads.
   */
  decide(
    url: string,
    choice?: { username?: string; allows?: boolean; accounts?: (ids: string[]) => string[] },
  ): Promise<{ back: string }>;
  /** The same, and goes back. */
  permit(url: string, choice?: Parameters<Customer["decide"]>[1]): Promise<Page>;
}

const hidden = (page: Page, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)?.[1] ?? "";

export function newCustomer(): Customer {
  const cookies = new Map<string, string>();

  async function send(url: string, init: RequestInit = {}): Promise<Page> {
    const { origin } = new URL(url);
    const own = [...cookies].filter(([name]) => name.startsWith(origin));
    const cookie = own.map(([name, value]) => `${name.slice(origin.length + 1)}=${value}`).join("; ");
    const answer = await fetch(url, { ...init, headers: { cookie, "accept-language": "en" }, redirect: "manual" });
    for (const header of answer.headers.getSetCookie()) {
      const [pair = ""] = header.split(";");
      const at = pair.indexOf("=");
      cookies.set(`${origin} ${pair.slice(0, at)}`, pair.slice(at + 1));
    }
    const location = answer.headers.get("location");
    const text = await answer.text();
    return { status: answer.status, url, text, location: location === null ? null : new URL(location, url).href };
  }

  const post = (url: string, fields: [string, string][]): Promise<Page> =>
    send(url, { method: "POST", body: new URLSearchParams(fields) });
  const open = async (url: string): Promise<Page> => {
    let page = await send(url);
    while (page.location !== null) page = await send(page.location);
    return page;
  };
  const decide: Customer["decide"] = async (url, choice = {}) => {
    const { username = "demo_residential", allows = true, accounts = (ids) => ids } = choice;
    const signIn = await open(url);
    assert.match(signIn.text, /Sign in to Greenfield Energy/, signIn.text);
    const at = new URL(signIn.url).origin;
    const consent = await post(`${at}/greenfield-energy/oauth/login`, [
      ["request", hidden(signIn, "request")],
      ["username", username],
      ["password", "sandbox"],
    ]);
    const ids = [...consent.text.matchAll(/name="account" value="([^"]+)"/g)].map(([, id]) => id ?? "");
    const decided = await post(`${at}/greenfield-energy/oauth/consent`, [
      ["request", hidden(consent, "request")],
      ["decision", allows ? "allow" : "deny"],
      ...accounts(ids).map((id): [string, string] => ["account", id]),
    ]);
    assert.ok(decided.location, decided.text);
    return { back: decided.location };
  };
  return { get: send, post, open, decide, permit: async (url, choice) => open((await decide(url, choice)).back) };
}
