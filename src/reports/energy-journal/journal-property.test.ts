import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../../records/scalars.ts";
import { journalNotes } from "./journal-property.ts";
import { ENGLISH_REPORT } from "../words/report-words.ts";

test("notes are read from the metadata; without any there are no notes", () => {
  const notes = [{ date: "2025-06-01", text: "Chiller replaced.", by: "a client's own field" }];
  assert.deepEqual(journalNotes({ notes, other: 1 }, "the property", ENGLISH_REPORT), {
    notes: [{ date: "2025-06-01", text: "Chiller replaced." }],
    faults: [],
  });
  assert.deepEqual(journalNotes({}, "the property", ENGLISH_REPORT), { notes: [], faults: [] });
});

test("an invalid note is left out and reported by its position", () => {
  const notes: Json[] = [
    { date: "2025-02-30", text: "No such day." },
    { date: "2025-02-28" },
    "text",
    { date: "2025-03-01", text: "Read." },
  ];
  const read = journalNotes({ notes }, "meter M1", ENGLISH_REPORT);
  assert.deepEqual(read.notes, [{ date: "2025-03-01", text: "Read." }]);
  assert.deepEqual(
    read.faults.map((fault) => fault.replace(/left out.*/, "")),
    [0, 1, 2].map((index) => `metadata.notes[${index}] of meter M1 is `),
  );
});

test("notes of another form belong to the client, and a sentence says that they are not read", () => {
  assert.deepEqual(journalNotes({ notes: "call the janitor" }, "the property", ENGLISH_REPORT), {
    notes: [],
    faults: ["metadata.notes of the property is not a list of {date, text}."],
  });
});
