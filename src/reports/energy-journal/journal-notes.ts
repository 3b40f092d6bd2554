/** Reads the journal notes in `metadata.notes`, a list of {date, text}; other forms are reported, never guessed. */
import type { JournalNote } from "./journal-property.ts";
import { NoteEntry } from "../../records/metadata.ts";
import type { Metadata } from "../../records/scalars.ts";

/** `owner` names the record in a sentence. */
export function journalNotes(metadata: Metadata, owner: string): { notes: JournalNote[]; faults: string[] } {
  const { notes } = metadata;
  if (notes === undefined || notes === null) return { notes: [], faults: [] };
  if (!Array.isArray(notes))
    return { notes: [], faults: [`metadata.notes of ${owner} is not a list of {date, text}.`] };
  const read = notes.map((note) => NoteEntry.safeParse(note));
  return {
    notes: read.flatMap(({ data }) => data ?? []),
    faults: read.flatMap(({ success }, index) =>
      success ? [] : [`metadata.notes[${index}] of ${owner} is left out: it needs a date (YYYY-MM-DD) and a text.`],
    ),
  };
}
