/** UtilityHealth: whether the website of a utility works, and what it showed when it was not as its recipe says. */
import { z } from "zod";
import { ACCESSES, PORTAL_DETAILS } from "./codes.ts";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

export const UTILITY_STATES = ["works", "trouble", "unknown"] as const;

const Utility = z
  .string()
  .meta({ description: "Key of the utility in GET /v1/utilities.", example: "northgate-electric" });

const VisitCounts = z
  .object({
    visits: z.number().int().meta({ description: "Visits that ended.", example: 41 }),
    successes: z.number().int().meta({ description: "Those that did what they were for.", example: 39 }),
    refusals: z.record(z.string(), z.number().int()).meta({
      description: "The others, by their `status_detail`.",
      example: { invalid_credentials: 1, portal_down: 1 },
    }),
    share: z.number().nullable().meta({
      description:
        "Successes among the visits that succeeded or failed because of the website, from 0 to 1; null: there were none.",
      example: 0.975,
    }),
  })
  .meta({ id: "VisitCounts", description: "Visits of some time." });

export const UtilityHealth = z
  .object({
    svc_object_type: z.literal("UtilityHealth"),
    utility: Utility,
    name: z.string().meta({ description: "Its name.", example: "Northgate Electric" }),
    access: z.enum(ACCESSES).meta({
      description:
        "login: visits to its website with logins. green_button: visits to its server with permissions (Green Button Connect), which is another one.",
      example: "login",
    }),
    unproven: z.boolean().meta({
      description:
        "As in GET /v1/utilities: what is known of its website is from public sources alone. What becomes of visits to it is worth telling the project, with the masked pages of a changed one.",
      example: false,
    }),
    state: z.enum(UTILITY_STATES).meta({
      description:
        "`works`: a visit of the last week succeeded. `trouble`: since the last success the website refused three different logins in a row, whatever the login. `unknown`: neither.",
      example: "works",
    }),
    trouble_since: Timestamp.nullable().meta({
      description: "The first of these refusals; null without trouble.",
      example: null,
    }),
    trouble_kind: z
      .enum(PORTAL_DETAILS)
      .nullable()
      .meta({ description: "The latest of them; null without trouble.", example: null }),
    recipe_version: z
      .number()
      .int()
      .nullable()
      .meta({ description: "Of the recipe that the latest visit used; null for all but administrators.", example: 2 }),
    recipe_changed_at: Timestamp.nullable().meta({ description: "Since when visits use it. For administrators." }),
    last_visit_at: Timestamp.nullable().meta({ description: "For administrators." }),
    last_success_at: Timestamp.nullable().meta({ description: "For administrators; null: none yet." }),
    median_seconds: z.number().nullable().meta({
      description: "How long a successful visit takes: the median of the last 50. For administrators.",
      example: 12.4,
    }),
    last_day: VisitCounts.nullable().meta({ description: "Of the last 24 hours. For administrators." }),
    last_week: VisitCounts.nullable().meta({ description: "Of the last seven days. For administrators." }),
    changed_pages: z
      .number()
      .int()
      .nullable()
      .meta({ description: "How many GET /v1/utilities/changed_pages lists. For administrators.", example: 0 }),
  })
  .meta({
    id: "UtilityHealth",
    description:
      "Whether the website of a utility works, by the visits of all companies. Users see whether it works; the figures are for administrators of the service.",
  });
export type UtilityHealth = z.infer<typeof UtilityHealth>;

export const ChangedPage = z
  .object({
    id: Id.meta({ example: 12 }),
    svc_object_type: z.literal("ChangedPage"),
    utility: Utility,
    recipe_version: z.number().int().nullable().meta({ description: "Of the recipe that was used.", example: 2 }),
    detail: z.string().meta({
      description: "The step that could not be done, and why.",
      example: "no form form#sign-in at /login (status 200), in step 2 of the sign-in",
    }),
    place: z.string().meta({ description: "The path that was shown.", example: "/login" }),
    http_status: z.number().int().meta({ description: "The status of the answer.", example: 200 }),
    media_type: z.string().nullable().meta({ description: "As the answer says.", example: "text/html" }),
    content: z.string().meta({
      description:
        "The page or the JSON with its structure, names and the words of sign-in pages. Of everything else letters are x and digits 0.",
      example: '<form id="signin"><input name="user"></form>',
    }),
    created_at: Timestamp,
  })
  .meta({
    id: "ChangedPage",
    description:
      "What a website showed last when it was not as its recipe says. It belongs to no company and has no value of a customer.",
  });
export type ChangedPage = z.infer<typeof ChangedPage>;
