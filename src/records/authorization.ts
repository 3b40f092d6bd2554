/** Authorization: a customer's access to a utility website, and the accounts reached by it (specification 2.1). */
import { z } from "zod";
import {
  ACTORS,
  AUTHORIZATION_DETAILS,
  AUTHORIZATION_STATUSES,
  PASSWORD_MASK_REASONS,
  REVOKERS,
  SERVICE_STATUSES,
} from "./codes.ts";
import { Day, Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

/** What a password looks like to everybody: always eight, so that its length tells nothing. */
export const MASK = "********";

export const CredentialInput = z
  .strictObject({
    online_access_username: z.string().min(1).max(320).meta({ description: "User name at the utility's website." }),
    online_access_password: z.string().min(1).max(1024).meta({ description: "Sealed at once; shown masked." }),
    online_access_url: z
      .string()
      .min(1)
      .max(2000)
      .meta({ description: "Where one signs in to the utility's website." }),
    twoFactorInstructions: z.string().max(10_000).nullish().meta({
      description:
        "How to pass a second step of the sign-in: the secret of an authenticator, or lines of `question: answer`.",
    }),
    other_details: z
      .string()
      .max(10_000)
      .nullish()
      .meta({ description: "Whatever else helps to find and to read the accounts." }),
  })
  .meta({
    id: "CredentialInput",
    description: "What is needed to sign in at a utility's website.",
    example: {
      online_access_username: "demo_commercial",
      online_access_password: "sandbox",
      online_access_url: "http://127.0.0.1:8090/northgate-electric/",
    },
  });
export type CredentialInput = z.infer<typeof CredentialInput>;

export const AuthorizationAccount = z
  .object({
    id: Id.meta({ example: 31 }),
    acct_num: z.string().meta({ description: "Account number at the utility.", example: "5562231831" }),
    status: z
      .enum(SERVICE_STATUSES)
      .meta({ description: "Active: its bills are collected. Inactive: found, and left alone." }),
    utility_company_id: Id.meta({ example: 4 }),
    delivery_method: z.string().meta({ description: "How the data comes in.", example: "Automated" }),
    data_start_date: Day.nullable().meta({
      description: "How far back bills are wanted; null: as far as the portal goes.",
      example: "2025-01-01",
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "AuthorizationAccount", description: "An account that the credentials reach." });

const authorization = {
  id: Id.meta({ example: 7 }),
  online_access_username: z
    .string()
    .meta({ description: "User name at the utility's website.", example: "demo_residential" }),
  online_access_password: z.string().meta({
    description:
      "Masked; in clear only for an admin, by GET /authorizations/:id, and within a limit: see `password_masked_because`.",
    example: MASK,
  }),
  online_access_url: z.string().meta({
    description: "Where one signs in to the utility's website.",
    example: "http://127.0.0.1:8090/northgate-electric/",
  }),
  status: z.enum(AUTHORIZATION_STATUSES).meta({
    description:
      "Inventory Pending: the service is at work. Inventory Complete: the accounts are there, or it was stopped and no more come (`status_detail` is revoked). Pending: it cannot go on, `errors` says why.",
    example: "Inventory Complete",
  }),
  status_detail: z.enum(AUTHORIZATION_DETAILS).nullable().meta({
    description: "Why it does not go on; null while it does. revoked: it was stopped for ever.",
    example: null,
  }),
  action_required_by: z.enum(ACTORS).meta({ description: "Who must act before it can go on.", example: "none" }),
  retry_at: Timestamp.nullable().meta({
    description: "When the service tries again by itself; null if it does not.",
    example: null,
  }),
  errors: z
    .string()
    .nullable()
    .meta({ description: "One sentence for the account holder; null if nothing is wrong.", example: null }),
  company_id: Id,
  revoked_at: Timestamp.nullable().meta({
    description: "When it was stopped and its login deleted; null while it is in use. `errors` says what happened.",
    example: null,
  }),
  revoked_by: z.enum(REVOKERS).nullable().meta({
    description:
      "Who stopped it: the account holder by the receipt, a user of the company, the operator of the service; unknown: its key was gone after a restore. Null while it is in use.",
    example: null,
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const Authorization = z
  .object(authorization)
  .meta({ id: "Authorization", description: "A customer's access to a utility's website." });

export const AuthorizationWithAccounts = z
  .object({
    ...authorization,
    password_masked_because: z.enum(PASSWORD_MASK_REASONS).nullable().meta({
      description:
        "Why `online_access_password` is masked. not_admin: only an admin with the scope admin may see it. not_asked: `reveal=false`. switched_off: the operator allows it to none. limit_reached: as many were read in this hour as may be; `RateLimit` says when the next may. revoked: it is deleted. Null: it is in clear.",
      example: "not_admin",
    }),
    accounts: z.array(
      AuthorizationAccount.extend({
        utility_company: z.object({
          id: Id.meta({ example: 4 }),
          name: z.string().meta({ description: "Name of the utility.", example: "Northgate Electric" }),
        }),
      }),
    ),
  })
  .meta({ id: "AuthorizationWithAccounts", description: "An authorization with the accounts it reaches." });

export const AuthorizationProgress = z
  .object({
    authorization_id: Id,
    accounts_found: z.number().int().meta({ description: "Accounts that the credentials reach.", example: 1 }),
    accounts_active: z.number().int().meta({ description: "Accounts that are switched on.", example: 1 }),
    accounts_fetched: z.number().int().meta({
      description:
        "Active accounts whose documents were all looked at; one that is due again counts no more until it was.",
      example: 1,
    }),
    documents_fetched: z.number().int().meta({ description: "Files that are kept.", example: 11 }),
    documents_waiting: z.number().int().meta({ description: "Files that are not read yet.", example: 0 }),
    documents_in_review: z
      .number()
      .int()
      .meta({ description: "Files kept out of the bills until they are understood.", example: 0 }),
    bills_accepted: z.number().int().meta({ description: "Bills in use.", example: 11 }),
    meters_waiting: z
      .number()
      .int()
      .meta({ description: "Meters whose months are not derived yet from their newest bill.", example: 0 }),
    properties_waiting: z.number().int().meta({
      description: "Properties whose months and snapshots are still to be worked out.",
      example: 0,
    }),
    months_derived: z.number().int().meta({ description: "Calendar months of the meters.", example: 12 }),
    complete: z.boolean().meta({ description: "Everything that was asked for so far is done.", example: true }),
  })
  .meta({ id: "AuthorizationProgress", description: "How far the data of an authorization has come." });
