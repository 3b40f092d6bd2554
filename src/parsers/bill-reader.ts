/** Reads the pages of a bill file, whether it has text or must be recognised: for programs that read files one after the other. */
import { createPdfReader, type PdfReader } from "./pdf/read-pdf.ts";
import { isPicture } from "./pictures/picture-head.ts";
import { createPictureReader } from "./pictures/read-pictures.ts";

/** `processes`: how many files are read at once. Processes start when they are needed. */
export function createBillReader({ processes }: { processes: number }): PdfReader {
  const pdfs = createPdfReader({ processes });
  const pictures = createPictureReader({ processes });
  return {
    async read(bytes, signal) {
      if (isPicture(bytes)) return pictures.read(bytes, undefined, signal);
      const result = await pdfs.read(bytes, signal);
      return !result.ok && result.finding.name === "no_text" ? pictures.read(bytes, undefined, signal) : result;
    },
    async close() {
      await Promise.all([pdfs.close(), pictures.close()]);
    },
  };
}
