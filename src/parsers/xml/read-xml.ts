/** Reads XML into a tree within limits. Entities are never defined, nothing is loaded, and what is not well-formed is refused. */
import { setImmediate as giveWay } from "node:timers/promises";
import { SaxesParser } from "saxes";
import { cutEnd } from "../../domain/text.ts";
import { Unreadable } from "../outcome.ts";

export interface XmlElement {
  /** Without its prefix. */
  name: string;
  /** The namespace as an address; empty for none. */
  namespace: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** The text directly in it, trimmed. */
  text: string;
  /** The line on which it begins, from 1. */
  line: number;
  /** Where it begins in the text of the file, where its opening tag ends, and where it ends. */
  from: number;
  inside: number;
  to: number;
}

/** The root element with the text in which it and all others have their places. */
export interface XmlText {
  text: string;
  root: XmlElement;
}

export interface XmlLimits {
  elementsMax: number;
  depthMax: number;
  /** Of one element: a tag with a hundred thousand takes a second. Without limit by default, because counting takes as long as all other reading. */
  attributesMax?: number;
}

/** Feeds with a reading for every quarter of an hour of two years stay below; the depth is far above that of any feed. */
export const XML_LIMITS: XmlLimits = { elementsMax: 500_000, depthMax: 64 };

const CHUNK = 64 * 1024;

/**
 * The root element. @throws Unreadable `xml_not_well_formed`, `xml_has_doctype` (only a DOCTYPE can define entities, and no bill
 * needs one), `xml_too_large`
 */
export function readXml(bytes: Uint8Array, limits: XmlLimits = XML_LIMITS): XmlElement {
  const reading = startReading(decode(bytes), limits);
  for (const piece of reading.pieces) reading.write(piece);
  return reading.end();
}

/** The same, for a process that has other work: it gives way after each piece of the text. @throws also when `signal` aborts */
export async function readXmlInPieces(
  bytes: Uint8Array,
  signal: AbortSignal,
  limits: XmlLimits = XML_LIMITS,
): Promise<XmlText> {
  const decoded = decode(bytes);
  const reading = startReading(decoded, limits);
  for (const piece of reading.pieces) {
    reading.write(piece);
    await giveWay();
    signal.throwIfAborted();
  }
  return { text: decoded.text, root: reading.end() };
}

function startReading({ text, line }: Decoded, limits: XmlLimits) {
  const parser = new SaxesParser({ xmlns: true, position: true });
  parser.line = line;
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  let elements = 0;
  parser.on("error", ({ message }) => {
    throw new Unreadable("xml_not_well_formed", `The XML is not well-formed: ${sentenceOf(message)}`);
  });
  parser.on("doctype", () => {
    throw new Unreadable(
      "xml_has_doctype",
      "The XML has a DOCTYPE, which could define entities: such a file is not read.",
    );
  });
  let attributesOfTag = 0;
  const { attributesMax } = limits;
  if (attributesMax !== undefined)
    parser.on("attribute", () => {
      attributesOfTag += 1;
      if (attributesOfTag > attributesMax)
        throw new Unreadable("xml_too_large", `The XML has an element with more than ${attributesMax} attributes.`);
    });
  parser.on("opentag", ({ local, uri, attributes }) => {
    attributesOfTag = 0;
    elements += 1;
    if (elements > limits.elementsMax)
      throw new Unreadable("xml_too_large", `The XML has more than ${limits.elementsMax} elements.`);
    if (open.length >= limits.depthMax)
      throw new Unreadable("xml_too_large", `The XML is nested more than ${limits.depthMax} elements deep.`);
    const element: XmlElement = {
      name: local,
      namespace: uri,
      attributes: attributesOf(attributes),
      children: [],
      text: "",
      line: parser.line,
      // An attribute cannot contain this character.
      from: text.lastIndexOf("<", parser.position - 1),
      inside: parser.position,
      to: parser.position,
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (piece: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const element = open.pop();
    if (element === undefined) return;
    element.text = element.text.trim();
    element.to = parser.position;
  });
  return {
    pieces: Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, at) => text.slice(at * CHUNK, (at + 1) * CHUNK)),
    write: (piece: string) => void parser.write(piece),
    end(): XmlElement {
      parser.close();
      if (root === null) throw new Unreadable("xml_not_well_formed", "The XML has no element.");
      return root;
    },
  };
}

const NONE: Record<string, string> = {};

/** By their names without prefix. Most elements of a feed have none, and share this. */
function attributesOf(attributes: Record<string, { local: string; value: string }>): Record<string, string> {
  const values = Object.values(attributes);
  return values.length === 0 ? NONE : Object.fromEntries(values.map(({ local, value }) => [local, value]));
}

/** `4:17: unbound namespace prefix: "a".` as a sentence; a message may repeat what the file says, so it is short. */
function sentenceOf(message: string): string {
  const [, line, said = message] = /^(\d+):\d+: (.*)$/s.exec(message) ?? [];
  const short = cutEnd(said.trim().slice(0, 120), /\./);
  return line === undefined ? `${short}.` : `line ${line}, ${short}.`;
}

const MARKS: { mark: number[]; encoding: string }[] = [
  { mark: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
];
/** The XML declaration is within the first bytes. */
const DECLARATION_BYTES = 200;

/** The text of a file from its first sign on, and the line of that sign: an XML declaration with space before it would be refused. */
interface Decoded {
  text: string;
  line: number;
}

function decode(bytes: Uint8Array): Decoded {
  const marked = MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))?.encoding;
  const head = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString("latin1");
  const declared = /^\s*<\?xml[^>]{0,150}\bencoding\s*=\s*["']([\w.-]{1,40})["']/i.exec(head)?.[1];
  try {
    const whole = new TextDecoder(marked ?? declared ?? "utf-8", { fatal: true }).decode(bytes);
    const text = whole.trimStart();
    const before = whole.slice(0, whole.length - text.length);
    const lineEnds = before.replaceAll("\r\n", "\n").replace(/[^\r\n]/g, "");
    return { text, line: 1 + lineEnds.length };
  } catch {
    throw new Unreadable(
      "xml_not_well_formed",
      `The XML is not text in the encoding ${marked ?? declared ?? "utf-8"}.`,
    );
  }
}

/** The child elements of that name, in any namespace. */
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** The first element at a path of names, such as `billingPeriod`, `start`. */
export function elementAt(element: XmlElement, ...path: string[]): XmlElement | null {
  let found: XmlElement | undefined = element;
  for (const name of path) found = found?.children.find((child) => child.name === name);
  return found ?? null;
}

/** Its text; null when the element is missing or empty. */
export function textAt(element: XmlElement, ...path: string[]): string | null {
  const text = elementAt(element, ...path)?.text ?? "";
  return text === "" ? null : text;
}

/** A whole number of at most 15 digits, which is more than ESPI's 48 bits; null when there is none or something else. */
export function wholeAt(element: XmlElement, ...path: string[]): number | null {
  const text = textAt(element, ...path);
  return text !== null && /^[+-]?\d{1,15}$/.test(text) ? Number(text) : null;
}
