/** Who uses the service: the caller of a request, the user and the company behind it, and the form of a password. */
import { z } from "zod";
import type { Scope } from "./api-token.ts";
import { COMPANY_ROLES, ROLES, type CompanyRole, type Role } from "./codes.ts";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

export interface Caller {
  /** The answer is limited to this company. */
  company_id: number;
  user_id: number;
  /** The effective role: the role of the user, or a lower one when the sign-in or the token limits it. */
  role: Role;
  /** The effective role in the company. An admin acts as an owner. */
  company_role: CompanyRole;
  email: string;
  name: string;
  /** The scopes of the token; a signed-in user may do everything the role allows. */
  scopes: readonly Scope[];
  /** Null for a signed-in user. */
  api_token_id: number | null;
  /** The session of a password sign-in; null for API tokens and tokens of an identity provider. */
  session_id: number | null;
}

/** What a caller may do with records of the company: a viewer reads them, whatever scopes the session or the token has. */
export const scopesOf = ({ company_role, scopes }: Pick<Caller, "company_role" | "scopes">): readonly Scope[] =>
  company_role === "viewer" ? ["read"] : scopes;

/** Characters of a new password. Existing shorter ones still sign in. */
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 1024;

/** A password that a user chooses for this service. */
export const NewPassword = z
  .string()
  .min(PASSWORD_MIN)
  .max(PASSWORD_MAX)
  .meta({ description: `At least ${PASSWORD_MIN} characters; a long sentence is best.`, example: "a long passphrase" });

export const Company = z
  .object({
    id: Id.meta({ example: 2 }),
    uuid: z.uuid().meta({ example: "d32e7c74-82c4-4b3b-b7db-22c8ea6cbfa0" }),
    name: z.string().meta({ example: "Our buildings" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Company", description: "A customer of the service. Every record belongs to one company." });

export const CompanyRoleOfUser = z.enum(COMPANY_ROLES).meta({
  description:
    "What the user may do in the company. viewer: read. editor: change its data too. owner: also manage its users, tokens and audit log.",
  example: "editor",
});

export const User = z
  .object({
    id: Id.meta({ example: 5 }),
    company_id: Id,
    email: z.string().meta({ description: "The user name for signing in.", example: "person@example.com" }),
    name: z.string().meta({ example: "A person" }),
    role: z
      .enum(ROLES)
      .meta({ description: "user: the own company. admin: the operator of the service, across companies." }),
    company_role: CompanyRoleOfUser,
    active: z.boolean().meta({ description: "False: can no longer sign in." }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "User", description: "A person who signs in." });

/** In which units pages show use. */
export const UNIT_SYSTEMS = ["us", "metric"] as const;
export const UnitSystem = z.enum(UNIT_SYSTEMS).meta({
  description:
    "In which units pages show use: us (kWh, therms, gallons) or metric (kWh, kWh, m3). Answers of the API do not change.",
  example: "us",
});
export const FiscalYearStart = z
  .number()
  .int()
  .min(1)
  .max(12)
  .meta({ description: "Month in which its fiscal year begins.", example: 1 });

export const Me = User.extend({
  company: Company,
  units: UnitSystem,
  fiscal_year_start: FiscalYearStart,
  sends_mail: z.boolean().meta({
    description:
      "The service sends mails: invitations, form links, receipts, deliveries. Otherwise people pass on the links, and no delivery goes by mail.",
    example: true,
  }),
}).meta({ id: "Me", description: "The signed-in user, with what pages need to know of the company and the service." });
