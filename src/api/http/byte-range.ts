/** Which part of a file a request asks for (RFC 9110, 14.2): one range is served, everything else is answered whole. */
import type { ByteRange } from "../../files/file-store.ts";

/** `whole`: no range, or none that has to be served. `beyond`: a range that no byte of the file is in. */
export type AskedPart = "whole" | "beyond" | ByteRange;

const ONE_RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i;

/** Of a file with so many bytes. A header that cannot be read, and a list of ranges, count as none: both may be ignored. */
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

/** If-Range (RFC 9110, 13.1.5): without it, or with the very tag of the file, the range counts. A weak tag or a date never does. */
export const isRangeWanted = (ifRange: string | undefined, tag: string): boolean =>
  ifRange === undefined || ifRange.trim() === tag;
