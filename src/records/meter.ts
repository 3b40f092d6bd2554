/** UtilityAccount, UtilityMeter and Property: what bills hang on (specification 2.2, 2.6, 2.7). */
import { z } from "zod";
import { ASSOCIATION_TYPES, BILLING_FREQUENCIES, ENERGY_TYPES, SERVICE_STATUSES } from "./codes.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, MetadataObject, Timestamp } from "./wire.ts";

export const UtilityAccount = z
  .object({
    id: Id,
    svc_object_type: z.literal("UtilityAccount"),
    utility_company_name: z.string(),
    status: z.enum(SERVICE_STATUSES),
    acct_num: z.string(),
    latest_invoice_date: DayTimestamp.nullable(),
    delivery_method: z.string(),
    delivery_name: z.string().nullable(),
    delivery_email: z.string().nullable(),
    master_acct_num: z.string().nullable(),
    online_access_url: z.string().nullable(),
    metadata: MetadataObject.meta({
      description: "Of the client; native_account_id and account_active stand in it from the start.",
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "UtilityAccount" });

export const UtilityMeter = z
  .object({
    id: Id,
    svc_object_type: z.literal("UtilityMeter"),
    meter_wrapper_id: Id.meta({ description: "Joins the supply and the distribution meter of one service point." }),
    property_id: Id.nullable(),
    property_name: z.string().nullable(),
    status: z.enum(SERVICE_STATUSES),
    meter_num: z.string().nullable(),
    service_address: z.string().nullable(),
    service_name: z.string().nullable(),
    premise_num: z.string().nullable(),
    association_type: z.enum(ASSOCIATION_TYPES),
    latest_usage_date: DayTimestamp.nullable(),
    deactivation_date: DayTimestamp.nullable(),
    energy_type: z.enum(ENERGY_TYPES),
    measurement_unit: z.string().nullable(),
    demand_measurement_unit: z.string().nullable(),
    billing_frequency: z.enum(BILLING_FREQUENCIES),
    eligibility_start_month: DayTimestamp.nullable().meta({ description: "Earliest month with complete data." }),
    eligibility_end_month: DayTimestamp.nullable().meta({ description: "Latest month with complete data." }),
    supply_only: z.boolean(),
    metadata: MetadataObject.meta({ description: "Of the client; native_meter_id stands in it from the start." }),
    utility_account: UtilityAccount,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "UtilityMeter" });

export const Property = z
  .object({
    id: Id,
    svc_object_type: z.literal("Property"),
    name: z.string(),
    sq_ft: z.number().int().nullable(),
    status: z.enum(SERVICE_STATUSES),
    company_name: z.string(),
    weather_station_alpha_id: z.string().nullable(),
    street1: z.string().nullable(),
    street2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    country: z.string(),
    zip_code: z.string().nullable(),
    longitude: z.number().nullable(),
    latitude: z.number().nullable(),
    year_built: z.number().int().nullable(),
    construction_type: z.string().nullable(),
    primary_use: z.string().nullable(),
    story_type: z.string().nullable(),
    cooling_energy_type: z.string().nullable(),
    heating_energy_type: z.string().nullable(),
    star_certified: z.boolean(),
    data_current_through: DayTimestamp.nullable().meta({
      description: "Latest month that is complete for every active meter.",
    }),
    metadata: MetadataObject.meta({ description: "Of the client; native_property_id stands in it from the start." }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Property" });
