/** What people have written into the metadata of a property and its meters about savings: read with care, and every wrong entry is told. */
import { z } from "zod";
import { isDay } from "../domain/calendar.ts";
import type { SpecialAdjustment } from "../domain/cost-avoidance/adjustments.ts";
import type { AvoidanceSettings } from "../domain/cost-avoidance/avoidance.ts";
import type { Metadata } from "../records/scalars.ts";

const DayText = z.string().refine(isDay);

const FloorAreaEntry = z.strictObject({ date: DayText, sq_ft: z.number().positive() });

const AdjustmentEntry = z
  .strictObject({
    start_date: DayText,
    end_date: DayText,
    amount: z.number().optional(),
    percent: z.number().min(-100).optional(),
    note: z.string().optional(),
  })
  .refine(({ start_date, end_date }) => start_date < end_date)
  .refine(({ amount, percent }) => (amount === undefined) !== (percent === undefined));

const Share = z.number().min(0).max(1);

/** What each key must be, as it is told to whoever wrote something else. */
const FORMS = {
  savings_start_date: 'a day such as "2024-07-01"',
  floor_area_share: "a number from 0 to 1",
  floor_area_changes: 'a list of {"date": "2024-07-01", "sq_ft": 12000}',
  special_adjustments:
    'a list of {"start_date", "end_date", "amount" or "percent", "note"}, in which end_date is the first day that is not meant',
} as const;

const NO_SHARE =
  "Property: floor_area_changes count for nothing, since no floor_area_share says how much of the use grows with the area.";

interface Owner {
  /** As people call it, such as `Meter 4711`. */
  name: string;
  metadata: Metadata;
}

/** The meters that tell the use of a group go before the property; `remark` is called for each entry that cannot be used. */
export function readAvoidanceSettings(
  property: Owner,
  meters: readonly Owner[],
  remark: (sentence: string) => void,
): AvoidanceSettings {
  const owners = [...meters, property];
  const first = <T>(key: keyof typeof FORMS, schema: z.ZodType<T>): T | null =>
    owners.reduce<T | null>((found, owner) => found ?? readOne(owner, key, schema, remark), null);
  const floorAreas = readList(property, "floor_area_changes", FloorAreaEntry, remark);
  const share = first("floor_area_share", Share);
  if (floorAreas.length > 0 && share === null) remark(NO_SHARE);
  return {
    savingsStart: first("savings_start_date", DayText),
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

function readOne<T>(owner: Owner, key: keyof typeof FORMS, schema: z.ZodType<T>, remark: Remark): T | null {
  const value = owner.metadata[key];
  if (value === undefined || value === null) return null;
  const { data, success } = schema.safeParse(value);
  if (!success) remark(`${owner.name}: ${key} in the metadata is not used, since it is not ${FORMS[key]}.`);
  return success ? data : null;
}

function readList<T>(owner: Owner, key: keyof typeof FORMS, schema: z.ZodType<T>, remark: Remark): T[] {
  const value = owner.metadata[key];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    remark(`${owner.name}: ${key} in the metadata is not used, since it is not ${FORMS[key]}.`);
    return [];
  }
  return value.flatMap((entry, index) => {
    const { data, success } = schema.safeParse(entry);
    if (!success)
      remark(`${owner.name}: entry ${index + 1} of ${key} in the metadata is not used; needed is ${FORMS[key]}.`);
    return success ? [data] : [];
  });
}
