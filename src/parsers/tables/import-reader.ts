/** The import of spreadsheets as the rest of the service sees it: the reader, and the built-in profiles. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { StartError } from "../../errors.ts";
import { ImportMapping } from "../../records/import-profile.ts";
import { columnsOf, type NamedMapping } from "./header.ts";
import { createTableReader, type TableReader } from "./table-process.ts";

export interface ImportReader {
  profiles: readonly NamedMapping[];
  /** The columns of the template, in its order. */
  templateColumns: readonly string[];
  read: TableReader;
}

/** The first profile is the template. @throws StartError when a profile is invalid */
export function createImportReader(): ImportReader {
  const profiles = loadProfiles();
  const [template] = profiles;
  return {
    profiles,
    templateColumns: template === undefined ? [] : columnsOf(template.mapping),
    read: createTableReader(),
  };
}

const NAMES = [
  "meterbook",
  "energy-star-portfolio-manager",
  "energy-star-add-bills",
  "bill-line-items",
  "better-portfolio",
  "ontario-time-of-use",
];

let loaded: readonly NamedMapping[] | undefined;

/** The built-in profiles, read once for all that is opened in this process. @throws StartError when one is invalid */
export const loadProfiles = (): readonly NamedMapping[] => (loaded ??= readProfiles());

/** Validated strictly, so that a mistake stops the start, not an import. */
function readProfiles(): NamedMapping[] {
  return NAMES.map((name) => {
    const read = ImportMapping.safeParse(
      parse(readFileSync(new URL(`profiles/${name}.yaml`, import.meta.url), "utf8")),
    );
    if (read.success) return { name, mapping: read.data };
    throw new StartError(`The import profile ${name} is wrong:\n${z.prettifyError(read.error)}`);
  });
}
