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

const NO_SHARE =
  "Property: floor_area_changes have no effect, because no floor_area_share says how much of the use grows with the area.";

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
): AvoidanceSettings {
  const owners = [...meters, property];
  const first = <T>(key: KnownMetadataKey, schema: z.ZodType<T>): T | null =>
    owners.reduce<T | null>((found, owner) => found ?? readOne(owner, key, schema, remark), null);
  const floorAreas = readList(property, "floor_area_changes", FloorAreaEntry, remark);
  const share = first("floor_area_share", FloorAreaShare);
  if (floorAreas.length > 0 && share === null) remark(NO_SHARE);
  return {
    savingsStart: first("savings_start_date", Day),
    floorAreaShare: share ?? 0,
    floorAreas,
    adjustments: meters.flatMap((meter) =>
      readList(meter, "special_adjustments", AdjustmentEntry, remark).map(
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

type Remark = (sentence: string) => void;

function readOne<T>(owner: Owner, key: KnownMetadataKey, schema: z.ZodType<T>, remark: Remark): T | null {
  const value = owner.metadata[key];
  if (value === undefined || value === null) return null;
  const { data, success } = schema.safeParse(value);
  if (!success)
    remark(`${owner.name}: ${key} in the metadata is not used, because it is not ${KNOWN_METADATA[key].form}.`);
  return success ? data : null;
}

function readList<T>(owner: Owner, key: KnownMetadataKey, schema: z.ZodType<T>, remark: Remark): T[] {
  const value = owner.metadata[key];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    remark(`${owner.name}: ${key} in the metadata is not used, because it is not ${KNOWN_METADATA[key].form}.`);
    return [];
  }
  return value.flatMap((entry, index) => {
    const { data, success } = schema.safeParse(entry);
    if (!success)
      remark(
        `${owner.name}: entry ${index + 1} of ${key} in the metadata is not used; required is ${KNOWN_METADATA[key].form}.`,
      );
    return success ? [data] : [];
  });
}
