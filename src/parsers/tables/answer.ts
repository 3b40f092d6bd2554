/**
 * The question to the process that reads spreadsheets, and its answers. A process that read a hostile file is not trusted: its
 * answers must have this shape.
 */
import { z } from "zod";
import { REFUSAL_CODES } from "../../records/import-refusals.ts";
import { ReadPeriods } from "../../records/import.ts";
import type { ImportConstants } from "../../records/import-profile.ts";
import type { NamedMapping } from "./header.ts";
import { COLUMNS_UNREAD_MAX, type TableLimits } from "./limits.ts";

/** The first message to the process; the bytes of the file follow. */
export interface TableQuestion {
  limits: TableLimits;
  /** The profiles to try; the header decides among several. */
  profiles: readonly NamedMapping[];
  constants: ImportConstants;
  /** `YYYY-MM-DD`: nothing in the file may be later. */
  today: string;
}

const text = (max: number) => z.string().max(max);
const Count = z.int().nonnegative();

const Refusal = z.object({
  row: Count,
  column: text(1100).nullable(),
  value: text(200).nullable(),
  reason: z.enum(REFUSAL_CODES),
  detail: text(4000),
});

const SHEETS_MAX = 1000;
const UnreadColumn = z.object({ column: text(200), similar_to: text(200).nullable() });

/** A bill as JSON; its shape is checked when it is saved. */
const Bill = z.object({ account_key: text(2100), bill: z.record(z.string(), z.unknown()) });

const Sheet = z.object({ name: text(200), rows_read: Count.nullable() });

/** In this order: the profile, the progress, the bills, what was read of the tables, the refusals, and the end. */
export const TableAnswer = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("profile"),
    name: text(100),
    columns_unread: z.array(UnreadColumn).max(COLUMNS_UNREAD_MAX),
  }),
  z.object({ kind: z.literal("progress"), rows: Count }),
  z.object({ kind: z.literal("tables"), sheets: z.array(Sheet).max(SHEETS_MAX), reads: ReadPeriods.nullable() }),
  z.object({ kind: z.literal("refusals"), refusals: z.array(Refusal) }),
  z.object({ kind: z.literal("bills"), bills: z.array(Bill) }),
  z.object({ kind: z.literal("end"), rows: Count, rows_skipped: Count, rows_refused: Count }),
  z.object({ kind: z.literal("failed"), detail: text(4000) }),
]);
export type TableAnswer = z.infer<typeof TableAnswer>;
