/**
 * The fixtures of a utility: bills, each as its words or its file, with what must come out. `lake-2026.words.json` and
 * `lake-2026.expected.json` are a pair, and so are `lake-2026.pdf` and that.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PdfReader } from "../parsers/pdf/read-pdf.ts";
import type { Page } from "../parsers/pdf/page-model.ts";
import type { Template } from "../parsers/template/template.ts";
import { checkBills, readPagesOf, type BillVerdict } from "./read-bill.ts";
import { faultOf, FIXTURES_FOLDER, namesIn, type UtilityFault } from "./read-folder.ts";
import { WORDS_END, writeWords } from "./words-file.ts";

const EXPECTED_END = ".expected.json";

export interface Fixture {
  name: string;
  /** Absolute, both. */
  bill: string;
  expected: string;
}

/** The pairs in the folder of a utility, and the files that are in none. */
export function listFixtures(utilityFolder: string): { fixtures: Fixture[]; faults: UtilityFault[] } {
  const folder = join(utilityFolder, FIXTURES_FOLDER);
  const names = namesIn(folder);
  const expectations = new Set(names.filter((name) => name.endsWith(EXPECTED_END)));
  const bills = names.filter((name) => !name.endsWith(EXPECTED_END));
  const fixtures = bills.flatMap((bill) => {
    const name = nameOf(bill);
    const expected = `${name}${EXPECTED_END}`;
    return expectations.has(expected) ? { name, bill: join(folder, bill), expected: join(folder, expected) } : [];
  });
  const paired = new Set(fixtures.flatMap(({ bill, expected }) => [bill, expected]));
  const faults = names
    .map((name) => join(folder, name))
    .filter((file) => !paired.has(file))
    .map((file) => faultOf(file, `is a fixture without its other half, ${WHAT_IS_MISSING(file)}`));
  return { fixtures, faults };
}

const WHAT_IS_MISSING = (file: string): string =>
  file.endsWith(EXPECTED_END) ? "the bill or its words" : `what must come out (${EXPECTED_END})`;

/** `lake-2026` of `lake-2026.words.json` and of `lake-2026.pdf`. */
export function nameOf(bill: string): string {
  if (bill.endsWith(WORDS_END)) return bill.slice(0, -WORDS_END.length);
  const end = bill.lastIndexOf(".");
  return end > 0 ? bill.slice(0, end) : bill;
}

/** No bill has an account or a day that it must agree with: a fixture stays right as time passes. */
const ANY = { acct_num: null, today: null };

/** What comes out of a bill, in the form of `expected.json`: a list, because a file may hold several bills. */
export function outcomeOf(bills: readonly BillVerdict[]): unknown[] {
  return bills.map(({ accepted, findings, statement }) => ({
    accepted,
    findings: findings.map(({ severity, name }) => `${severity} ${name}`),
    statement: withoutPlaces(statement),
  }));
}

/** Without the places of values: they are many, and follow from the words. */
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== "place" && name !== "printed");
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutPlaces(each)]));
}

/** Where the outcome differs from what the fixture expects, a line each; empty when it does not. */
export async function checkFixture(
  { bill, expected }: Fixture,
  templates: readonly Template[],
  reader: Pick<PdfReader, "read">,
): Promise<string[]> {
  const wanted = readJson(expected);
  if (!Array.isArray(wanted)) return [`${expected} is not a list of bills in JSON`];
  const bills = await checkBills(await readPagesOf(bill, reader), templates, ANY);
  return differences("", wanted, outcomeOf(bills));
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * What is expected must be there; a field that is not named may have any value, so that a fixture can be short and outlives new
 * fields. Lists must have the same length.
 */
export function differences(path: string, expected: unknown, found: unknown): string[] {
  const at = (key: string | number) => (path === "" ? String(key) : `${path}.${key}`);
  if (Array.isArray(expected) && Array.isArray(found)) {
    const each = expected.flatMap((value, index) =>
      index < found.length ? differences(at(index), value, found[index]) : [],
    );
    if (expected.length === found.length) return each;
    return [`${path || "the file"}: ${expected.length} expected, ${found.length} found`, ...each];
  }
  if (isRecord(expected) && isRecord(found))
    return Object.entries(expected).flatMap(([key, value]) => differences(at(key), value, found[key]));
  if (Object.is(expected, found)) return [];
  return [`${path}: ${JSON.stringify(expected)} expected, ${JSON.stringify(found)} found`];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The files of a pair with the words of a bill. */
export function fixtureOf(utilityFolder: string, name: string): Fixture {
  const folder = join(utilityFolder, FIXTURES_FOLDER);
  return { name, bill: join(folder, `${name}${WORDS_END}`), expected: join(folder, `${name}${EXPECTED_END}`) };
}

/** Writes a pair with the words of a bill, and what must come out of them. */
export function writePair(
  { bill, expected }: Fixture,
  content: { pages: readonly Page[]; expected: readonly object[] },
): void {
  mkdirSync(dirname(bill), { recursive: true });
  writeFileSync(bill, writeWords(content.pages));
  writeFileSync(expected, `${JSON.stringify(content.expected, null, 2)}\n`);
}

/** Writes a pair with the words of a bill, and what comes out of them now. Returns its files. */
export async function writeFixture(
  utilityFolder: string,
  { name, pages, templates }: { name: string; pages: readonly Page[]; templates: readonly Template[] },
): Promise<Fixture> {
  const fixture = fixtureOf(utilityFolder, name);
  mkdirSync(dirname(fixture.bill), { recursive: true });
  writeFileSync(fixture.bill, writeWords(pages));
  await writeExpected(fixture, templates, { read: async () => ({ ok: true, pages: [...pages] }) });
  return fixture;
}

/** Writes what comes out of the bill of a fixture now as what must come out. */
export async function writeExpected(
  { bill, expected }: Fixture,
  templates: readonly Template[],
  reader: Pick<PdfReader, "read">,
): Promise<void> {
  const outcome = outcomeOf(await checkBills(await readPagesOf(bill, reader), templates, ANY));
  writeFileSync(expected, `${JSON.stringify(outcome, null, 2)}\n`);
}
