/** What a recipe may ask of a real browser: the contract of one visit's tab. `src/browser` fulfils it. */
import type { SerializedCookieJar } from "tough-cookie";
import type { Outbound } from "../outbound/outbound.ts";

/** The page as it stands after an action. */
export interface Shown {
  url: URL;
  /** Of the page's own document; what its scripts fetched does not count. */
  status: number;
  /** Of the same. */
  header(name: string): string | null;
  /** The elements as they are now, not the text that was sent. */
  html: string;
}

/** What `download` got: a file, or the page that came in its place. */
export interface Downloaded {
  /** The page that was shown is gone: another came with the file or in its place. */
  leftPage: boolean;
  url: URL;
  status: number;
  bytes: Uint8Array;
  header(name: string): string | null;
}

/** What an action waits for. */
export interface Awaited {
  /** A CSS selector of what is there when the page is complete. */
  ready?: string | undefined;
  /** The page is given whatever its status says. */
  readsAnyStatus?: boolean | undefined;
}

export interface TabOptions {
  /** Checked for every address that the visit reaches, also by scripts; of an https address only the origin is known then. */
  mayVisit: (url: URL) => boolean;
  /** Delay between the end of one action and the start of the next. */
  delayMs: number;
  signal: AbortSignal;
  /** Values to hide when a portal puts them into an address. They are not stored. */
  hidden: string[];
  /** Of an earlier part of the visit, or of a remembered device; null begins without any. */
  cookies: SerializedCookieJar | null;
  outbound: Pick<Outbound, "fetch" | "tunnel">;
}

/**
 * One action at a time. Every action waits until the page and its scripts are still, and for what is `awaited`; after the limit of
 * time it takes the page as it stands. Every method throws a `PortalError`, or the signal's reason when it is aborted. No error
 * contains a value that was typed or shown.
 */
export interface Tab {
  open(url: URL, awaited?: Awaited): Promise<Shown>;
  /**
   * Types values into the fields of a form, each named by its name or a selector, and presses the button; without one, the
   * form's own.
   */
  submit(
    form: string,
    fields: readonly (readonly [field: string, value: string])[],
    button?: string,
    awaited?: Awaited,
  ): Promise<Shown>;
  click(selector: string, awaited?: Awaited): Promise<Shown>;
  /** The file at an address, or the one that comes when the element of a selector is clicked. */
  download(what: URL | string, limits: { bytesMax: number; timeoutMs: number }): Promise<Downloaded>;
  /** All cookies, with which the visit can go on later, also without a browser. */
  cookies(): Promise<SerializedCookieJar>;
  /** The name of an address in errors: its path, without query, parameters or parts of the credential. */
  place(url: URL): string;
  /** Never throws, and ends what is still running. */
  close(): Promise<void>;
}

/** Begins a visit through the guarded connection of portals. */
export type OpenPortalTab = (options: Omit<TabOptions, "outbound">) => Promise<Tab>;

/** Begins a visit, when its turn has come. @throws PortalError; the signal's reason; an error when no browser starts here */
export type OpenTab = (options: TabOptions) => Promise<Tab>;
