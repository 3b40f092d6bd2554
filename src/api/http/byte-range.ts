/** Which part of a file a request asks for (RFC 9110, 14.2): a single range is served, anything else gets the whole file. */
import type { ByteRange } from "../../files/file-store.ts";

/** `whole`: no range, or one that may be ignored. `beyond`: a range that contains no byte of the file. */
export type AskedPart = "whole" | "beyond" | ByteRange;

const ONE_RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i;

/** For a file of this many bytes. An unreadable header and a list of ranges are treated as no range: both may be ignored. */
export function readRange(header: string | undefined, bytes: number): AskedPart {
  const [, from = "", to = ""] = ONE_RANGE.exec(header ?? "") ?? [];
  if (from === "" && to === "") return "whole";
  // `-500`: the last 500 bytes.
  if (from === "") return Number(to) === 0 ? "beyond" : clipped(Math.max(bytes - Number(to), 0), bytes - 1, bytes);
  if (to !== "" && Number(to) < Number(from)) return "whole";
  return clipped(Number(from), to === "" ? bytes - 1 : Number(to), bytes);
}

const clipped = (first: number, last: number, bytes: number): AskedPart =>
  first >= bytes ? "beyond" : { first, last: Math.min(last, bytes - 1) };

/** If-Range (RFC 9110, 13.1.5): the range counts without the header, or with exactly the file's tag. A weak tag or a date never matches. */
export const isRangeWanted = (ifRange: string | undefined, tag: string): boolean =>
  ifRange === undefined || ifRange.trim() === tag;
