/**
 * Requests to a portal with their answers, as they are kept in `pages` of a utility: `exchanges.json` lists them, and each body is
 * a file of its own that a person can look at.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { StartError } from "../../errors.ts";

export interface Exchange {
  method: string;
  /** Whole, with its query. */
  url: string;
  /** Of the request; names in lower case. */
  headers: Record<string, string>;
  /** Of the request, as it was sent; empty without one. */
  body: string;
  status: number;
  /** Of the answer; names in lower case. */
  answered: Record<string, string[]>;
  /** The body of the answer. */
  content: Uint8Array;
}

export const typeOf = ({ answered }: Pick<Exchange, "answered">): string =>
  answered["content-type"]?.[0]?.split(";")[0]?.trim().toLowerCase() ?? "";

/** Answers that are texts, so that they can be masked. */
export const isText = (type: string): boolean => /^text\/|json|xml|javascript|x-www-form-urlencoded/.test(type);

const INDEX = "exchanges.json";

const Index = z.array(
  z.strictObject({
    method: z.string(),
    url: z.url(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
    status: z.int(),
    answered: z.record(z.string(), z.array(z.string())),
    file: z.string().nullable(),
  }),
);

const ENDS: [RegExp, string][] = [
  [/html/, "html"],
  [/json/, "json"],
  [/xml/, "xml"],
  [/pdf/, "pdf"],
  [/^text/, "txt"],
];

const endOf = (type: string): string => ENDS.find(([form]) => form.test(type))?.[1] ?? "bin";

/** Such as `03-post-sign-in.html`. */
function fileNameOf({ method, url, ...exchange }: Exchange, at: number): string {
  const place = new URL(url).pathname.replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  const name = `${String(at + 1).padStart(2, "0")}-${method.toLowerCase()}-${place || "start"}`.slice(0, 80);
  return `${name}.${endOf(typeOf(exchange))}`;
}

/** Writes them into a folder that is made when it does not exist. Returns the names of its files. */
export function writeExchanges(folder: string, exchanges: readonly Exchange[]): string[] {
  mkdirSync(folder, { recursive: true });
  const index: z.infer<typeof Index> = exchanges.map(({ content, ...exchange }, at) => ({
    ...exchange,
    file: content.length === 0 ? null : fileNameOf({ content, ...exchange }, at),
  }));
  for (const [at, { file }] of index.entries()) {
    const content = exchanges[at]?.content;
    if (file !== null && content !== undefined) writeFileSync(join(folder, file), content);
  }
  writeFileSync(join(folder, INDEX), `${JSON.stringify(index, null, 2)}\n`);
  return [INDEX, ...index.flatMap(({ file }) => file ?? [])];
}

/** @throws StartError when the folder has no recorded pages */
export function readExchanges(folder: string): Exchange[] {
  const file = join(folder, INDEX);
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new StartError(`${file} is missing or no JSON: record pages first.`, { cause: error });
  }
  const read = Index.safeParse(given);
  if (!read.success) throw new StartError(`${file} is no list of recorded pages.`);
  return read.data.map(({ file: name, ...exchange }) => ({
    ...exchange,
    content: name === null ? new Uint8Array() : readFileSync(join(folder, basename(name))),
  }));
}
