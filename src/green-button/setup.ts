/** The schema of `green-button.yaml`: where a utility asks its customers, where it hands out data, and what is peculiar to it. */
import { z } from "zod";
import { readYaml, type YamlReading } from "../domain/yaml-file.ts";

export interface GreenButtonSetup {
  /** Where its customers sign in, for people. */
  website: string;
  /** The authorization endpoint (RFC 6749, 3.1). */
  authorize: string;
  /** The token endpoint (RFC 6749, 3.2). */
  token: string;
  /** The revocation endpoint (RFC 7009); absent: the permission is withdrawn by deleting its Authorization resource. */
  revoke?: string | undefined;
  /** Everything of ESPI is below it; it ends in `/espi/1_1/resource`. */
  resources: string;
  /** The scope to ask for, as the utility writes it: function blocks, intervals, length of the history. */
  scope: string;
  /** Whether it accepts PKCE (RFC 7636). */
  pkce: boolean;
  /** How the client proves itself at the token endpoint. */
  client_authentication: "basic" | "post";
  /** Decimal places of its amounts of money; the standard says 5. */
  money_places: number;
}

const MONEY_PLACES = 5;
/** https, or a path of the place where fictional utilities run. */
const secure = z.url({ protocol: /^https$/, error: "must be an https address" }).max(500);
const path = z.string().regex(/^\/[\w./-]{0,200}$/, "must be a path");

const schemaOf = (address: z.ZodType<string>) =>
  z.strictObject({
    website: address,
    authorize: address,
    token: address,
    revoke: address.optional(),
    resources: address.transform((text) => (text.endsWith("/") ? text.slice(0, -1) : text)),
    scope: z.string().min(1).max(1000),
    pkce: z.boolean(),
    client_authentication: z.enum(["basic", "post"]),
    money_places: z.number().int().min(0).max(MONEY_PLACES).default(MONEY_PLACES),
  });

/** The setup of a utility, or the faults of the text. `isFictional`: its addresses are paths. */
export const parseGreenButton = (
  yaml: string,
  { isFictional }: { isFictional: boolean },
): YamlReading<GreenButtonSetup> => readYaml(schemaOf(isFictional ? path : secure), yaml);

/** The setup with whole addresses. `origin`: of fictional utilities. */
export function placed(setup: GreenButtonSetup, origin: string | null): GreenButtonSetup {
  const at = (address: string): string => (origin === null ? address : new URL(address, origin).href);
  return {
    ...setup,
    website: at(setup.website),
    authorize: at(setup.authorize),
    token: at(setup.token),
    ...(setup.revoke === undefined ? {} : { revoke: at(setup.revoke) }),
    resources: at(setup.resources),
  };
}
