/** Splits an X12 file into its transaction sets. The first segment, which has a fixed length, names the separators. */
import { Unreadable } from "../outcome.ts";

export interface Segment {
  id: string;
  /** From 0: `elements[0]` is the element that guides call 01. Trailing spaces are removed. */
  elements: string[];
  /** Its number in the file, from 1. */
  row: number;
}

export interface TransactionSet {
  /** 810, 867, 997. */
  type: string;
  /** From the one after ST to the one before SE. */
  segments: Segment[];
}

export interface Interchange {
  /** False when the sender marks it as a test. */
  isProduction: boolean;
  sets: TransactionSet[];
}

/** The length of ISA with its terminator (X12.5). */
const ISA_LENGTH = 106;
const SEGMENTS_MAX = 200_000;
const ELEMENTS_MAX = 100;
/** ISA15: T for test data. */
const USAGE_AT = 102;

/** @throws Unreadable `x12_damaged`, `file_cut_off`, `file_too_large` */
export function readSegments(bytes: Buffer): Interchange {
  const text = bytes.toString("latin1").trimStart();
  if (text.length < ISA_LENGTH) throw new Unreadable("file_cut_off", "The X12 file ends within its first segment.");
  const [separator, end] = [text.charAt(3), text.charAt(ISA_LENGTH - 1)];
  if (/[\w\s]/.test(separator) || /\w/.test(end) || separator === end)
    throw new Unreadable("x12_damaged", "The first segment of the X12 file does not name its separators.");
  const segments = text.split(end, SEGMENTS_MAX + 1).map((part) => part.trim());
  if (segments.length > SEGMENTS_MAX)
    throw new Unreadable("file_too_large", `The X12 file has more than ${SEGMENTS_MAX} segments.`);
  const read = segments.flatMap((part, at): Segment[] => {
    const [id = "", ...elements] = part.split(separator, ELEMENTS_MAX);
    return id === "" ? [] : [{ id, elements: elements.map((element) => element.trim()), row: at + 1 }];
  });
  if (read.at(-1)?.id !== "IEA") throw new Unreadable("file_cut_off", "The end of the X12 file is missing.");
  return { isProduction: text.charAt(USAGE_AT) !== "T", sets: setsOf(read) };
}

function setsOf(segments: readonly Segment[]): TransactionSet[] {
  const sets: TransactionSet[] = [];
  let open: TransactionSet | null = null;
  for (const segment of segments) {
    if (segment.id === "ST") open = { type: segment.elements[0] ?? "", segments: [] };
    else if (segment.id === "SE" && open !== null) {
      // SE01 counts the segments from ST to SE.
      const counted = Number(segment.elements[0]);
      if (counted !== open.segments.length + 2) {
        const detail = `A transaction set has ${open.segments.length + 2} segments, and its end says ${counted}.`;
        throw new Unreadable("x12_damaged", detail);
      }
      sets.push(open);
      open = null;
    } else open?.segments.push(segment);
  }
  if (open !== null) throw new Unreadable("x12_damaged", "A transaction set of the X12 file has no end.");
  return sets;
}

export const element = ({ elements }: Segment, number: number): string => elements[number - 1] ?? "";

/** The value of the first segment with that id and qualifier, such as `REF`, `12`. */
export const valueOf = (segments: readonly Segment[], id: string, qualifier: string, number = 2): string | null =>
  segments
    .filter((segment) => segment.id === id && element(segment, 1) === qualifier)
    .map((segment) => element(segment, number))
    .find((value) => value !== "") ?? null;

/** The segments in loops, each beginning with one of these; what is before the first is the head. */
export function loopsOf(segments: readonly Segment[], ...begins: string[]): { head: Segment[]; loops: Segment[][] } {
  const head: Segment[] = [];
  const loops: Segment[][] = [];
  for (const segment of segments) {
    if (begins.includes(segment.id)) loops.push([segment]);
    else (loops.at(-1) ?? head).push(segment);
  }
  return { head, loops };
}
