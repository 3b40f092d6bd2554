/** How imports and their profiles are written on the wire. */
import type { z } from "zod";
import type { BillImport, ImportRefusal } from "../../records/import.ts";
import { ImportMapping, type ImportProfile } from "../../records/import-profile.ts";
import type { ProfileRow } from "../../store/imports/import-profiles.ts";
import type { listRefusals } from "../../store/imports/import-rows.ts";
import type { ImportRow } from "../../store/imports/imports.ts";
import { word } from "./wire.ts";

export const wireImport = (row: ImportRow): z.infer<typeof BillImport> => ({
  id: row.id,
  svc_object_type: "BillImport",
  name: row.name,
  state: word(row.state),
  dry_run: row.dry_run,
  profile: row.profile_name,
  // The column holds what was checked as it was written.
  columns_unread: row.columns_unread as z.infer<typeof BillImport>["columns_unread"],
  rows_total: row.rows_total,
  rows_read: row.rows_read,
  rows_skipped: row.rows_skipped,
  rows_refused: row.rows_refused,
  bills_found: row.bills_found,
  bills_created: row.bills_created,
  bills_known: row.bills_known,
  bills_edited: row.bills_edited,
  accounts_created: row.accounts_created,
  meters_created: row.meters_created,
  properties_created: row.properties_created,
  // As above.
  property_months: row.property_months as z.infer<typeof BillImport>["property_months"],
  errors: row.errors,
  started_at: row.started_at,
  finished_at: row.finished_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const wireRefusal = (row: Awaited<ReturnType<typeof listRefusals>>[number]): z.infer<typeof ImportRefusal> => ({
  id: row.id,
  row: row.row,
  column: row.column,
  value: row.value,
  reason: word(row.reason),
  detail: row.detail,
});

type Wired = z.infer<typeof ImportProfile>;

export const wireOwnProfile = ({ name, profile, created_at, updated_at }: ProfileRow): Wired => ({
  name,
  built_in: false,
  // Written by the same schema; fields that came later have their defaults.
  ...ImportMapping.parse(profile),
  created_at,
  updated_at,
});

export const wireBuiltIn = ({ name, mapping }: { name: string; mapping: z.infer<typeof ImportMapping> }): Wired => ({
  name,
  built_in: true,
  ...mapping,
  created_at: null,
  updated_at: null,
});
