/** What a user does with a table of bills that was uploaded as the file of one: its columns need an import profile. */
import { Readable } from "node:stream";
import type { App } from "../../app.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import type { NamedMapping } from "../../parsers/tables/header.ts";
import { DOCUMENT_TABLE_LIMITS } from "../../parsers/tables/limits.ts";
import { createTableReader } from "../../parsers/tables/table-process.ts";
import { ImportMapping } from "../../records/import-profile.ts";
import type { Finding } from "../../records/statement.ts";
import { listOwnProfiles } from "../../store/imports/import-profiles.ts";

/** The import profiles of a company: its own before those of the service. */
export async function profilesFor(app: Pick<App, "db" | "imports">, companyId: number): Promise<NamedMapping[]> {
  const own = await listOwnProfiles(app.db, companyId);
  return [
    ...own.map(({ name, profile }) => ({ name, mapping: ImportMapping.parse(profile), isOwn: true as const })),
    ...app.imports.profiles,
  ];
}

/** The formats of tables. */
export const TABLES: ReadonlySet<string> = new Set(["csv", "office"]);

const readTable = createTableReader(DOCUMENT_TABLE_LIMITS);

/** The finding on a table: the address of imports, with the profile that fits its header, or why none does. */
export async function tableFinding(
  app: Pick<App, "db" | "imports" | "now">,
  companyId: number,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<Finding> {
  const question = { profiles: await profilesFor(app, companyId), constants: {}, today: dayOfTime(app.now()) };
  const file = { bytes: bytes.byteLength, stream: Readable.from([Buffer.from(bytes)]) };
  for await (const answer of readTable(file, question, signal)) {
    if (answer.kind === "profile") {
      const detail = `The file is a table that the import profile ${answer.name} reads. Send it to POST /v1/imports?profile=${answer.name}, and reject this document.`;
      return { name: "table_of_bills", severity: "error", detail };
    }
    if (answer.kind !== "failed") continue;
    const detail = `The file is a table or an office document, and no import profile reads it. ${answer.detail} If it has bills, make a profile for its columns, send it to POST /v1/imports, and reject this document.`;
    return { name: "table_not_read", severity: "error", detail };
  }
  return { name: "table_not_read", severity: "error", detail: "The file is a table that cannot be read." };
}
