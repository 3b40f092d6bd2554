/** A request as the portals see it and the reply they return: plain values, so that a portal is a function. */

export interface Ask {
  method: string;
  path: string;
  query: URLSearchParams;
  /** The fields of a form post; of any other body, nothing that means something. */
  form: URLSearchParams;
  /** The body as it was sent. */
  body: string;
  headers: Headers;
  cookies: ReadonlyMap<string, string>;
  /** The header of that name; empty without one. */
  authorization: string;
  /** `http://host:port` as the caller wrote it. */
  origin: string;
  /** The caller is a program on this machine. */
  isLocal: boolean;
}

/** The body as JSON; an empty object when it is not JSON. */
export function readJson(ask: Ask): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(ask.body);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A text of a record; empty when it has none of this name. */
export const textOf = (record: Record<string, unknown>, name: string): string => {
  const value = record[name];
  return typeof value === "string" ? value : "";
};

export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  body: string | Uint8Array;
  /** How long the server waits before it answers. */
  delayMs?: number;
  /** The length that is announced, when it is not that of the body. */
  announcedBytes?: number;
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

/** A page whose scripts run: its own files, what is written in it, and texts that are run as scripts, as old frameworks do. */
export function scriptPage(status: number, html: string, headers: Reply["headers"] = {}): Reply {
  const policy =
    "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; connect-src 'self'; style-src 'unsafe-inline'; " +
    "img-src data:; form-action 'self'; base-uri 'none'";
  return page(status, html, { "content-security-policy": policy, ...headers });
}

/** A script file of a portal. */
export function script(text: string): Reply {
  const headers = { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-store" };
  return { status: 200, headers, body: text };
}

export function redirect(location: string, headers: Reply["headers"] = {}): Reply {
  return { status: 302, headers: { location, "cache-control": "no-store", ...headers }, body: "" };
}

export function json(status: number, value: unknown, more: Reply["headers"] = {}): Reply {
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...more };
  return { status, headers, body: `${JSON.stringify(value)}\n` };
}

/** A PDF download with a file name, whatever its bytes really are: portals do not check. */
export const pdfFile = (name: string, bytes: Uint8Array): Reply => file(name, "application/pdf", bytes, "inline");

/** A download with a file name. */
export function file(
  name: string,
  type: string,
  bytes: Uint8Array,
  disposition: "inline" | "attachment" = "attachment",
): Reply {
  const headers = {
    "content-type": type,
    "content-disposition": `${disposition}; filename="${name}"`,
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
