import { test } from "node:test";
import assert from "node:assert/strict";
import { inWords, inWordsAndName } from "./in-words.ts";

test("a value is said by the number that the review page gives its meter and its line", () => {
  const said = [
    "acct_num",
    "due_date",
    "meters.0",
    "meters.1.period",
    "meters.0.charges.1",
    "meters.0.usages.2.amount",
  ];
  assert.deepEqual(said.map(inWords), [
    "account number",
    "due date",
    "meter 1",
    "period of meter 2",
    "charge 2 of meter 1",
    "amount of use 3 of meter 1",
  ]);
});

test("who writes a template reads its name for the field, too", () => {
  assert.deepEqual(["acct_num", "tariff", "meters.0.end"].map(inWordsAndName), [
    "account number (acct_num)",
    "tariff",
    "last day of meter 1 (end)",
  ]);
});
