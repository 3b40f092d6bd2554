/** The schema of `utility.yaml`: what is known of a utility apart from its portal and its bills. */
import { z } from "zod";
import type { UtilityCard } from "../connectors/contract.ts";
import { US_STATES } from "../domain/us-states.ts";
import { readYaml, type YamlReading } from "../domain/yaml-file.ts";
import { ENERGY_TYPES } from "../records/codes.ts";

const KEY_FORM = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Nothing that means something in YAML. */
const PARAMETER_FORM = /^(https:\/\/|\/)?[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/;

/** Those of the cards so far: to look one up takes a millisecond, and most utilities share a few. */
const zones = new Set<string>();

function isTimeZone(zone: string): boolean {
  if (zones.has(zone)) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone }).format(0);
    zones.add(zone);
    return true;
  } catch {
    return false;
  }
}

export const Card = z.strictObject({
  /** Never changes: accounts refer to it. */
  key: z.string().regex(KEY_FORM, "must be lower-case words joined by hyphens"),
  name: z.string().min(1),
  energy_types: z.array(z.enum(ENERGY_TYPES)).min(1),
  time_zone: z.string().refine(isTimeZone, "is not an IANA time zone"),
  website: z
    .url({ protocol: /^https$/, error: "must be an https address; leave it out for a portal of your own" })
    .optional(),
  aliases: z.array(z.string().min(1).max(100)).optional(),
  states: z.array(z.string().refine((state) => US_STATES.has(state), "is no state of the US")).optional(),
  since: z.iso.date("must be a date such as 2026-01-31").optional(),
  /** The folder in `families` with the recipe that it shares with others. */
  family: z.string().regex(KEY_FORM, "must be lower-case words joined by hyphens").optional(),
  /** By the names that the recipe of the family declares. */
  parameters: z
    .record(
      z.string(),
      z.string().regex(PARAMETER_FORM, "may have letters, digits and - . _ / alone, after https:// in an address"),
    )
    .optional(),
  unproven: z.literal(true).optional(),
  /** Only for the fictional utilities that come with the service: their portals are in the sandbox. */
  sandbox: z.literal(true).optional(),
});

/** The folder, beside those of the utilities, with a folder for each family. */
export const FAMILIES_FOLDER = "families";

/** True for a fictional utility: it exists only while the sandbox runs. */
export const isFictional = ({ sandbox }: UtilityCard): boolean => sandbox === true;

/** The card of the utility in this folder, which has its key as its name; or the faults of the text. */
export const parseCard = (yaml: string, folder: string): YamlReading<UtilityCard> =>
  readYaml(
    Card.refine(({ key }) => key === folder, { path: ["key"], message: `must be the name of its folder, ${folder}` })
      .refine(({ key }) => key !== FAMILIES_FOLDER, { path: ["key"], message: "is the name of the folder of families" })
      .refine(({ family, parameters }) => parameters === undefined || family !== undefined, {
        path: ["parameters"],
        message: "are those of a family, and there is none",
      }),
    yaml,
  );
