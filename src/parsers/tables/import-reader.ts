/** The import of spreadsheets as the rest of the service sees it: the reader, and the built-in profiles. */
import { columnsOf, type NamedMapping } from "./header.ts";
import { loadProfiles } from "./profiles.ts";
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
