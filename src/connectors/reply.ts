/** What a portal answered to one request. */
export interface Reply {
  /** Where it came from, after redirects. */
  url: URL;
  status: number;
  bytes: Uint8Array;
  header(name: string): string | null;
  /** All of them; absent with a browser. */
  headers?: Iterable<[string, string]>;
  /** The number of the page in a browser that shows it; absent without a browser. */
  live?: number;
}

/** The type of an answer without its parameters; null when the portal states none. */
export const mediaTypeOf = ({ header }: Pick<Reply, "header">): string | null =>
  header("content-type")?.split(";")[0]?.trim().toLowerCase() || null;
