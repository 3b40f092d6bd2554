/** Signing in: sessions, and the authenticator app of a user. */
import { z } from "zod";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

export const Session = z
  .object({
    id: Id.meta({ example: 12 }),
    current: z.boolean().meta({ description: "True for the session of this request." }),
    address: z.string().meta({ description: "The IP address of the sign-in.", example: "203.0.113.5" }),
    user_agent: z
      .string()
      .nullable()
      .meta({ description: "The browser or program that signed in.", example: "curl/8" }),
    created_at: Timestamp,
    last_used_at: Timestamp.meta({ description: "To the minute." }),
    expires_at: Timestamp,
  })
  .meta({ id: "Session", description: "An active sign-in with e-mail and password." });

/** A code of the app, or a recovery code, as typed by a user. */
export const Code = z.string().trim().min(6).max(40).meta({
  description: "Six digits of the authenticator app, or a recovery code.",
  example: "123456",
});

export const Authenticator = z
  .object({
    active: z.boolean().meta({ description: "True: the sign-in requires a code." }),
    confirmed_at: Timestamp.nullable().meta({ description: "When it was confirmed; null when there is none." }),
    recovery_codes_left: z.int().meta({ example: 10 }),
    required: z
      .boolean()
      .meta({ description: "True: an admin without an authenticator has only the permissions of a user." }),
  })
  .meta({ id: "Authenticator", description: "Whether the user has an authenticator app." });

export const AuthenticatorSecret = z
  .object({
    secret: z
      .string()
      .meta({ description: "Base32, to type into the app.", example: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" }),
    otpauth_uri: z.string().meta({
      description: "The secret as a URI, to show as a QR code.",
      example: "otpauth://totp/Meterbook:person%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Meterbook",
    }),
  })
  .meta({ id: "AuthenticatorSecret", description: "The secret for the app, shown only once." });

export const RecoveryCodes = z
  .object({
    recovery_codes: z.array(z.string()).meta({ example: ["ABCD-EFGH-IJKL-MNOP"] }),
  })
  .meta({ id: "RecoveryCodes", description: "Each can be used once instead of a code. They are not shown again." });
