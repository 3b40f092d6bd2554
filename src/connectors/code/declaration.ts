/**
 * The schema of `connector.yaml`: what the service must know of a connector in code without running it. The operator reads here which hosts
 * it uses, at which pace, and where the password may be sent; the code cannot change that.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { readYaml, type YamlReading } from "../../domain/yaml-file.ts";
import { CHALLENGE_KINDS } from "../../records/codes.ts";
import type { UtilityCard } from "../contract.ts";
import { LimitsShape, MatchShape, WeatherShape } from "../recipe-shape.ts";
import { HeaderTexts, HostName } from "../recipe-parts.ts";
import { scriptOf } from "./script.ts";
import { DIGEST_WAYS } from "./secrets.ts";

export const Declaration = z.strictObject({
  version: z.int().positive(),
  match: MatchShape,
  /** Sent with every request to the first host. */
  headers: HeaderTexts,
  password: z
    .strictObject({
      /** The forms in which it may be sent: as it is, or made into something by `portal.digest`. */
      as: z
        .array(z.enum(["plain", ...DIGEST_WAYS]))
        .min(1)
        .default(["plain"]),
      /** The hosts that it may be sent to; those of `match.hosts` by default. */
      hosts: z.array(HostName).min(1).optional(),
      /** How many requests of a visit may have it, or something made of it. */
      sent_at_most: z.int().positive().max(1000).default(1),
    })
    .prefault({}),
  /** The kinds of questions that the portal asks after the password. */
  second_factor: z.array(z.enum(CHALLENGE_KINDS)).default([]),
  /** The cookies by which the portal knows a device again; `*` in a name is a wildcard. */
  remember: z.strictObject({ cookies: z.array(z.string().min(1)).min(1) }).optional(),
  weather: WeatherShape.optional(),
  limits: LimitsShape.omit({ pages_max: true }),
});

/** How the portal of a utility is used by code, with the utility's own card. */
export type CodePortal = UtilityCard &
  z.infer<typeof Declaration> & {
    /** What runs, and its name in errors. */
    script: string;
    file: string;
    /** Of declaration and code: a suspended visit goes on with the same alone. */
    fingerprint: string;
  };

const declarationOf = ({ sandbox }: UtilityCard) =>
  Declaration.superRefine(({ match, password }, context) => {
    const say = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if ((match.hosts === undefined) !== (sandbox === true))
      say(["match"], sandbox ? "has no hosts, because the utility is one of the sandbox" : "needs hosts");
    const named = new Set([...(match.hosts ?? []), ...match.also_visits]);
    for (const host of password.hosts ?? [])
      if (!named.has(host)) say(["password", "hosts"], `names ${host}, which is not in match`);
  });

/** The portal, or null and the faults of each file. */
export function parseCodePortal(
  utility: UtilityCard,
  { declaration, source, file }: { declaration: string; source: string; file: string },
): { declaration: YamlReading<unknown>; script: YamlReading<string>; portal: CodePortal | null } {
  const declared = readYaml(declarationOf(utility), declaration);
  const script = scriptOf(source, file);
  if (!declared.ok || !script.ok) return { declaration: declared, script, portal: null };
  const fingerprint = createHash("sha256").update(declaration).update("\0").update(source).digest("hex").slice(0, 16);
  return {
    declaration: declared,
    script,
    portal: { ...utility, ...declared.value, script: script.value, file, fingerprint },
  };
}
