/**
 * Lays out documents in a separate thread, one after the other, since each takes up to seconds. It opens no address, and no files
 * except its fonts.
 */
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
import pdfmake from "pdfmake";
import { FONT, pdfDefinition } from "./pdf-definition.ts";
import type { PdfSource } from "./pdf-tables.ts";

const FONTS = join(dirname(fileURLToPath(import.meta.resolve("pdfmake/package.json"))), "fonts", FONT);

pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path.startsWith(FONTS + sep));
pdfmake.setFonts({
  [FONT]: {
    normal: join(FONTS, "Roboto-Regular.ttf"),
    bold: join(FONTS, "Roboto-Medium.ttf"),
    italics: join(FONTS, "Roboto-Italic.ttf"),
    bolditalics: join(FONTS, "Roboto-MediumItalic.ttf"),
  },
});

// Posted only by pdf-file.ts.
parentPort?.on("message", (source: PdfSource) => void layOut(source));

/** An error ends the thread. */
async function layOut(source: PdfSource): Promise<void> {
  const bytes = new Uint8Array(await pdfmake.createPdf(pdfDefinition(source)).getBuffer());
  parentPort?.postMessage(bytes, [bytes.buffer]);
}
