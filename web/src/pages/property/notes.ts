/** The notes that people wrote about a property, from its metadata. */
import type { Property } from "@meterbook/client";

export interface Note {
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

export function notesOf({ metadata }: Property): Note[] {
  const { notes } = metadata as { notes?: unknown };
  return Array.isArray(notes) ? notes.filter(isNote) : [];
}
