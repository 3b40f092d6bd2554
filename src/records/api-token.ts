/** API tokens, with which programs authenticate. The token itself is shown once, in the answer that creates it. */
import { z } from "zod";
import { COMPANY_ROLES, ROLES } from "./codes.ts";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

/** The scopes of a token; each includes those before it. */
export const SCOPES = ["read", "write", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** True when one of the scopes includes the required one. */
export const includesScope = (held: readonly Scope[], needed: Scope): boolean =>
  held.some((scope) => SCOPES.indexOf(scope) >= SCOPES.indexOf(needed));

const Scopes = z.array(z.enum(SCOPES)).meta({
  description:
    "`read`: every GET. `write`: all other requests too. `admin`: also tokens, passwords, users and the endpoints for administrators. Never more than its user may do: a viewer makes tokens with `read` alone.",
});

export const ApiToken = z
  .object({
    id: Id.meta({ example: 9 }),
    company_id: Id,
    user_id: Id.meta({
      description: "The owner: the token may do what this user may do, and is revoked when the user is deactivated.",
    }),
    name: z.string().meta({ description: "What it is for.", example: "Nightly sync" }),
    scopes: Scopes,
    role_ceiling: z.enum(ROLES).meta({
      description:
        "The role of the user when the token was created. The token never has a higher role, even if the user gets one.",
    }),
    company_role_ceiling: z
      .enum(COMPANY_ROLES)
      .meta({ description: "The same for the role in the company.", example: "editor" }),
    last_used_at: Timestamp.nullable().meta({ description: "To the minute; null: never used." }),
    expires_at: Timestamp.nullable().meta({ description: "Null: valid until it is revoked.", example: null }),
    revoked_at: Timestamp.nullable().meta({ description: "Null while it is valid.", example: null }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "ApiToken", description: "A token with which a program authenticates." });

export const NewApiToken = z
  .strictObject({
    name: z.string().trim().min(1).max(200).meta({ description: "What it is for." }),
    scopes: Scopes.min(1).default(["read", "write"]),
    expires_at: z.iso.datetime({ offset: true }).nullish().meta({ description: "Absent: valid until it is revoked." }),
  })
  .meta({ id: "NewApiToken", description: "A token to create.", example: { name: "Nightly sync", scopes: ["read"] } });

export const MadeApiToken = ApiToken.extend({
  token: z.string().meta({
    description: "For the Authorization header. It is not shown again.",
    example: "mbk_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef",
  }),
}).meta({ id: "MadeApiToken", description: "The new token, shown only once." });
