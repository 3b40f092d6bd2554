/** What a person may edit on records, and how it is said: only what is given changes. */
import { z } from "zod";
import { BILL_LINES_MAX } from "./bill-limits.ts";
import {
  ASSOCIATION_TYPES,
  BILL_FAULTS,
  BILLING_FREQUENCIES,
  CHARGE_TYPES,
  ENERGY_TYPES,
  SERVICE_STATUSES,
  USAGE_TYPES,
} from "./codes.ts";
import { KNOWN_METADATA_TEXT } from "./metadata.ts";
import { Id } from "./scalars.ts";

const text = (max: number) => z.string().trim().min(1).max(max);

/** A day as people write it or as the service answers it. PostgreSQL has no year 0. */
const DayInput = z
  .string()
  .regex(/^(?!0000)\d{4}-\d\d-\d\d(T00:00:00(\.0+)?Z)?$/, "This must be a date such as 2026-01-31.")
  .refine((day) => !Number.isNaN(Date.parse(day.slice(0, 10))) && isReal(day.slice(0, 10)), "There is no such day.")
  .transform((day) => day.slice(0, 10))
  .meta({ type: "string", format: "date", example: "2026-01-31" });

/** `Date` takes 31 February for 3 March. */
const isReal = (day: string) => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

/** Dollars and cents, exactly. */
const Money = z
  .number()
  .min(-999_999_999_999)
  .max(999_999_999_999)
  .refine((amount) => Math.abs(Math.round(amount * 100) - amount * 100) < 1e-4, "This has at most two decimals.");

const Quantity = z.number().min(-999_999_999_999).max(999_999_999_999);

const property = {
  name: text(200),
  sq_ft: z.number().int().positive().max(2_147_483_647).nullable(),
  status: z.enum(SERVICE_STATUSES),
  street1: text(200).nullable(),
  street2: text(200).nullable(),
  city: text(100).nullable(),
  state: text(50).nullable(),
  country: z.string().regex(/^[A-Z]{2}$/, "This must be a country code of two letters, such as US."),
  zip_code: text(20).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  latitude: z.number().min(-90).max(90).nullable(),
  year_built: z.number().int().min(1000).max(9999).nullable(),
  construction_type: text(50).nullable(),
  primary_use: text(50).nullable(),
  story_type: text(50).nullable(),
  cooling_energy_type: z.enum(ENERGY_TYPES).nullable(),
  heating_energy_type: z.enum(ENERGY_TYPES).nullable(),
  star_certified: z.boolean(),
  weather_station_alpha_id: text(20).nullable().meta({
    description:
      "Whose degree days the property has. Not given: the nearest within 200 km of its place, if it has one.",
    example: "KSPI",
  }),
};

const MERGED_FORM =
  'This must be an object, whose keys are merged with those that are there: {"key": null} removes a key, {} changes nothing.';

/** Of a PATCH. */
const MetadataPatch = z.record(z.string(), z.unknown(), MERGED_FORM).meta({
  description: `Merged with what is there (RFC 7396): null removes a key, what is not named stays. Keys that the service reads, of properties and meters, are held to their form: ${KNOWN_METADATA_TEXT}. All others are free.`,
  example: { notes: [{ date: "2026-06-01", text: "Chiller replaced." }] },
});

const example = {
  name: "Main Street office",
  sq_ft: 24_000,
  street1: "100 Main Street",
  city: "Springfield",
  state: "IL",
};

export const PropertyEdit = z
  .strictObject({ ...property, metadata: MetadataPatch })
  .partial()
  .meta({
    id: "PropertyEdit",
    description: "Only what is given changes.",
    example: { sq_ft: 24_000, primary_use: "OFFICE" },
  });
export type PropertyEdit = z.infer<typeof PropertyEdit>;

export const NewProperty = z
  .strictObject(property)
  .partial()
  .required({ name: true })
  .meta({ id: "NewProperty", description: "Bills with the same service address find it by themselves.", example });
export type NewProperty = z.infer<typeof NewProperty>;

export const MeterEdit = z
  .strictObject({
    property_id: Id.nullable(),
    meter_wrapper_id: Id.meta({
      description: "Give a supply meter the wrapper of its distribution meter to join the two.",
    }),
    association_type: z.enum(ASSOCIATION_TYPES).meta({
      description:
        "Whom it measures for. The energy of its bills follows: that of SUPPLY is supplied, all other distributed.",
    }),
    status: z.enum(SERVICE_STATUSES),
    service_address: text(500).nullable(),
    service_name: text(200).nullable(),
    premise_num: text(100).nullable(),
    billing_frequency: z.enum(BILLING_FREQUENCIES),
    metadata: MetadataPatch,
    deactivation_date: DayInput.nullable(),
  })
  .partial()
  .meta({ id: "UtilityMeterEdit", description: "Only what is given changes.", example: { property_id: 7 } });
export type MeterEdit = z.infer<typeof MeterEdit>;

export const AccountEdit = z
  .strictObject({
    delivery_name: text(200).nullable(),
    delivery_email: z.email().max(320).nullable(),
    master_acct_num: text(100).nullable(),
    metadata: MetadataPatch,
  })
  .partial()
  .meta({
    id: "UtilityAccountEdit",
    description: "Only what is given changes.",
    example: { master_acct_num: "900-1", delivery_email: "bills@example.com" },
  });
export type AccountEdit = z.infer<typeof AccountEdit>;

/** Fields of the record that follow from others: whoever sends a record back as it was read need not take them out. */
const readOnly = <Name extends string>(...names: Name[]) => {
  const field = z.unknown().meta({ description: "Not edited: left out, or as the bill has it.", readOnly: true });
  // One entry for each of the names.
  return Object.fromEntries(names.map((name) => [name, field])) as { [name in Name]: typeof field };
};

const line = {
  ...readOnly("svc_object_type", "utility_bill_id", "utility_account_id"),
  id: Id.meta({ description: "A line of the bill that is edited: what is not given stays as it is there." }),
  utility_meter_id: Id,
  description: text(500),
  line_item_group_id: z.uuid(),
};

const ChargeEdit = z
  .strictObject({
    ...line,
    amount: Money,
    utility_charge_type: z.enum(CHARGE_TYPES),
    start_date: DayInput.nullable(),
    end_date: DayInput.nullable(),
  })
  .partial()
  .meta({ id: "UtilityChargeEdit" });
export type ChargeEdit = z.infer<typeof ChargeEdit>;

const UsageEdit = z
  .strictObject({
    ...line,
    amount: Quantity,
    estimated_meter_read: z.boolean(),
    utility_usage_type: z.enum(USAGE_TYPES),
    measurement_unit: text(50),
    start_date: DayInput,
    end_date: DayInput,
    ...readOnly("kbtus", "lbs_co2", "gallons", "supply"),
  })
  .partial()
  .meta({ id: "UtilityUsageEdit" });
export type UsageEdit = z.infer<typeof UsageEdit>;

export const BillEdit = z
  .strictObject({
    invoice_date: DayInput,
    estimated: z.boolean(),
    account_holder_name: text(300).nullable(),
    amount_due: Money,
    previous_balance: Money.nullable(),
    amount_paid: Money.nullable(),
    metadata: MetadataPatch,
    accept: z
      .array(z.enum(BILL_FAULTS))
      .max(50)
      .meta({
        description:
          "Names of findings that are accepted: of what does not add up on the corrected bill, as the refusal `does-not-add-up` lists it. A name that was not found is passed over; one that does not exist is refused.",
        example: ["charges_do_not_add_up"],
      }),
    charges: z
      .array(ChargeEdit)
      .max(BILL_LINES_MAX)
      .meta({ description: "All charges of the edited bill; those left out are gone." }),
    usages: z
      .array(UsageEdit)
      .max(BILL_LINES_MAX)
      .meta({ description: "All usages of the edited bill; those left out are gone." }),
    ...readOnly("id", "svc_object_type", "utility_account_id", "original_utility_bill_id"),
    ...readOnly("checked_by", "archived", "archive_reason", "origin", "counted_days", "accepted_findings", "source"),
    ...readOnly("created_at", "updated_at"),
  })
  .partial()
  .meta({
    id: "UtilityBillEdit",
    description: "Only what is given changes. A list of lines is given whole.",
    example: { amount_due: 184.2, charges: [{ id: 501, amount: 120.55 }, { id: 502 }] },
  });
export type BillEdit = z.infer<typeof BillEdit>;
