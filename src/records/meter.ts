/** UtilityMeter: a meter of one energy type or water at one place (specification 2.6), and its editable fields. */
import { z } from "zod";
import { UtilityAccount } from "./account.ts";
import { ASSOCIATION_TYPES, BILLING_FREQUENCIES, ENERGY_TYPES, SERVICE_STATUSES } from "./codes.ts";
import { COSTING } from "./costing.ts";
import { edited, editsOf, written } from "./fields.ts";
import { DayInput, EDITED, MetadataPatch, text } from "./inputs.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, MetadataObject, TIMES } from "./wire.ts";

export const UtilityMeter = z
  .object({
    id: Id.meta({ example: 48 }),
    svc_object_type: z.literal("UtilityMeter"),
    meter_wrapper_id: edited(
      Id.meta({
        description: "Joins the supply and the distribution meter of one service point.",
        example: 46,
      }),
      Id.meta({
        description: "Give a supply meter the wrapper of its distribution meter to join the two.",
      }),
    ),
    property_id: edited(Id.nullable()),
    property_name: z
      .string()
      .nullable()
      .meta({ description: "Name of the property.", example: "14 Example Lane" })
      .register(written, { column: "property.name" }),
    status: edited(
      z.enum(SERVICE_STATUSES).meta({
        description:
          "Inactive once a user sets it out of service. It does not show whether bills still arrive: that is the status of its account, which is Inactive when it is not collected, as an imported account is.",
      }),
    ),
    meter_num: z.string().nullable().meta({ description: "Number on the meter.", example: "NE634289" }),
    service_address: edited(
      z.string().nullable().meta({
        description: "As printed on the bill.",
        example: "14 Example Lane, Springfield, IL 62701",
      }),
      text(500).nullable(),
    ),
    service_name: edited(
      z.string().nullable().meta({ description: "As printed on the bill.", example: "Residential service" }),
      text(200).nullable(),
    ),
    premise_num: edited(
      z.string().nullable().meta({ description: "The utility's number for the premises.", example: null }),
      text(100).nullable(),
    ),
    association_type: edited(
      z.enum(ASSOCIATION_TYPES).meta({
        description: "SUPPLY: bought energy. DISTRIBUTION: its transport. STANDARD: both in one.",
      }),
      z.enum(ASSOCIATION_TYPES).meta({
        description:
          "What it measures. The energy of its bills follows from it: SUPPLY energy is supplied, all other is distributed.",
      }),
    ),
    latest_usage_date: DayTimestamp.nullable().meta({
      description: "Last day covered by a usage.",
      example: "2025-12-08T00:00:00.000Z",
    }),
    deactivation_date: edited(
      DayTimestamp.nullable().meta({
        description: "The first day on which it was out of service.",
        example: null,
      }),
      DayInput.nullable(),
    ),
    energy_type: z.enum(ENERGY_TYPES).meta({ description: "What it measures." }),
    measurement_unit: z.string().nullable().meta({ description: "Unit of its usage.", example: "kWh" }),
    demand_measurement_unit: z.string().nullable().meta({ description: "Unit of its demand.", example: null }),
    billing_frequency: edited(z.enum(BILLING_FREQUENCIES).meta({ description: "How often it is billed." })),
    eligibility_start_month: DayTimestamp.nullable()
      .meta({
        description: "Earliest month with complete data.",
        example: "2025-01-01T00:00:00.000Z",
      })
      .register(written, { type: "month" }),
    eligibility_end_month: DayTimestamp.nullable()
      .meta({
        description: "Latest month with complete data.",
        example: "2025-11-01T00:00:00.000Z",
      })
      .register(written, { type: "month" }),
    supply_only: z
      .boolean()
      .meta({ description: "True: it measures supply only.", example: false })
      .register(written, { column: "(meter.association_type = 'SUPPLY')" }),
    metadata: edited(
      MetadataObject.meta({
        description: "Set by the client; contains native_meter_id from the start.",
        example: { native_meter_id: 48 },
      }),
      MetadataPatch,
    ),
    utility_account: UtilityAccount,
    ...TIMES,
    ...COSTING,
  })
  .meta({ id: "UtilityMeter", description: "A meter of one energy type or water at one place." });

export const MeterEdit = z
  .strictObject(editsOf(UtilityMeter))
  .partial()
  .meta({ id: "UtilityMeterEdit", description: EDITED, example: { property_id: 7 } });
export type MeterEdit = z.infer<typeof MeterEdit>;
