/** Lays out a document in a separate thread, since that takes seconds. It opens no address, and no files except its fonts. */
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
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

// Passed only by pdf-file.ts.
const source = workerData as PdfSource;
const document = await pdfmake.createPdf(pdfDefinition(source)).getBuffer();
const bytes = new Uint8Array(document);
parentPort?.postMessage(bytes, [bytes.buffer]);
