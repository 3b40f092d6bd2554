/** Drafts of bills with known values: a draft reads what the reader without templates read, on its own bill and on the next one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { billOf, drawn, type Layout } from "../../parsers/generic/bills.fixtures.ts";
import { HELD_OUT } from "../../parsers/generic/held-out-layouts.fixtures.ts";
import { compared } from "../../parsers/generic/measure.fixtures.ts";
import { readGeneric } from "../../parsers/generic/read-generic.ts";
import { TUNING } from "../../parsers/generic/tuning-layouts.fixtures.ts";
import { runTemplate } from "../../parsers/template/run-template.ts";
import { readTemplate } from "../../parsers/template/template.ts";
import type { Page } from "../../parsers/pdf/page-model.ts";
import type { SourcePlace, Statement } from "../../records/statement.ts";
import { draftOf } from "./draft.ts";

/** From the top of the first page, as the values are known. */
const topOf = (place: SourcePlace | null): number =>
  place !== null && "box" in place ? place.page * 10_000 + place.box[1] : 0;

/** A template gives the rows of one rule after those of another. */
function inOrder(statement: Statement | null): Statement | null {
  const sorted = <Row extends { place: SourcePlace | null }>(rows: Row[]) =>
    rows.toSorted((one, other) => topOf(one.place) - topOf(other.place));
  const meters = statement?.meters.map((meter) => ({
    ...meter,
    charges: sorted(meter.charges),
    usages: sorted(meter.usages),
  }));
  return statement && { ...statement, meters: meters ?? [] };
}

const readBy = (yaml: string, pages: Page[]) => inOrder(runTemplate(readTemplate(yaml, "draft.yaml"), pages).statement);

/** Bills of each layout. */
const SEEDS = Array.from({ length: Number(process.env["METERBOOK_TEST_UNKNOWN_BILLS"] ?? 1) }, (_, at) => at + 1);

function measure(layouts: Layout[]) {
  const sums = { values: 0, generic: 0, own: 0, next: 0, nextValues: 0 };
  for (const layout of layouts) {
    for (const seed of SEEDS) {
      const bill = billOf(layout, seed);
      const pages = drawn(layout, bill);
      const { yaml } = draftOf(pages, "Lakeside Power");
      const generic = compared(bill, readGeneric(pages)?.statement ?? null);
      const own = compared(bill, readBy(yaml, pages));
      const other = billOf(layout, seed + 100);
      const next = compared(other, readBy(yaml, drawn(layout, other)));
      const right = (values: typeof own) => values.filter(({ read, expected }) => read === expected).length;
      assert.ok(right(own) >= right(generic), `${layout.name} ${seed}`);
      sums.values += own.length;
      sums.generic += right(generic);
      sums.own += right(own);
      sums.nextValues += next.length;
      sums.next += right(next);
    }
  }
  return sums;
}

test("a draft reads all that the reader without templates reads, and nearly as much of the next bill", (t) => {
  const { values, generic, own, next, nextValues } = measure([...HELD_OUT, ...TUNING]);
  t.diagnostic(
    `of ${values} values: read without a template ${generic}, by the draft ${own}; next bill ${next} of ${nextValues}`,
  );
  // Another bill has other values, so it is measured against what the draft reads of its own.
  assert.ok(next / nextValues >= (0.97 * own) / values);
});

test("what nothing else on the bill confirms has a LOOK", () => {
  const [layout] = HELD_OUT;
  assert.ok(layout);
  const pages = drawn(layout, billOf(layout, 1));
  const fields = new Set(["acct_num", "invoice_date", "invoice_number"]);
  const open = (readGeneric(pages)?.statement?.unconfirmed ?? []).filter((name) => fields.has(name));
  assert.ok(open.length > 0);
  const lines = draftOf(pages, "Lakeside Power").yaml.split("\n");
  for (const name of open) assert.match(lines.find((line) => line.startsWith(`  ${name}: `)) ?? "", /# LOOK/);
});

test("a name that nobody gave has a LOOK, and so has a value that only its label shows", () => {
  const [layout] = HELD_OUT;
  assert.ok(layout);
  const pages = drawn(layout, billOf(layout, 1));
  assert.match(draftOf(pages).yaml, /^name: .*# LOOK/m);
  assert.doesNotMatch(draftOf(pages, "Lakeside Power").yaml, /^name: .*# LOOK/m);
  const named = draftOf(pages).yaml.split("\n");
  const labelled = named.filter((line) => /^ {2}(?:due_date|account_holder_name|service_address): /.test(line));
  assert.deepEqual(
    labelled.filter((line) => !line.includes("LOOK")),
    [],
  );
});
