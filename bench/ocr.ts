/**
 * Reads bills of the sandbox from pictures: printed at 200 dpi, up to 3 degrees crooked, with noise. Prints pages per minute and
 * how many bills were accepted, and of those how many were exactly right. Arguments: how many bills of each account, and of how many accounts.
 */
import { isDeepStrictEqual } from "node:util";
import { pdfOfPictures } from "../test/picture-pdf.ts";
import { asTruth, drawBills, type DrawnBill } from "../test/drawn-bills.ts";
import { scanned } from "../test/scanned.ts";
import { checkReading, isAccepted } from "../src/domain/bills/reconcile.ts";
import { createPdfReader } from "../src/parsers/pdf/read-pdf.ts";
import { createPictureReader, openRenderer } from "../src/parsers/pictures/read-pictures.ts";
import { builtInTemplates } from "../src/utilities/utilities.fixtures.ts";
import { parsersOf } from "../src/parsers/registry.ts";

const each = Number(process.argv[2] ?? 5);
const accounts = Number(process.argv[3] ?? 4);
const USERNAMES = ["demo_residential", "demo_commercial", "demo_estimated", "demo_supply_split"];
const DEGREES_MAX = 3;
const NOISE = 20;

const renderer = openRenderer({ processes: 1 });
const reader = createPdfReader({ processes: 1 });
const pictures = createPictureReader({ processes: 1 });
const parsers = parsersOf(builtInTemplates(), { reader, pictures });

/** The bill as a PDF of scanned pages. */
async function scan(bytes: Uint8Array, seed: number): Promise<{ pages: number; file: Buffer }> {
  const pages: Buffer[] = [];
  for (let page = 1, count = 1; page <= count; page++) {
    const drawn = await renderer.render(bytes, { page, dpi: 200 });
    if (!drawn.ok) throw new Error(drawn.finding.detail);
    count = drawn.pages;
    pages.push(
      await scanned(drawn.png, "image/jpeg", { seed: seed * 100 + page, degreesMax: DEGREES_MAX, noise: NOISE }),
    );
  }
  return { pages: pages.length, file: pdfOfPictures(pages) };
}

const count = { bills: 0, pages: 0, accepted: 0, right: 0, milliseconds: 0 };
const reasons = new Map<string, number>();

async function readOne({ acct_num, bill, bytes }: DrawnBill, seed: number): Promise<void> {
  const { pages, file } = await scan(bytes, seed);
  const began = performance.now();
  const [reading] = await parsers.read(file);
  count.milliseconds += performance.now() - began;
  count.bills += 1;
  count.pages += pages;
  const findings = checkReading(reading, { acct_num: null, today: null });
  for (const name of new Set(findings.map((finding) => finding.name))) reasons.set(name, (reasons.get(name) ?? 0) + 1);
  const { statement } = reading;
  if (statement === null || !isAccepted(findings)) {
    return;
  }
  count.accepted += 1;
  const read = asTruth(statement);
  if (statement.acct_num === acct_num && isDeepStrictEqual(read, bill)) count.right += 1;
  else console.log("accepted but different:", seed, differences(read, bill).join("; "));
}

/** The parts that differ, by path. */
function differences(one: unknown, other: unknown, path = ""): string[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") {
    return [`${path}: ${JSON.stringify(one)}, drawn ${JSON.stringify(other)}`];
  }
  const parts = { ...other, ...one };
  // Only the keys of both are compared.
  const at = (value: object, key: string): unknown => (value as Record<string, unknown>)[key];
  return Object.keys(parts).flatMap((key) => differences(at(one, key), at(other, key), `${path}.${key}`));
}

let seed = 0;
for (const utility of ["northgate-electric", "clearwater-gas-water"] as const) {
  for (const username of USERNAMES.slice(0, accounts)) {
    const drawn = await drawBills(utility, username);
    const step = Math.max(1, Math.floor(drawn.length / each));
    for (const bill of drawn.filter((_, at) => at % step === 0).slice(0, each)) await readOne(bill, ++seed);
  }
}
await Promise.all([renderer.close(), reader.close(), pictures.close()]);

const share = (part: number, whole: number) =>
  `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;
console.log(
  `${count.pages} pages of ${count.bills} bills, ${((60_000 * count.pages) / count.milliseconds).toFixed(1)} pages per minute`,
);
console.log(
  `accepted: ${share(count.accepted, count.bills)}; of these exactly right: ${share(count.right, count.accepted)}`,
);
console.log([...reasons].map(([name, bills]) => `${name} ${bills}`).join(", "));
if (count.right < count.accepted) process.exitCode = 1;
