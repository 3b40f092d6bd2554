/** Authorization: a customer's access to a utility website, and the accounts reached by it (specification 2.1). */
import { z } from "zod";
import { ACTORS, AUTHORIZATION_STATUSES, SERVICE_STATUSES, STATUS_DETAILS } from "./codes.ts";
import { Day, Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

/** What a password looks like to everybody: always eight, so that its length tells nothing. */
export const MASK = "********";

export const CredentialInput = z
  .strictObject({
    online_access_username: z.string().min(1).max(320),
    online_access_password: z.string().min(1).max(1024),
    online_access_url: z.string().min(1).max(2000),
    twoFactorInstructions: z.string().max(10_000).nullish(),
    other_details: z.string().max(10_000).nullish(),
  })
  .meta({
    id: "CredentialInput",
    example: {
      online_access_username: "demo_commercial",
      online_access_password: "sandbox",
      online_access_url: "http://127.0.0.1:8090/northgate-electric/",
    },
  });
export type CredentialInput = z.infer<typeof CredentialInput>;

export const AuthorizationAccount = z
  .object({
    id: Id,
    acct_num: z.string(),
    status: z.enum(SERVICE_STATUSES),
    utility_company_id: Id,
    delivery_method: z.string(),
    data_start_date: Day.nullable().meta({
      description: "How far back bills are wanted; null: as far as the portal goes.",
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "AuthorizationAccount" });

const authorization = {
  id: Id,
  online_access_username: z.string(),
  online_access_password: z
    .string()
    .meta({ description: "Masked; in clear only for an admin, by GET /authorizations/:id." }),
  online_access_url: z.string(),
  status: z.enum(AUTHORIZATION_STATUSES),
  status_detail: z.enum(STATUS_DETAILS).nullable().meta({ description: "What stops it; null while nothing does." }),
  action_required_by: z.enum(ACTORS).meta({ description: "Who must act before it can go on." }),
  retry_at: Timestamp.nullable().meta({ description: "When the service tries again by itself." }),
  errors: z.string().nullable().meta({ description: "One sentence for the account holder; null if nothing is wrong." }),
  company_id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const Authorization = z.object(authorization).meta({ id: "Authorization" });

export const AuthorizationWithAccounts = z
  .object({
    ...authorization,
    accounts: z.array(AuthorizationAccount.extend({ utility_company: z.object({ id: Id, name: z.string() }) })),
  })
  .meta({ id: "AuthorizationWithAccounts" });

export const AuthorizationProgress = z
  .object({
    authorization_id: Id,
    accounts_found: z.number().int(),
    accounts_active: z.number().int(),
    accounts_fetched: z.number().int().meta({
      description:
        "Active accounts whose documents were all looked at; one that is due again counts no more until it was.",
    }),
    documents_fetched: z.number().int(),
    documents_waiting: z.number().int(),
    documents_in_review: z.number().int(),
    bills_accepted: z.number().int(),
    meters_waiting: z
      .number()
      .int()
      .meta({ description: "Meters whose months are not derived yet from their newest bill." }),
    months_derived: z.number().int(),
    complete: z.boolean().meta({ description: "Everything that was asked for so far is done." }),
  })
  .meta({ id: "AuthorizationProgress" });
