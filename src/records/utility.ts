/** The utilities that the service knows, with what it can do for each. */
import { z } from "zod";
import { CHALLENGE_KINDS, ENERGY_TYPES } from "./codes.ts";
import { Day, Id } from "./scalars.ts";
import { TIMES } from "./wire.ts";

/** How bills of a utility come in. */
export const WAYS_IN = ["portal", "green_button_connect", "templates", "uploads"] as const;

/** What works: the service signs in; the customer permits at the utility that it reads; Green Button files are read; bill files are read. */
export const SUPPORTED_WAYS = ["login", "green_button_connect", "green_button", "upload"] as const;

/** What the customer gives. */
export const ASKED_FOR = ["consent", "login", "second_step", "bill_files"] as const;

export const Utility = z
  .object({
    svc_object_type: z.literal("Utility"),
    key: z.string().meta({ description: "Names the utility and never changes.", example: "northgate" }),
    name: z.string().meta({ description: "Its name.", example: "Northgate Electric & Gas" }),
    website: z.string().nullable().meta({
      description:
        "Its website. Where `supported` has `login` it is the address where customers sign in: `online_access_url` of an authorization. Null: none is known.",
      example: "https://www.example.com/login",
    }),
    energy_types: z.array(z.enum(ENERGY_TYPES)).meta({ description: "What it bills.", example: ["ELECTRIC", "GAS"] }),
    time_zone: z
      .string()
      .nullable()
      .meta({ description: "Of its service territory. Null: unknown.", example: "America/Chicago" }),
    aliases: z.array(z.string()).meta({
      description: "Short names, former names and brands, by which it is found, too.",
      example: ["Northgate"],
    }),
    states: z
      .array(z.string())
      .nullable()
      .meta({ description: "Codes of the states that it serves. Null: unknown.", example: ["IL"] }),
    supported: z.array(z.enum(SUPPORTED_WAYS)).meta({
      description:
        "What works. `login`: the service signs in and collects the bills. `green_button_connect`: the customer permits it at the utility, without giving a password, and the bills are collected: POST /v1/green_button_requests. Without either they are not collected. `green_button`: usage files in the Green Button format are read, where the utility offers them. `upload`: its bill files are read.",
      example: ["login", "green_button", "upload"],
    }),
    supported_since: Day.nullable().meta({
      description: "Since when. Null: unknown, or its bills are not collected.",
      example: "2026-01-31",
    }),
    unproven: z.boolean().meta({
      description:
        "Whether what is known of its website is from public sources alone: the service signs in, and it has not been confirmed to work.",
      example: false,
    }),
    asked_for: z.array(z.enum(ASKED_FOR)).meta({
      description:
        "What the customer gives. `consent`: a permission at the website of the utility. `login`: user name and password. `second_step`: an answer at sign-in. `bill_files`: the bills themselves; no password is asked for.",
      example: ["login", "second_step"],
    }),
    ways_in: z.array(z.enum(WAYS_IN)).meta({
      description:
        "`portal`: the service signs in and fetches its bills. `green_button_connect`: it reads them with the permission of the customer. `templates`: layouts of its bills are described. `uploads`: its bill files can be uploaded, as those of any utility.",
      example: ["portal", "templates", "uploads"],
    }),
    second_factors: z.array(z.enum(CHALLENGE_KINDS)).meta({
      description: "What its website can ask for after the password; empty when nothing is known of it.",
      example: ["code"],
    }),
  })
  .meta({ id: "Utility", description: "A utility that the service knows." });

export const NewUtilityWish = z
  .strictObject({
    utility: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: "The key of a utility of GET /v1/utilities whose bills are not collected." }),
  })
  .meta({
    id: "NewUtilityWish",
    description: "A utility that is wanted.",
    example: { utility: "pacific-gas-and-electric" },
  });

export const UtilityWish = z
  .object({
    id: Id.meta({ example: 3 }),
    svc_object_type: z.literal("UtilityWish"),
    company_id: Id.meta({ description: "The company whose users or account holders want it.", example: 2 }),
    utility: z.string().nullable().meta({
      description: "Key of the utility in GET /v1/utilities. Null: only its website is known.",
      example: "pacific-gas-and-electric",
    }),
    name: z
      .string()
      .meta({ description: "Its name, or the host of its website.", example: "Pacific Gas and Electric" }),
    website: z.string().nullable().meta({ description: "Null: none is known.", example: "https://pge.com" }),
    supported: z.array(z.enum(SUPPORTED_WAYS)).meta({
      description: "What works now; `login` or `green_button_connect` once its bills can be collected.",
      example: ["green_button", "upload"],
    }),
    wishes: z.number().int().meta({
      description:
        "How often it was asked for: through a form, in the dashboard, or by an authorization. A form link or user counts once a day for a utility.",
      example: 4,
    }),
    ...TIMES,
  })
  .meta({
    id: "UtilityWish",
    description:
      "A utility whose bills are not collected, and how often that was wanted. Nothing is stored of who asked.",
  });
