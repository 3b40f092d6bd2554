/** Writes a table as a PDF, in a separate thread, within limits of rows and memory. */
import { Worker } from "node:worker_threads";
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
  signal?.throwIfAborted();
  const worker = new Worker(new URL("pdf-worker.ts", import.meta.url), {
    workerData: source,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX },
  });
  const stop = () => void worker.terminate();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      worker.once("message", resolve).once("error", reject);
      worker.once("exit", () => reject(new Error("the thread ended without a document")));
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
