/** Authorization: a customer's access to a utility website, with its accounts (specification 2.1). */
import { z } from "zod";
import {
  ACCESSES,
  ACTORS,
  AUTHORIZATION_DETAILS,
  AUTHORIZATION_STATUSES,
  PASSWORD_MASK_REASONS,
  REVOKERS,
  SERVICE_STATUSES,
} from "./codes.ts";
import { Day, Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

/** The mask of a password: always eight characters, so that it does not show the length. */
export const MASK = "********";

/** What its owner gives, by the API and by the form. */
export const LoginInput = z.strictObject({
  online_access_username: z.string().min(1).max(320).meta({ description: "User name at the utility's website." }),
  online_access_password: z
    .string()
    .min(1)
    .max(1024)
    .meta({ description: "Encrypted when it is received; shown masked." }),
  online_access_url: z.string().min(1).max(2000).meta({ description: "The sign-in page of the utility's website." }),
  twoFactorInstructions: z.string().max(10_000).nullish().meta({
    description:
      "How to pass the second factor of the sign-in: the secret of an authenticator app, or lines of `question: answer`.",
  }),
  other_details: z
    .string()
    .max(10_000)
    .nullish()
    .meta({ description: "Any other information that helps to find and read the accounts." }),
});
export type LoginInput = z.infer<typeof LoginInput>;

export const CredentialInput = LoginInput.extend({
  code_mailbox_id: Id.nullish().meta({
    description:
      "The mailbox from which codes that the utility sends by mail are read: one whose `reads_codes` is true. Null: that of the company, `code_mailbox_id` of GET /v1/company; a login that came by a form then has none.",
    example: null,
  }),
}).meta({
  id: "CredentialInput",
  description: "Credentials for a utility's website.",
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
      .meta({ description: "Active: its bills are collected. Inactive: found, but not collected." }),
    utility_company_id: Id.meta({ example: 4 }),
    delivery_method: z.string().meta({ description: "How the data arrives.", example: "Automated" }),
    data_start_date: Day.nullable().meta({
      description: "The earliest bills to collect; null: as far back as the portal has them.",
      example: "2025-01-01",
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "AuthorizationAccount", description: "An account that the credentials give access to." });

const authorization = {
  id: Id.meta({ example: 7 }),
  access: z.enum(ACCESSES).meta({
    description:
      "login: user name and password of the utility's website. green_button: a permission that the customer gave at the utility (Green Button Connect); there is no user name and no password.",
    example: "login",
  }),
  online_access_username: z
    .string()
    .meta({ description: "User name at the utility's website.", example: "demo_residential" }),
  online_access_password: z.string().meta({
    description:
      "Masked; shown in clear only to an admin, by GET /authorizations/:id, and within a limit: see `password_masked_because`.",
    example: MASK,
  }),
  online_access_url: z.string().meta({
    description: "The sign-in page of the utility's website.",
    example: "http://127.0.0.1:8090/northgate-electric/",
  }),
  status: z.enum(AUTHORIZATION_STATUSES).meta({
    description:
      "Inventory Pending: the service is working. Inventory Complete: the accounts were found, or the authorization was stopped (`status_detail` is revoked). Pending: the service cannot continue; `errors` gives the reason.",
    example: "Inventory Complete",
  }),
  status_detail: z.enum(AUTHORIZATION_DETAILS).nullable().meta({
    description: "Why the service cannot continue; null when it can. revoked: stopped permanently.",
    example: null,
  }),
  action_required_by: z
    .enum(ACTORS)
    .meta({ description: "Who must act before the service can continue.", example: "none" }),
  retry_at: Timestamp.nullable().meta({
    description: "When the service tries again automatically; null if it does not.",
    example: null,
  }),
  errors: z
    .string()
    .nullable()
    .meta({ description: "A message for the account holder; null if nothing is wrong.", example: null }),
  company_id: Id,
  revoked_at: Timestamp.nullable().meta({
    description: "When it was stopped and its login deleted; null while it is in use. `errors` gives the reason.",
    example: null,
  }),
  revoked_by: z.enum(REVOKERS).nullable().meta({
    description:
      "Who stopped it: the account holder with the receipt link, a user of the company, or the operator of the service; unknown: its key was missing after a restore. Null while it is in use.",
    example: null,
  }),
  form_link_id: Id.nullable().meta({
    description: "The form link for one person through which it was made; null for all others.",
    example: null,
  }),
  reference: z.string().nullable().meta({ description: "The reference of that form link.", example: null }),
  code_mailbox_id: Id.nullable().meta({
    description:
      "The mailbox from which codes that the utility sends by mail are read: one whose `reads_codes` is true. Null: that of the company, `code_mailbox_id` of GET /v1/company; a login that came by a form then has none.",
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
        "Why `online_access_password` is masked. not_admin: only an admin with the scope admin may see it. not_asked: `reveal=false`. switched_off: the operator has disabled it. limit_reached: the hourly limit is reached; `RateLimit` gives the time of the next. revoked: it is deleted. Null: it is shown in clear.",
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
  .meta({ id: "AuthorizationWithAccounts", description: "An authorization with its accounts." });

const AccountProgress = z
  .object({
    utility_account_id: Id.meta({ example: 31 }),
    last_fetched_at: Timestamp.nullable().meta({ description: "When its documents were last checked at the utility." }),
    documents_waiting: z.number().int().meta({ description: "Its files that are not read yet.", example: 0 }),
    documents_in_review: z.number().int().meta({ description: "Its files in review.", example: 0 }),
    bills_accepted: z.number().int().meta({ description: "Its live bills.", example: 11 }),
  })
  .meta({ id: "AccountProgress", description: "The progress of one account of an authorization." });

export const AuthorizationProgress = z
  .object({
    authorization_id: Id,
    utility_company_name: z
      .string()
      .nullable()
      .meta({ description: "Name of the utility; null while it is not known.", example: "Northgate Electric" }),
    last_visited_at: Timestamp.nullable().meta({
      description: "When the service last found the accounts or checked the documents of one; null: not yet.",
    }),
    accounts_found: z.number().int().meta({ description: "Accounts that the credentials give access to.", example: 1 }),
    accounts_active: z.number().int().meta({ description: "Accounts that are active.", example: 1 }),
    accounts_fetched: z.number().int().meta({
      description:
        "Active accounts whose documents were all checked; an account that is due again does not count until it is checked.",
      example: 1,
    }),
    documents_fetched: z.number().int().meta({ description: "Stored files.", example: 11 }),
    documents_waiting: z.number().int().meta({ description: "Files that are not read yet.", example: 0 }),
    documents_in_review: z
      .number()
      .int()
      .meta({ description: "Files with findings, in review; they have no bill yet.", example: 0 }),
    bills_accepted: z.number().int().meta({ description: "Live bills.", example: 11 }),
    meters_waiting: z
      .number()
      .int()
      .meta({ description: "Meters whose months are not derived yet from their newest bill.", example: 0 }),
    properties_waiting: z.number().int().meta({
      description: "Properties whose months and snapshots are not up to date yet.",
      example: 0,
    }),
    months_derived: z.number().int().meta({ description: "Calendar months of the meters.", example: 12 }),
    complete: z.boolean().meta({ description: "Everything requested so far is done.", example: true }),
    accounts: z.array(AccountProgress).meta({ description: "Each account, by id." }),
  })
  .meta({ id: "AuthorizationProgress", description: "The progress of an authorization's data." });
