/** A browser without a screen, for tests: keeps cookies by path, follows redirects on demand, reads forms and links. */

export interface Seen {
  status: number;
  /** Path and query of where the answer came from. */
  path: string;
  location: string | null;
  headers: Headers;
  text: string;
  bytes: Uint8Array;
}

export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Seen>;
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Seen>;
  /** With headers beside those of the visitor; `body` is sent as JSON. */
  postJson(path: string, body: unknown, headers?: Record<string, string>): Promise<Seen>;
  /** Follows redirects until it reaches a page. */
  follow(seen: Seen): Promise<Seen>;
  forgetCookies(): void;
}

interface Kept {
  name: string;
  value: string;
  path: string;
}

function keep(jar: Kept[], header: string): Kept[] {
  const [pair = "", ...attributes] = header.split("; ");
  const at = pair.indexOf("=");
  const path = attributes.find((attribute) => attribute.startsWith("Path="))?.slice(5) ?? "/";
  const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), path };
  const others = jar.filter(({ name }) => name !== cookie.name);
  return attributes.includes("Max-Age=0") ? others : [...others, cookie];
}

export function createVisitor(origin: string): Visitor {
  let jar: Kept[] = [];

  async function send(path: string, init: RequestInit): Promise<Seen> {
    const fit = jar.filter((cookie) => path === cookie.path || path.startsWith(`${cookie.path}/`));
    const cookie = fit.map(({ name, value }) => `${name}=${value}`).join("; ");
    const headersSent = new Headers(init.headers);
    if (cookie !== "") headersSent.set("cookie", cookie);
    const response = await fetch(origin + path, { ...init, headers: headersSent, redirect: "manual" });
    for (const header of response.headers.getSetCookie()) jar = keep(jar, header);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { status, headers } = response;
    return { status, path, location: headers.get("location"), headers, text: new TextDecoder().decode(bytes), bytes };
  }

  return {
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, fields, headers = {}) => send(path, { method: "POST", headers, body: new URLSearchParams(fields) }),
    postJson(path, body, headers = {}) {
      const sent = { "content-type": "application/json", ...headers };
      return send(path, { method: "POST", headers: sent, body: JSON.stringify(body) });
    },
    async follow(seen) {
      let here = seen;
      while (here.location !== null) here = await send(here.location, {});
      return here;
    },
    forgetCookies() {
      jar = [];
    },
  };
}

/** The value of a hidden field on a page; empty when there is none. */
export function hiddenField(page: string, name: string): string {
  const fields = page.matchAll(/name="([^"\s]*)"\s+value="([^"]*)"/g);
  return fields.find(([, each]) => each === name)?.[2] ?? "";
}

/** Every matching address on a page, in order. */
export function links(page: string, fits: RegExp): string[] {
  return [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? "").filter((href) => fits.test(href));
}

/** Signs in at Northgate Electric; returns the reply to the sign-in itself. */
export async function signInNorthgate(visitor: Visitor, username: string, password = "sandbox"): Promise<Seen> {
  const page = await visitor.follow(await visitor.get("/northgate-electric/"));
  const csrf_token = hiddenField(page.text, "csrf_token");
  return visitor.post("/northgate-electric/login", { csrf_token, username, password });
}

/** Signs in at Clearwater Gas & Water; returns the reply to the sign-in itself. */
export async function signInClearwater(visitor: Visitor, customerEmail: string, passphrase = "sandbox"): Promise<Seen> {
  await visitor.follow(await visitor.get("/clearwater-gas-water/"));
  return visitor.post("/clearwater-gas-water/signin", { customerEmail, passphrase, returnTo: "dashboard" });
}
