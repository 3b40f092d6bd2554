/** The child process that reads PDFs. Has no secrets and ends with its parent. */
import { answerFiles } from "../answer-files.ts";
import type { PdfLimits } from "./pdf-limits.ts";
import { readPdfText } from "./pdf-text.ts";

// The parent passes its own limits as the only argument.
const limits = JSON.parse(process.argv[2] ?? "{}") as PdfLimits;
answerFiles({ ...limits, messagesPerFile: 1 }, ([bytes]) => readPdfText(new Uint8Array(bytes ?? []), limits));
