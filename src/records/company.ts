/** What a company says of itself: its name, look and contact on its credential form, and how its figures are shown. */
import { z } from "zod";
import { Company, FiscalYearStart, UnitSystem } from "./caller.ts";
import { edited, editsOf } from "./fields.ts";
import { EDITED } from "./inputs.ts";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

/** The languages of the pages that people see without signing in. */
export const PAGE_LANGUAGES = ["en", "es"] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];
export const isPageLanguage = (text: unknown): text is PageLanguage => PAGE_LANGUAGES.some((known) => known === text);

/** Bytes of a logo that is uploaded. */
export const LOGO_BYTES_MAX = 200 * 1024;
/** The client names no type of a file: what it is, is seen when it is drawn. */
export const LOGO_TYPES = ["image/png", "image/jpeg", "image/webp", "application/octet-stream"];

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]+$/u, "This may not contain control characters.");
const lines = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .overwrite((text) => text.replaceAll("\r\n", "\n"))
    .regex(/^[^\p{Cc}]+(\n+[^\p{Cc}]+)*$/u, "This may not contain control characters other than line ends.");

/** What is shown as a link must be one. */
const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && ["https:", "http:"].includes(url.protocol) && url.username === "" && url.password === "";
};

const consent = z.string().nullable();
const ConsentText = z
  .object({ en: consent.meta({ description: "In English." }), es: consent.meta({ description: "In Spanish." }) })
  .meta({
    description:
      "Why the company asks for a login, for whom and for how long, in its own words: plain text on the first page of the form.",
    example: {
      en: "We read your bills to report the energy use of the building, as its rules ask us to.",
      es: null,
    },
  });
const ConsentEdit = z.strictObject({
  en: lines(2000).nullable().optional().meta({ description: "In English." }),
  es: lines(2000).nullable().optional().meta({ description: "In Spanish." }),
});

export const CompanyProfile = Company.omit({ name: true })
  .extend({
    name: edited(z.string().meta({ description: "Name of the company.", example: "Our buildings" }), line(200)),
    colour: edited(
      z
        .string()
        .nullable()
        .meta({ description: "Its colour, as #rrggbb. Null: that of the service.", example: "#0b5cad" }),
      z
        .string()
        .regex(/^#[0-9a-fA-F]{6}$/, "This must be a colour such as #0b5cad.")
        .toLowerCase()
        .nullable(),
    ),
    text_colour: z.enum(["black", "white"]).nullable().meta({
      description: "The colour of text on it: the one that is read better, with a contrast of at least 4.5 to 1.",
      example: "white",
    }),
    logo: z
      .object({
        width: z.number().int().meta({ description: "In pixels.", example: 480 }),
        height: z.number().int().meta({ description: "In pixels.", example: 160 }),
        updated_at: Timestamp.meta({ description: "When it was uploaded." }),
      })
      .nullable()
      .meta({ description: "Its logo, if one was uploaded." }),
    contact_name: edited(
      z.string().nullable().meta({ description: "Whom tenants can ask.", example: "Building office" }),
      line(200).nullable(),
    ),
    contact_email: edited(
      z.string().nullable().meta({ description: "Where tenants can write.", example: "office@example.com" }),
      z.email("This must be an e-mail address.").max(320).nullable(),
    ),
    contact_phone: edited(
      z.string().nullable().meta({ description: "Where tenants can call.", example: "+1 217 555 0100" }),
      line(50).nullable(),
    ),
    address: edited(
      z
        .string()
        .nullable()
        .meta({ description: "Its postal address.", example: "1200 Sample Parkway\nSpringfield, IL 62701" }),
      lines(500).nullable(),
    ),
    privacy_url: edited(
      z.string().nullable().meta({ description: "Its privacy notice.", example: "https://www.example.com/privacy" }),
      z
        .string()
        .trim()
        .max(2000)
        .refine(isWebAddress, "This must be a web address such as https://www.example.com/privacy.")
        .nullable(),
    ),
    consent_text: edited(ConsentText, ConsentEdit.meta({ example: { en: "We read your bills once a month." } })),
    units: edited(UnitSystem),
    fiscal_year_start: edited(FiscalYearStart),
    language: edited(
      z.enum(PAGE_LANGUAGES).nullable().meta({
        description: "Language of its form, unless its reader chooses another. Null: that of the reader's browser.",
        example: null,
      }),
    ),
    code_mailbox_id: edited(
      Id.nullable().meta({
        description:
          "The mailbox from which codes that utilities send by mail are read, for authorizations that name none and did not come by a form. Null: none.",
        example: null,
      }),
      Id.nullable(),
    ),
    currency: z.literal("USD").meta({ description: "Of all amounts." }),
  })
  .meta({ id: "CompanyProfile", description: "The company of the caller, and what it says of itself." });

export const CompanyEdit = z
  .strictObject(editsOf(CompanyProfile))
  .partial()
  .meta({
    id: "CompanyEdit",
    description: EDITED,
    example: { colour: "#0b5cad", contact_email: "office@example.com" },
  });
export type CompanyEdit = z.infer<typeof CompanyEdit>;
