/** The child process that unpacks archives. Has no secrets and ends with its parent. */
import { answerFiles } from "../answer-files.ts";
import { Unreadable, unreadable, type Outcome } from "../outcome.ts";
import type { ArchiveAnswer } from "./read-archives.ts";
import { readZip } from "./read-zip.ts";

async function read(bytes: Buffer): Promise<Outcome<ArchiveAnswer>> {
  try {
    const files = await readZip(bytes);
    return { ok: true, entries: files.map((file) => ({ ...file, content: file.content?.toString("base64") ?? null })) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, finding: error.finding };
    return unreadable("zip_damaged", "The ZIP archive is damaged.");
  }
}

// The parent passes its own limits as the only argument.
const { bytesMax } = JSON.parse(process.argv[2] ?? "{}") as { bytesMax: number };
answerFiles({ messagesPerFile: 1, bytesMax }, ([bytes]) => read(bytes ?? Buffer.alloc(0)));
