/** UtilityAccount, UtilityMeter and Property: what bills hang on (specification 2.2, 2.6, 2.7). */
import { z } from "zod";
import { ASSOCIATION_TYPES, BILLING_FREQUENCIES, ENERGY_TYPES, SERVICE_STATUSES } from "./codes.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, MetadataObject, Timestamp } from "./wire.ts";

export const UtilityAccount = z
  .object({
    id: Id.meta({ example: 31 }),
    svc_object_type: z.literal("UtilityAccount"),
    utility_company_name: z.string().meta({ description: "Name of the utility.", example: "Northgate Electric" }),
    status: z.enum(SERVICE_STATUSES).meta({ description: "Active: its bills are collected." }),
    acct_num: z.string().meta({ description: "Account number at the utility.", example: "5562231831" }),
    latest_invoice_date: DayTimestamp.nullable().meta({ example: "2025-12-11T00:00:00.000Z" }),
    delivery_method: z.string().meta({ description: "How the data comes in.", example: "Automated" }),
    delivery_name: z.string().nullable().meta({ description: "To whom the utility sends the bill.", example: null }),
    delivery_email: z.string().nullable().meta({ description: "Where the utility sends the bill.", example: null }),
    master_acct_num: z
      .string()
      .nullable()
      .meta({ description: "Account that this one is billed under.", example: null }),
    online_access_url: z.string().nullable().meta({
      description: "Where one signs in to the utility's website.",
      example: "http://127.0.0.1:8090/northgate-electric/",
    }),
    metadata: MetadataObject.meta({
      description: "Of the client; native_account_id and account_active stand in it from the start.",
      example: { native_account_id: 31, account_active: true },
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "UtilityAccount", description: "An account at a utility." });

export const UtilityMeter = z
  .object({
    id: Id.meta({ example: 48 }),
    svc_object_type: z.literal("UtilityMeter"),
    meter_wrapper_id: Id.meta({
      description: "Joins the supply and the distribution meter of one service point.",
      example: 46,
    }),
    property_id: Id.nullable(),
    property_name: z.string().nullable().meta({ example: "14 Example Lane" }),
    status: z.enum(SERVICE_STATUSES).meta({
      description:
        "Inactive once a person says that it is out of service. It does not say whether bills still come: that is the status of its account, which is Inactive where it is not collected, as an imported one is.",
    }),
    meter_num: z.string().nullable().meta({ description: "Number on the meter.", example: "NE634289" }),
    service_address: z.string().nullable().meta({
      description: "As printed on the bill.",
      example: "14 Example Lane, Springfield, IL 62701",
    }),
    service_name: z
      .string()
      .nullable()
      .meta({ description: "As printed on the bill.", example: "Residential service" }),
    premise_num: z.string().nullable().meta({ description: "The utility's number of the place.", example: null }),
    association_type: z.enum(ASSOCIATION_TYPES).meta({
      description: "SUPPLY: bought energy. DISTRIBUTION: its transport. STANDARD: both in one.",
    }),
    latest_usage_date: DayTimestamp.nullable().meta({
      description: "Last day that a usage covers.",
      example: "2025-12-08T00:00:00.000Z",
    }),
    deactivation_date: DayTimestamp.nullable().meta({
      description: "The first day on which it was out of service.",
      example: null,
    }),
    energy_type: z.enum(ENERGY_TYPES).meta({ description: "What it measures." }),
    measurement_unit: z.string().nullable().meta({ description: "Unit of its usage.", example: "kWh" }),
    demand_measurement_unit: z.string().nullable().meta({ description: "Unit of its demand.", example: null }),
    billing_frequency: z.enum(BILLING_FREQUENCIES),
    eligibility_start_month: DayTimestamp.nullable().meta({
      description: "Earliest month with complete data.",
      example: "2025-01-01T00:00:00.000Z",
    }),
    eligibility_end_month: DayTimestamp.nullable().meta({
      description: "Latest month with complete data.",
      example: "2025-11-01T00:00:00.000Z",
    }),
    supply_only: z.boolean().meta({ description: "It measures supply alone.", example: false }),
    metadata: MetadataObject.meta({
      description: "Of the client; native_meter_id stands in it from the start.",
      example: { native_meter_id: 48 },
    }),
    utility_account: UtilityAccount,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "UtilityMeter", description: "What measures one kind of energy or water at one place." });

export const Property = z
  .object({
    id: Id.meta({ example: 12 }),
    svc_object_type: z.literal("Property"),
    name: z.string().meta({ example: "14 Example Lane" }),
    sq_ft: z.number().int().nullable().meta({ description: "Floor area in square feet.", example: 1850 }),
    status: z.enum(SERVICE_STATUSES).meta({ description: "Whether a meter of it is in service." }),
    company_name: z.string().meta({ description: "Name of the company that it belongs to.", example: "Our buildings" }),
    weather_station_alpha_id: z
      .string()
      .nullable()
      .meta({ description: "Weather station that its degree days come from.", example: "KSPI" }),
    street1: z.string().nullable().meta({ example: "14 Example Lane" }),
    street2: z.string().nullable().meta({ example: null }),
    city: z.string().nullable().meta({ example: "Springfield" }),
    state: z.string().nullable().meta({ example: "IL" }),
    country: z.string().meta({ description: "Two letters, ISO 3166-1.", example: "US" }),
    zip_code: z.string().nullable().meta({ example: "62701" }),
    longitude: z.number().nullable().meta({ description: "Degrees, east is positive.", example: -89.65 }),
    latitude: z.number().nullable().meta({ description: "Degrees, north is positive.", example: 39.8 }),
    year_built: z.number().int().nullable().meta({ example: 1978 }),
    construction_type: z.string().nullable().meta({ example: "STUCCO" }),
    primary_use: z.string().nullable().meta({ example: "OFFICE" }),
    story_type: z.string().nullable().meta({ example: "SINGLE" }),
    cooling_energy_type: z.string().nullable().meta({ example: "ELECTRIC" }),
    heating_energy_type: z.string().nullable().meta({ example: "GAS" }),
    star_certified: z.boolean().meta({ example: false }),
    data_current_through: DayTimestamp.nullable().meta({
      description: "Latest month that is complete for every meter in service; null until there is one.",
      example: "2025-11-01T00:00:00.000Z",
    }),
    metadata: MetadataObject.meta({
      description: "Of the client; native_property_id stands in it from the start.",
      example: { native_property_id: 12 },
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Property", description: "A place where energy or water is used." });
