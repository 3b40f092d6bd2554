/** Green Button request: a customer who is asked, at the website of a utility, to permit that their bills are read. */
import { z } from "zod";
import { Id } from "./scalars.ts";
import { TIMES, Timestamp } from "./wire.ts";

/** As stored. exchanging: the customer consented, and the utility is asked for the tokens. */
export type GreenButtonStatus = "waiting" | "exchanging" | "authorized" | "refused";

/** Why it did not become an authorization. */
export const GREEN_BUTTON_REASONS = [
  "denied",
  "not_accepted",
  "interrupted",
  "utility_away",
  "misconfigured",
  "stopped",
] as const;
export type GreenButtonReason = (typeof GREEN_BUTTON_REASONS)[number];

/** As clients see it. */
export const GREEN_BUTTON_STATUSES = ["waiting", "authorized", "refused", "expired"] as const;

const utility = {
  description: "Key of a utility of GET /v1/utilities whose `supported` has `green_button_connect`.",
  example: "greenfield-energy",
};
const returnUrl = {
  description:
    "Where the customer's browser goes afterwards, with `green_button` (authorized or refused) and `authorization_id` added to its query: an https address, or one of this service. Null: a page of the service.",
  example: "https://app.example.com/connected",
};

export const NewGreenButtonRequest = z
  .strictObject({
    utility: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ ...utility, description: `${utility.description} Absent: that of authorization_id.` }),
    property_id: Id.nullish().meta({
      description: "The property of the meters found with it. Null: by the service address.",
      example: null,
    }),
    activates_accounts: z.boolean().optional().meta({
      description: "Whether its accounts are collected as soon as they are found. Absent: false.",
      example: false,
    }),
    authorization_id: Id.nullish().meta({
      description:
        "An authorization of Green Button Connect at this utility, whose permission is to be renewed. Null: a new one.",
      example: null,
    }),
    return_url: z.string().min(1).max(2000).nullish().meta(returnUrl),
  })
  .meta({
    id: "NewGreenButtonRequest",
    description: "Asks a customer for the permission to read their bills.",
    example: { utility: "greenfield-energy", activates_accounts: true },
  });
export type NewGreenButtonRequest = z.infer<typeof NewGreenButtonRequest>;

const request = {
  id: Id.meta({ example: 12 }),
  svc_object_type: z.literal("GreenButtonRequest"),
  company_id: Id,
  utility: z.string().meta(utility),
  status: z.enum(GREEN_BUTTON_STATUSES).meta({
    description:
      "waiting: the customer has not decided. authorized: `authorization_id` names the authorization. refused: see `reason`; the address still works for another try until it expires. expired: the address opens nothing any more.",
    example: "authorized",
  }),
  reason: z.enum(GREEN_BUTTON_REASONS).nullable().meta({
    description:
      "denied: the customer did not permit it. not_accepted: the utility did not accept the answer that it had given. interrupted: the service was stopped in the middle. utility_away: the utility did not answer. misconfigured: the utility does not accept the operator's registration. stopped: the authorization to be renewed was stopped. Null: it was not refused.",
    example: null,
  }),
  authorization_id: Id.nullable().meta({
    description: "The authorization that it became or renews; null until then.",
    example: 7,
  }),
  return_url: z
    .string()
    .nullable()
    .meta({ ...returnUrl, example: null }),
  expires_at: Timestamp.meta({ description: "From then on the address opens nothing." }),
  ...TIMES,
};

export const GreenButtonRequest = z
  .object(request)
  .meta({ id: "GreenButtonRequest", description: "A customer who is asked for a permission, and what came of it." });

export const GreenButtonRequestCreated = z
  .object({
    ...request,
    authorize_url: z.string().meta({
      description:
        "Open it in the customer's browser. It says who asks and leads to the utility. Shown only here: it works for a day.",
      example: "https://meterbook.example.com/green-button/start/q2Vx…",
    }),
  })
  .meta({ id: "GreenButtonRequestCreated", description: "The request, with the address for the customer." });
