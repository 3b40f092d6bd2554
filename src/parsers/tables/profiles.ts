/** The built-in profiles, validated strictly: a mistake stops the start, not an import. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { StartError } from "../../errors.ts";
import { ImportMapping } from "../../records/import-profile.ts";
import type { NamedMapping } from "./header.ts";

const NAMES = [
  "meterbook",
  "energy-star-portfolio-manager",
  "bill-line-items",
  "better-portfolio",
  "ontario-time-of-use",
];

/** @throws StartError when one is invalid */
export function loadProfiles(): NamedMapping[] {
  return NAMES.map((name) => {
    const read = ImportMapping.safeParse(
      parse(readFileSync(new URL(`profiles/${name}.yaml`, import.meta.url), "utf8")),
    );
    if (read.success) return { name, mapping: read.data };
    throw new StartError(`The import profile ${name} is wrong:\n${z.prettifyError(read.error)}`);
  });
}
