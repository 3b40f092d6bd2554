/** Writes a table as a PDF, in a separate thread, within limits of rows and memory. Loading the library takes longer than a short report. */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { builtService } from "../../processes/built-programs.ts";
import { keepThreads } from "../../processes/kept-threads.ts";
import type { Row } from "../../records/table.ts";
import { invalid, type Problem } from "../../errors.ts";
import type { About, FileParts } from "../about.ts";
import { billsOf } from "../bill-cells.ts";
import type { PdfSource } from "./pdf-tables.ts";
import type { ReadAhead } from "../read-ahead.ts";

/** This many rows of 22 columns take seven seconds, 500 MB and 176 pages; more are not useful on paper. */
export const PDF_ROWS_MAX = 3000;

/** Far more than the largest allowed report needs; beyond it the thread ends, not the service. */
const MEMORY_MB_MAX = 768;

const THREAD = builtService(join(import.meta.dirname, "pdf-worker.ts"));

const threads = keepThreads<PdfSource, Uint8Array>(
  () => new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX } }),
);

/** All rows, when the whole table was read. @throws Problem when there are too many rows */
export function wholeForPdf({
  head,
  first,
  tail,
}: ReadAhead): Pick<PdfSource, "head" | "tail"> & { first: readonly Row[] } {
  if (tail === null || first.length > PDF_ROWS_MAX) throw tooLong();
  return { head, first, tail };
}

/** @throws Problem when there are too many rows */
export async function writePdf(
  ahead: ReadAhead,
  about: About,
  { signal }: { signal?: AbortSignal },
): Promise<FileParts> {
  const { head, first, tail } = wholeForPdf(ahead);
  const bills = await about.billsOf(billsOf(first, head.columns));
  const { subject, company, language, generated_at } = about;
  const shown = { subject, company, language, generated_at };
  const source: PdfSource = { head, rows: first, tail, about: shown, opening: await ahead.opening(), bills };
  const bytes = await makePdf(source, signal);
  return (async function* () {
    yield bytes;
  })();
}

const tooLong = (): Problem => {
  const limit = `A PDF has at most ${PDF_ROWS_MAX.toLocaleString("en-US")} rows, and this report has more.`;
  const detail = `${limit} Request csv or xlsx, or fewer months with from and to.`;
  return invalid([{ pointer: "format", detail }]);
};

async function makePdf(source: PdfSource, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  const onBytes = (bytes: Uint8Array) => {
    resolve(bytes);
    return "last" as const;
  };
  await threads.run(source, onBytes, signal);
  return promise;
}
