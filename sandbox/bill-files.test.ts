import assert from "node:assert/strict";
import { test } from "node:test";
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { countProcessorMs } from "../test/processor-time.ts";
import { createDocuments } from "./web/documents.ts";
import { addDays, daysBetween, longDate, shortDate, slashDate } from "./world/days.ts";
import { digits, fixed } from "./world/decimal.ts";
import { UTILITIES as UTILITIES_OF_SANDBOX } from "./web/portal.ts";
import { isPlain } from "./world/plain-customers.ts";
import type { Account, Bill, TownSlug, UtilitySlug } from "./world/model.ts";
import { createWorld } from "./world/world.ts";

const UTILITIES: TownSlug[] = ["northgate-electric", "clearwater-gas-water"];

interface Word {
  page: number;
  text: string;
  left: number;
  right: number;
  baseline: number;
  height: number;
}

async function readWords(bytes: Uint8Array): Promise<Word[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const document = await loading.promise;
  const words: Word[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent();
    for (const item of items) {
      if (!("str" in item) || item.str.trim() === "") continue;
      const [, , , , left, baseline] = item.transform as number[];
      assert.ok(left !== undefined && baseline !== undefined);
      words.push({ page, text: item.str, left, right: left + item.width, baseline, height: item.height });
    }
  }
  await loading.destroy();
  return words;
}

/** Two texts stand on each other when their boxes do, from the baseline to most of their height. */
function overlap(one: Word, other: Word): boolean {
  if (one.page !== other.page) return false;
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const top = Math.min(one.baseline + one.height * 0.7, other.baseline + other.height * 0.7);
  return across > 0.2 && top - Math.max(one.baseline, other.baseline) > 0.2;
}

function bill(utility: UtilitySlug, username: string, at: number, accountAt = 0): { account: Account; bill: Bill } {
  const account = createWorld().accountsOf(utility, username)?.[accountAt];
  const found = account?.bills.at(at);
  assert.ok(account && found);
  return { account, bill: found };
}

function draw(utility: UtilitySlug, of: { account: Account; bill: Bill }): Promise<Uint8Array> {
  return createDocuments().fetch(utility, of.account, of.bill);
}

/** Bills of every shape: first and last, late, estimated, with and without a second tier, over one page and two. */
const SAMPLES: [string, number, number][] = [
  ["demo_residential", 0, 0],
  ["demo_residential", 5, 0],
  ["demo_residential", 20, 0],
  ["demo_residential", -1, 0],
  ["demo_estimated", 20, 0],
  ["demo_commercial", 0, 0],
  ["demo_commercial", 4, 0],
  ["demo_commercial", 15, 1],
  ["demo_commercial", 17, 1],
  ["demo_commercial", -1, 2],
];

const money = (cents: number): string => digits(fixed(cents, 2));

/** The text outside the meters' lines: dates, periods and balances in each utility's own format. */
const HEAD: Record<TownSlug, (bill: Bill) => string[]> = {
  "northgate-electric": ({ billDay, dueDay, previousBalanceCents, paidCents, currentCents, dueCents, meters }) => [
    longDate(billDay),
    longDate(dueDay),
    `$${money(previousBalanceCents)}`,
    paidCents === 0 ? "No payment received" : `-$${money(paidCents)} CR`,
    `$${money(currentCents)}`,
    `$${money(dueCents)}`,
    ...meters.map(
      ({ startDay, endDay }) => `${shortDate(startDay)} to ${shortDate(endDay)}, ${daysBetween(startDay, endDay)} days`,
    ),
  ],
  "clearwater-gas-water": ({ billDay, dueDay, previousBalanceCents, paidCents, currentCents, dueCents, meters }) => [
    slashDate(billDay),
    slashDate(dueDay),
    money(previousBalanceCents),
    paidCents === 0 ? "0.00" : `(${money(paidCents)})`,
    money(previousBalanceCents - paidCents),
    money(currentCents),
    money(dueCents),
    ...meters.map(({ startDay, endDay }) => `From ${slashDate(startDay)} Through ${slashDate(addDays(endDay, -1))}`),
    ...meters.map(({ startDay, endDay }) => `Days ${daysBetween(startDay, endDay)}`),
  ],
};

for (const utility of UTILITIES) {
  test(`${utility}: no text overlaps another or leaves the page`, async () => {
    for (const [username, at, accountAt] of SAMPLES) {
      const words = await readWords(await draw(utility, bill(utility, username, at, accountAt)));
      assert.ok(words.length > 40);
      words.forEach((word, index) => {
        assert.ok(word.left >= 36 && word.right <= 576 && word.baseline > 20 && word.baseline < 770, word.text);
        const clash = words.slice(index + 1).find((other) => overlap(word, other));
        assert.equal(clash, undefined, `${username} ${at}: "${word.text}" and "${clash?.text}"`);
      });
    }
  });

  test(`${utility}: every number of the bill is printed, and amounts end at one edge`, async () => {
    for (const [username, at, accountAt] of SAMPLES) {
      const of = bill(utility, username, at, accountAt);
      const words = await readWords(await draw(utility, of));
      const all = words.map(({ text }) => text).join("\n");
      for (const text of [
        ...HEAD[utility](of.bill),
        of.bill.billNumber,
        of.account.number,
        of.account.serviceAddress,
      ]) {
        assert.ok(all.includes(text), `${username} ${at}: ${text}`);
      }
      for (const meter of of.bill.meters) {
        assert.ok(all.includes(meter.meterNumber));
        for (const { usage } of meter.registers) assert.ok(all.includes(digits(usage)), digits(usage));
        for (const { description, cents } of meter.lines) {
          const amount = digits(fixed(cents, 2));
          const label = words.find(
            (word) =>
              word.text === description &&
              words.some(
                (other) =>
                  other.page === word.page &&
                  Math.abs(other.baseline - word.baseline) < 0.5 &&
                  Math.abs(other.right - 558) < 0.6 &&
                  other.text.includes(amount),
              ),
          );
          assert.ok(label, `${username} ${at}: ${description} ${amount}`);
        }
      }
    }
  });

  test(`${utility}: the same document has the same bytes each time it is drawn`, async () => {
    for (const [username, at, accountAt] of SAMPLES) {
      const of = bill(utility, username, at, accountAt);
      assert.deepEqual(await draw(utility, of), await draw(utility, bill(utility, username, at, accountAt)));
    }
  });

  test(`${utility}: a bill issued before the correction keeps its bytes after it`, async () => {
    const world = createWorld();
    const newest = () => {
      const account = world.accountsOf(utility, "demo_edited_bill")?.[0];
      const found = account?.bills.find(({ billNumber }) => billNumber.endsWith("35"));
      assert.ok(account && found);
      return { account, bill: found };
    };
    const before = await draw(utility, newest());
    world.issueCorrection(utility, true);
    assert.deepEqual(await draw(utility, newest()), before);
  });

  test(`${utility}: a corrected bill says so and names the bill that it replaces`, async () => {
    const world = createWorld();
    world.issueCorrection(utility, true);
    const account = world.accountsOf(utility, "demo_edited_bill")?.[0];
    const corrected = account?.bills.at(-1);
    assert.ok(account && corrected);
    const texts = (await readWords(await draw(utility, { account, bill: corrected }))).map(({ text }) => text);
    assert.ok(texts.some((text) => /corrected bill/i.test(text) && text.includes(corrected.corrects ?? "none")));
  });

  test(`${utility}: the four broken files are broken as they are named`, async () => {
    const account = createWorld().accountsOf(utility, "demo_broken_files")?.[0];
    assert.ok(account);
    const broken = account.bills.filter(({ document }) => document !== "good");
    for (const of of broken) {
      const bytes = await draw(utility, { account, bill: of });
      const head = Buffer.from(bytes.subarray(0, 15)).toString("latin1");
      if (of.document === "empty") assert.equal(bytes.length, 0);
      else if (of.document === "web_page") assert.match(head, /^<!doctype html/);
      else assert.match(head, /^%PDF-/);
      const tail = Buffer.from(bytes.subarray(-16)).toString("latin1");
      assert.equal(tail.includes("%%EOF"), of.document === "protected");
      if (of.document === "protected") await assert.rejects(readWords(bytes), { name: "PasswordException" });
    }
    assert.equal(broken.length, 4);
    const first = broken.find(({ document }) => document === "protected");
    assert.ok(first);
    assert.deepEqual(await draw(utility, { account, bill: first }), await draw(utility, { account, bill: first }));
  });

  test(`${utility}: drawing a bill takes less than 40 ms`, async () => {
    const account = createWorld().accountsOf(utility, "demo_commercial")?.[0];
    assert.ok(account);
    const documents = createDocuments();
    const each: number[] = [];
    for (const of of account.bills) {
      const workedMs = countProcessorMs();
      await documents.fetch(utility, account, of);
      each.push(workedMs());
    }
    // Of the bills in the middle: in a busy moment some take longer, as the first ones do.
    const median = each.toSorted((one, other) => one - other)[Math.floor(each.length / 2)] ?? Infinity;
    assert.ok(median < 40, `${median.toFixed(1)} ms`);
  });
}

for (const { slug } of UTILITIES_OF_SANDBOX.filter((utility) => isPlain(utility.slug))) {
  test(`${slug}: on the plain bill no text overlaps another or leaves the page, and all of them are drawn alike twice`, async () => {
    for (const [username, at, accountAt] of [
      ["demo_residential", 0, 0],
      ["demo_residential", -1, 0],
      ["demo_commercial", 3, 0],
      ["demo_commercial", 4, 1],
    ] as const) {
      const of = bill(slug, username, at, accountAt);
      const bytes = await draw(slug, of);
      const words = await readWords(bytes);
      assert.ok(words.length > 30);
      words.forEach((word, index) => {
        assert.ok(word.left >= 36 && word.right <= 576 && word.baseline > 20 && word.baseline < 770, word.text);
        const clash = words.slice(index + 1).find((other) => overlap(word, other));
        assert.equal(clash, undefined, `${username} ${at}: "${word.text}" and "${clash?.text}"`);
      });
      assert.deepEqual(await draw(slug, bill(slug, username, at, accountAt)), bytes);
    }
  });
}

test("a table that breaks over the page begins again with its header under the meter's number", async () => {
  const words = await readWords(await draw("northgate-electric", bill("northgate-electric", "demo_commercial", 33)));
  const onPage = (page: number, text: string) =>
    words.filter((word) => word.page === page && word.text === text).length;
  assert.equal(onPage(1, "Description"), 2);
  assert.equal(onPage(2, "Description"), 1);
  const second = bill("northgate-electric", "demo_commercial", 33).bill.meters[1]?.meterNumber;
  assert.equal(onPage(1, `Electric meter ${second}`), 1);
  assert.equal(onPage(2, `Electric meter ${second}`), 1);
});
