/** The notes that people wrote about a property, in its metadata: read, and changed one at a time. */
import type { Property } from "@meterbook/client";

export interface Note {
  /** The day that it is about: 2026-03-14. */
  date: string;
  text: string;
}

const isNote = (value: unknown): value is Note =>
  typeof value === "object" &&
  value !== null &&
  "date" in value &&
  typeof value.date === "string" &&
  "text" in value &&
  typeof value.text === "string";

/** As they are stored; an entry of another form is somebody else's, and stays. */
function entriesOf({ metadata }: Pick<Property, "metadata">): unknown[] {
  const { notes } = metadata as { notes?: unknown };
  return Array.isArray(notes) ? notes : [];
}

/** The newest day first. */
export const notesOf = (property: Pick<Property, "metadata">): Note[] =>
  entriesOf(property)
    .filter(isNote)
    .toSorted((one, other) => other.date.localeCompare(one.date));

export interface NoteChange {
  /** The note as it was read; null for a new one. */
  before: Note | null;
  /** Null removes it. */
  after: Note | null;
}

const isSame = (entry: unknown, { date, text }: Note): boolean =>
  isNote(entry) && entry.date === date && entry.text === text;

/** The entries after the change; null when the note is no longer there as it was read. */
export function changedNotes(property: Pick<Property, "metadata">, { before, after }: NoteChange): unknown[] | null {
  const entries = entriesOf(property);
  if (before === null) return after === null ? entries : [...entries, after];
  const at = entries.findIndex((entry) => isSame(entry, before));
  if (at === -1) return null;
  // Fields that others added to the entry stay.
  return entries.toSpliced(at, 1, ...(after === null ? [] : [{ ...(entries[at] as object), ...after }]));
}
