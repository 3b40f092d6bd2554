/** What the rest of the service knows of spreadsheets: how they are read, and the profiles that come with the service. */
import { columnsOf, type NamedMapping } from "./header.ts";
import { loadProfiles } from "./profiles.ts";
import { createTableReader, type TableReader } from "./table-process.ts";

export interface ImportReader {
  profiles: readonly NamedMapping[];
  /** The columns of the template, in its order. */
  templateColumns: readonly string[];
  read: TableReader;
}

/** The first profile is the template. @throws StartError when a profile is wrong */
export function createImportReader(): ImportReader {
  const profiles = loadProfiles();
  const [template] = profiles;
  return {
    profiles,
    templateColumns: template === undefined ? [] : columnsOf(template.mapping),
    read: createTableReader(),
  };
}
