/** How the setting names the identity providers of companies: which issuer, for which audience, for the users of which company. */
import { z } from "zod";

/** Plain http only on this machine: the keys that are read there decide who may sign in. */
const SECURE = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(?=[:/]|$))[^#]*$/;
export const SecureUrl = z.url().regex(SECURE);

const provider = z.strictObject({
  issuer: SecureUrl.regex(/^[^?]*$/),
  audience: z.string().min(1),
  /** The only company whose users it can vouch for. */
  company_id: z.number().int().positive(),
  /** The `typ` that its tokens have in their header. */
  token_type: z.string().min(1).default("at+jwt"),
  /** Claim that must hold `admin` before a user who is an admin comes in as one. Absent: never. */
  admin_claim: z.string().min(1).optional(),
});
export type IdentityProvider = z.infer<typeof provider>;

/** JSON text to providers, each issuer once: it cannot vouch for two companies. */
export const identityProviders = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("no JSON");
      return z.NEVER;
    }
  })
  .pipe(z.array(provider))
  .refine((all) => new Set(all.map(({ issuer }) => issuer)).size === all.length);
