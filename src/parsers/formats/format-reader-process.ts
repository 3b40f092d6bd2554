/** The child process that reads feeds, EDI files and web pages. Has no secrets and ends with its parent. */
import { answerFiles } from "../answer-files.ts";
import { readEspi } from "../espi/read-espi.ts";
import { Unreadable, unreadable, type Outcome } from "../outcome.ts";
import { sniff } from "../sniff.ts";
import { readX12 } from "../x12/read-x12.ts";
import { readXml } from "../xml/read-xml.ts";
import type { FormatAnswer } from "./format-answer.ts";
import type { ReadFormat } from "./read-formats.ts";

/** One row for each format: the library that reads it is in the folder of its reader. */
const READERS: Record<ReadFormat, (bytes: Buffer) => FormatAnswer["found"] | Promise<FormatAnswer["found"]>> = {
  xml: (bytes) => ({ readings: readEspi(readXml(bytes)) }),
  // Loaded for the first page: its library takes three quarters of what this process takes to start.
  html: async (bytes) => ({ pages: (await import("../web-page/read-html.ts")).readHtml(bytes) }),
  x12: (bytes) => ({ readings: readX12(bytes) }),
};

async function read(bytes: Buffer): Promise<Outcome<FormatAnswer>> {
  const format = sniff(bytes);
  try {
    // The parent sends only files in these formats.
    return { ok: true, found: await READERS[format as ReadFormat](bytes) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, finding: error.finding };
    return unreadable("file_damaged", "The file cannot be read: its content contradicts its format.");
  }
}

// The parent passes its own limits as the only argument.
const { bytesMax } = JSON.parse(process.argv[2] ?? "{}") as { bytesMax: number };
answerFiles({ messagesPerFile: 1, bytesMax }, ([bytes]) => read(bytes ?? Buffer.alloc(0)));
