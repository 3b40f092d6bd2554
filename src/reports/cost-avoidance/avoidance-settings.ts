/** Reads the savings settings in the metadata of a property and its meters, and reports every wrong entry. */
import type { z } from "zod";
import type { SpecialAdjustment } from "../../domain/cost-avoidance/adjustments.ts";
import type { AvoidanceSettings } from "../../domain/cost-avoidance/adjustments.ts";
import {
  AdjustmentEntry,
  FloorAreaEntry,
  FloorAreaShare,
  KNOWN_METADATA,
  type KnownMetadataKey,
} from "../../records/metadata.ts";
import { Day, type Metadata } from "../../records/scalars.ts";
import type { ReportWords } from "../words/report-words.ts";

interface Owner {
  /** Its name in sentences, such as `Meter 4711`. */
  name: string;
  metadata: Metadata;
}

/**
 * Settings of the meters that give the use of a group take precedence over those of the property; `remark` is called for each
 * unusable entry.
 */
export function readAvoidanceSettings(
  property: Owner,
  meters: readonly Owner[],
  remark: (sentence: string) => void,
  words: ReportWords,
): AvoidanceSettings {
  const remarkByKey: RemarkByKey = (key, values) => remark(words.sentence(key, values));
  const owners = [...meters, property];
  const first = <T>(key: KnownMetadataKey, schema: z.ZodType<T>): T | null =>
    owners.reduce<T | null>((found, owner) => found ?? readOne(owner, key, schema, remarkByKey), null);
  const floorAreas = readList(property, "floor_area_changes", FloorAreaEntry, remarkByKey);
  const share = first("floor_area_share", FloorAreaShare);
  if (floorAreas.length > 0 && share === null) remark(words.sentence("note.noShare"));
  return {
    savingsStart: first("savings_start_date", Day),
    floorAreaShare: share ?? 0,
    floorAreas,
    adjustments: meters.flatMap((meter) =>
      readList(meter, "special_adjustments", AdjustmentEntry, remarkByKey).map(
        ({ start_date, end_date, amount = null, percent = null }): SpecialAdjustment => ({
          start_date,
          end_date,
          amount,
          percent,
        }),
      ),
    ),
  };
}

/** Remarks on a value that is not used. */
type RemarkByKey = (
  key: "note.notUsed" | "note.entryNotUsed",
  values: { owner: string; key: string; form: string; place: number },
) => void;

function readOne<T>(owner: Owner, key: KnownMetadataKey, schema: z.ZodType<T>, remarkByKey: RemarkByKey): T | null {
  const value = owner.metadata[key];
  if (value === undefined || value === null) return null;
  const { data, success } = schema.safeParse(value);
  if (!success) remarkByKey("note.notUsed", { owner: owner.name, key, form: KNOWN_METADATA[key].form, place: 0 });
  return success ? data : null;
}

function readList<T>(owner: Owner, key: KnownMetadataKey, schema: z.ZodType<T>, remarkByKey: RemarkByKey): T[] {
  const value = owner.metadata[key];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    remarkByKey("note.notUsed", { owner: owner.name, key, form: KNOWN_METADATA[key].form, place: 0 });
    return [];
  }
  return value.flatMap((entry, index) => {
    const { data, success } = schema.safeParse(entry);
    if (!success)
      remarkByKey("note.entryNotUsed", { owner: owner.name, key, form: KNOWN_METADATA[key].form, place: index + 1 });
    return success ? [data] : [];
  });
}
