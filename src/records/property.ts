/** Property: a place where energy or water is used (specification 2.7), and its editable fields. */
import { z } from "zod";
import { ENERGY_TYPES, SERVICE_STATUSES } from "./codes.ts";
import { COSTING } from "./costing.ts";
import { edited, editsOf, written } from "./fields.ts";
import { EDITED, MetadataPatch, text } from "./inputs.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, MetadataObject, TIMES } from "./wire.ts";

export const Property = z
  .object({
    id: Id.meta({ example: 12 }),
    svc_object_type: z.literal("Property"),
    name: edited(z.string().meta({ description: "Name of the property.", example: "14 Example Lane" }), text(200)),
    sq_ft: edited(
      z
        .number()
        .int()
        .nullable()
        .meta({ description: "Floor area in square feet.", example: 1850 })
        .register(written, { unit: "sq ft" }),
      z.number().int().positive().max(2_147_483_647).nullable(),
    ),
    status: edited(z.enum(SERVICE_STATUSES).meta({ description: "Active while a meter of it is in service." })),
    company_name: z.string().meta({ description: "Name of the company that it belongs to.", example: "Our buildings" }),
    weather_station_alpha_id: edited(
      z.string().nullable().meta({ description: "Weather station of its degree days.", example: "KSPI" }),
      text(20).nullable().meta({
        description:
          "The weather station of its degree days. When not given: the nearest within 200 km of its location, if there is one.",
        example: "KSPI",
      }),
    ),
    street1: edited(
      z.string().nullable().meta({ description: "Street and number.", example: "14 Example Lane" }),
      text(200).nullable(),
    ),
    street2: edited(
      z.string().nullable().meta({ description: "Second line of the address.", example: null }),
      text(200).nullable(),
    ),
    city: edited(z.string().nullable().meta({ description: "City.", example: "Springfield" }), text(100).nullable()),
    state: edited(z.string().nullable().meta({ description: "State.", example: "IL" }), text(50).nullable()),
    country: edited(
      z.string().meta({ description: "Two letters, ISO 3166-1.", example: "US" }),
      z.string().regex(/^[A-Z]{2}$/, "This must be a country code of two letters, such as US."),
    ),
    zip_code: edited(z.string().nullable().meta({ description: "ZIP code.", example: "62701" }), text(20).nullable()),
    longitude: edited(
      z
        .number()
        .nullable()
        .meta({ description: "Degrees, east is positive.", example: -89.65 })
        .register(written, { unit: "degrees" }),
      z.number().min(-180).max(180).nullable(),
    ),
    latitude: edited(
      z
        .number()
        .nullable()
        .meta({ description: "Degrees, north is positive.", example: 39.8 })
        .register(written, { unit: "degrees" }),
      z.number().min(-90).max(90).nullable(),
    ),
    year_built: edited(
      z.number().int().nullable().meta({ description: "Year in which it was built.", example: 1978 }),
      z.number().int().min(1000).max(9999).nullable(),
    ),
    construction_type: edited(
      z.string().nullable().meta({ description: "Construction type.", example: "STUCCO" }),
      text(50).nullable(),
    ),
    primary_use: edited(
      z.string().nullable().meta({ description: "Its use.", example: "OFFICE" }),
      text(50).nullable(),
    ),
    story_type: edited(
      z.string().nullable().meta({ description: "How many stories it has.", example: "SINGLE" }),
      text(50).nullable(),
    ),
    cooling_energy_type: edited(
      z.string().nullable().meta({ description: "Energy used for cooling.", example: "ELECTRIC" }),
      z.enum(ENERGY_TYPES).nullable(),
    ),
    heating_energy_type: edited(
      z.string().nullable().meta({ description: "Energy used for heating.", example: "GAS" }),
      z.enum(ENERGY_TYPES).nullable(),
    ),
    star_certified: edited(z.boolean().meta({ description: "It is ENERGY STAR certified.", example: false })),
    data_current_through: DayTimestamp.nullable()
      .meta({
        description: "Latest month that is complete for every meter in service; null when there is none.",
        example: "2025-11-01T00:00:00.000Z",
      })
      .register(written, { type: "month" }),
    metadata: edited(
      MetadataObject.meta({
        description: "Set by the client; contains native_property_id from the start.",
        example: { native_property_id: 12 },
      }),
      MetadataPatch,
    ),
    ...TIMES,
    ...COSTING,
  })
  .meta({ id: "Property", description: "A place where energy or water is used." });

const fields = z.strictObject(editsOf(Property));

export const PropertyEdit = fields.partial().meta({
  id: "PropertyEdit",
  description: EDITED,
  example: { sq_ft: 24_000, primary_use: "OFFICE" },
});
export type PropertyEdit = z.infer<typeof PropertyEdit>;

export const NewProperty = fields
  .omit({ metadata: true })
  .partial()
  .required({ name: true })
  .meta({
    id: "NewProperty",
    description: "Bills with the same service address are assigned to it automatically.",
    example: {
      name: "Main Street office",
      sq_ft: 24_000,
      street1: "100 Main Street",
      city: "Springfield",
      state: "IL",
    },
  });
export type NewProperty = z.infer<typeof NewProperty>;
