/** Unpacks ZIP archives in a child process under hard limits: any archive ends with its files or with one finding. */
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { modulesOf, OWN_CODE } from "../may-read.ts";
import type { FileLimits, ProcessLimits } from "../../processes/limited-process.ts";
import { unreadable, type Outcome } from "../outcome.ts";
import { FailureAnswer } from "../reader-process.ts";
import { createPool } from "../reader-pool.ts";
import { FORMAT_LIMITS } from "../formats/read-formats.ts";
import { ENTRIES_MAX } from "./read-zip.ts";

const NAME_MAX = 500;

const Entry = z.object({
  name: z.string().min(1).max(NAME_MAX),
  /** Base64; null for a file that is not taken out. */
  content: z.string().nullable(),
  finding: FailureAnswer.shape.finding.nullable(),
});

export interface ArchiveAnswer {
  ok: true;
  entries: z.infer<typeof Entry>[];
}

const ArchiveOutcome: z.ZodType<Outcome<ArchiveAnswer>> = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), entries: z.array(Entry).max(ENTRIES_MAX) }),
  FailureAnswer,
]);

export interface ArchiveReader {
  /** Rejects only when the signal is aborted, the reader is closed, or no process can be started. */
  read(bytes: Uint8Array, signal?: AbortSignal): Promise<Outcome<ArchiveAnswer>>;
  close(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL("archive-reader-process.ts", import.meta.url));
/** An archive may leave much behind, and they are rare. */
const ARCHIVES_PER_PROCESS = 20;

export interface ArchiveReaderOptions {
  /** How many archives are unpacked at once. */
  processes: number;
  limits?: Partial<FileLimits & ProcessLimits>;
}

export function createArchiveReader({ processes, limits: given }: ArchiveReaderOptions): ArchiveReader {
  const limits = { ...FORMAT_LIMITS, ...given };
  const pool = createPool({
    program: {
      name: "archive reader",
      script: SCRIPT,
      mayRead: [...OWN_CODE, modulesOf("yauzl")],
      limits,
      outcome: ArchiveOutcome,
    },
    processes,
    documentsPerProcess: ARCHIVES_PER_PROCESS,
  });
  return {
    async read(bytes, signal) {
      if (bytes.byteLength > limits.bytesMax) {
        const detail = `The archive has ${bytes.byteLength} bytes, at most ${limits.bytesMax} are read.`;
        return unreadable("file_too_large", detail);
      }
      return pool.read([bytes], signal);
    },
    close: () => pool.close(),
  };
}
