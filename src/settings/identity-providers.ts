/** The setting that lists the identity providers of companies: which issuer, for which audience, for which company's users. */
import { z } from "zod";

/** Plain http only on this machine: the keys read there decide who may sign in. */
const SECURE = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(?=[:/]|$))[^#]*$/;
export const SecureUrl = z.url().regex(SECURE);

const provider = z.strictObject({
  issuer: SecureUrl.regex(/^[^?]*$/),
  audience: z.string().min(1),
  /** The only company whose users it can vouch for. */
  company_id: z.number().int().positive(),
  /** The `typ` in the header of its tokens. */
  token_type: z.string().min(1).default("at+jwt"),
  /** The claim that must contain `admin` for an admin to act as one. Absent: never. */
  admin_claim: z.string().min(1).optional(),
});
export type IdentityProvider = z.infer<typeof provider>;

/** JSON text to providers; each issuer appears once, since it cannot vouch for two companies. */
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
