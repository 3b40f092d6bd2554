/** A request as the portals see it and the reply they return: plain values, so that a portal is a function. */

export interface Ask {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  cookies: ReadonlyMap<string, string>;
  /** The header of that name; empty without one. */
  authorization: string;
  /** `http://host:port` as the caller wrote it. */
  origin: string;
}

export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  body: string | Uint8Array;
  /** How long the server waits before it answers. */
  delayMs?: number;
}

/** Pages run no script, load nothing and are not cached. */
const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
};

export function page(status: number, html: string, headers: Reply["headers"] = {}): Reply {
  return { status, headers: { ...PAGE_HEADERS, ...headers }, body: html };
}

export function redirect(location: string, headers: Reply["headers"] = {}): Reply {
  return { status: 302, headers: { location, "cache-control": "no-store", ...headers }, body: "" };
}

export function json(status: number, value: unknown): Reply {
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  return { status, headers, body: `${JSON.stringify(value)}\n` };
}

/** A PDF download with a file name, whatever its bytes really are: portals do not check. */
export function pdfFile(name: string, bytes: Uint8Array): Reply {
  const headers = {
    "content-type": "application/pdf",
    "content-disposition": `inline; filename="${name}"`,
    "cache-control": "private, no-store",
  };
  return { status: 200, headers, body: bytes };
}

export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0) cookies.set(part.slice(0, at).trim(), part.slice(at + 1).trim());
  }
  return cookies;
}

const DAY_SECONDS = 24 * 3600;

/** A `Set-Cookie` value that scripts cannot read, sent back under `path` only. An empty value removes the cookie; without days it ends with the browser. */
export function cookie(name: string, value: string, path: string, days: number | null = null): string {
  const expiry = value === "" ? "; Max-Age=0" : days === null ? "" : `; Max-Age=${days * DAY_SECONDS}`;
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax${expiry}`;
}
