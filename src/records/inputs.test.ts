import assert from "node:assert/strict";
import { test } from "node:test";
import { DayInput } from "./inputs.ts";

const FORM = "This must be a date such as 2026-01-31.";
const NO_DAY = "There is no such day.";

function readDay(text: string): string | string[] {
  const { data, error } = DayInput.safeParse(text);
  return data ?? error?.issues.map(({ message }) => message) ?? [];
}

test("a day is a date, or midnight UTC of one", () => {
  for (const text of ["2024-02-29", "2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"])
    assert.equal(readDay(text), "2024-02-29");
});

test("a text that is not a day is refused with the reason", () => {
  for (const text of ["2026-1-5", "Jan 5 26", "yesterday", ""]) assert.deepEqual(readDay(text), [FORM, NO_DAY]);
  assert.deepEqual(readDay("0000-01-01"), [FORM]);
  for (const text of ["2023-02-29", "2026-02-30", "2026-13-01"]) assert.deepEqual(readDay(text), [NO_DAY]);
});
