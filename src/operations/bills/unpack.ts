/** Makes the files of an uploaded archive documents, each with its own state. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { App } from "../../app.ts";
import { sniff } from "../../parsers/sniff.ts";
import type { ArchiveAnswer } from "../../parsers/archive/read-archives.ts";
import type { Finding } from "../../records/statement.ts";
import { insertArchived, setUnpacked, type EntryOutcome } from "../../store/bills/archives.ts";
import { setDocumentOutcome, type DocumentRow } from "../../store/bills/documents.ts";
import { inTransaction } from "../../store/transactions.ts";
import { keepFile } from "../keep-file.ts";
import { quotaExceeded } from "../quotas.ts";

type Entry = ArchiveAnswer["entries"][number];

/**
 * Unpacks the archive of a waiting document. An archive that cannot be unpacked waits in review. It can run again at any time with
 * the same result: a file that has a document keeps it.
 */
export async function unpackDocument(
  app: App,
  document: DocumentRow,
  bytes: Uint8Array,
  { read_with, signal }: { read_with: string; signal: AbortSignal },
): Promise<void> {
  const { company_id, id } = document;
  const outcome = await app.archives.read(bytes, signal);
  const refuse = (findings: Finding[]) =>
    setDocumentOutcome(app.db, company_id, id, {
      state: "review",
      findings,
      statement: null,
      utility_bill_id: null,
      read_with,
    });
  if (!("entries" in outcome)) return refuse([outcome.finding]);
  const entries: EntryOutcome[] = [];
  for (const entry of outcome.entries) {
    signal.throwIfAborted();
    entries.push(await keepEntry(app, document, entry));
  }
  const refused = entries.flatMap(({ name, finding }) =>
    finding === null ? [] : [{ ...finding, detail: `${name}: ${finding.detail}` }],
  );
  if (refused.length === entries.length) return refuse(refused);
  await inTransaction(app, (trx) => setUnpacked(trx, company_id, id, entries));
}

/** The column of names holds more, but a longer one helps nobody. */
const NAME_MAX = 150;

async function keepEntry(app: App, document: DocumentRow, entry: Entry): Promise<EntryOutcome> {
  const { company_id, company_uuid, id: archive_id } = document;
  const refused = (finding: Finding): EntryOutcome => ({ name: entry.name, document_id: null, finding });
  if (entry.content === null)
    return refused(entry.finding ?? { name: "entry_damaged", severity: "error", detail: "The file is missing." });
  const content = Buffer.from(entry.content, "base64");
  const beyond = await quotaExceeded(app, app.db, company_id, { file_bytes: content.length });
  if (beyond !== null) return refused({ name: "quota_exceeded", severity: "error", detail: beyond });
  const file = {
    sha256: createHash("sha256").update(content).digest(),
    bytes: content.length,
    open: () => Readable.from([content]),
  };
  const name = (entry.name.split("/").at(-1) ?? entry.name).slice(-NAME_MAX);
  const document_id = await keepFile(app, { id: company_id, uuid: company_uuid }, file, async (trx) => {
    const { sha256, bytes } = file;
    const inserted = await insertArchived(trx, company_id, archive_id, {
      name,
      file: { sha256, bytes, format: sniff(content) },
    });
    if (inserted.isToRead) await app.jobs.enqueue(trx, "parse", { company_id, document_id: inserted.id });
    return inserted.id;
  });
  return { name: entry.name, document_id, finding: null };
}
