import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reading } from "../../records/reading.ts";
import type { PagePlace, Statement } from "../../records/statement.ts";
import { boxesOn, withPlacesOf } from "./places.ts";

const at = (page: number, left: number): PagePlace => ({ page, box: [left, 10, left + 5, 20] });
// Only the parts with places.
const statement = {
  printed: { acct_num: { text: "1", place: at(1, 0) }, amount_due: { text: "2", place: at(2, 0) } },
  meters: [{ charges: [{ place: at(1, 30) }, { place: null }], usages: [{ place: { row: 4 } }] }],
} as unknown as Statement;

test("a page has the boxes of its values and findings, each once", () => {
  const finding = { name: "x", severity: "error" as const, detail: "" };
  const findings = [finding, { ...finding, place: at(1, 30) }, { ...finding, place: at(1, 60) }];
  assert.deepEqual(boxesOn(1, statement, findings), [at(1, 0).box, at(1, 30).box, at(1, 60).box]);
  assert.deepEqual(boxesOn(2, statement, findings), [at(2, 0).box]);
  assert.deepEqual(boxesOn(1, null, []), []);
});

test("a line gets the place of the line that was read, also where another page has a line in an equal box", () => {
  const line = (description: string, place: PagePlace | null) => ({ description, amount: "5.00", place });
  // Only the lines.
  const withCharges = (...charges: unknown[]) => ({ meters: [{ charges, usages: [] }] }) as unknown as Reading;
  const read = withCharges(line("Energy", at(1, 30)), line("Delivery", at(2, 30)));
  const bill = withCharges(line("Energy", at(1, 30)), line("Delivery", null));
  assert.deepEqual(withPlacesOf(bill, read), read);
});
