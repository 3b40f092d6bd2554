/** A sheet of US letter paper for drawing a bill: absolute positions, standard fonts, and reproducible bytes. */

export type Font = "Helvetica" | "Helvetica-Bold" | "Times-Roman" | "Times-Bold" | "Times-Italic" | "Courier";

export interface TextStyle {
  font?: Font;
  sizePt?: number;
  color?: string;
}

export interface Sheet {
  /** Writes one line; `x` is its left edge, `y` its top, in points from the page's top left corner. */
  text(text: string, x: number, y: number, style?: TextStyle): void;
  /** Writes one line that ends at `right`. */
  textRight(text: string, right: number, y: number, style?: TextStyle): void;
  textCentered(text: string, middle: number, y: number, style?: TextStyle): void;
  rule(x1: number, x2: number, y: number, style?: { widthPt?: number; color?: string; dashed?: boolean }): void;
  box(x: number, y: number, width: number, height: number, color: string): void;
  frame(x: number, y: number, width: number, height: number, color: string): void;
  addPage(): void;
  /** Goes back over all pages, for content that needs the page count. */
  eachPage(draw: (page: number, pages: number) => void): void;
}

export interface PaperOptions {
  title: string;
  author: string;
  /** The only date in the file, so that its bytes do not depend on the clock. */
  day: string;
  /** A password that a reader must give. */
  password?: string;
}

function createSheet(doc: PDFKit.PDFDocument): Sheet {
  const use = ({ font = "Helvetica", sizePt = 9, color = "#1d232b" }: TextStyle) => {
    doc.font(font).fontSize(sizePt).fillColor(color);
  };
  const write = (text: string, x: number, y: number) => doc.text(text, x, y, { lineBreak: false });
  return {
    text(text, x, y, style = {}) {
      use(style);
      write(text, x, y);
    },
    textRight(text, right, y, style = {}) {
      use(style);
      write(text, right - doc.widthOfString(text), y);
    },
    textCentered(text, middle, y, style = {}) {
      use(style);
      write(text, middle - doc.widthOfString(text) / 2, y);
    },
    rule(x1, x2, y, { widthPt = 0.5, color = "#8a94a0", dashed = false } = {}) {
      doc.save().lineWidth(widthPt).strokeColor(color);
      if (dashed) doc.dash(3, { space: 3 });
      doc.moveTo(x1, y).lineTo(x2, y).stroke().restore();
    },
    box: (x, y, width, height, color) => void doc.save().rect(x, y, width, height).fill(color).restore(),
    frame: (x, y, width, height, color) =>
      void doc.save().lineWidth(0.75).rect(x, y, width, height).stroke(color).restore(),
    addPage: () => void doc.addPage(),
    eachPage(draw) {
      const { count } = doc.bufferedPageRange();
      for (let at = 0; at < count; at++) {
        doc.switchToPage(at);
        draw(at + 1, count);
      }
    },
  };
}

/** Draws a document and returns its bytes. The library is loaded for the first one, so that a sandbox starts without it. */
export async function drawPaper(options: PaperOptions, draw: (sheet: Sheet) => void): Promise<Uint8Array> {
  const { default: PdfDocument } = await import("pdfkit");
  const instant = new Date(`${options.day}T12:00:00Z`);
  const doc = new PdfDocument({
    size: "LETTER",
    margin: 0,
    bufferPages: true,
    info: { Title: options.title, Author: options.author, CreationDate: instant, ModDate: instant },
    ...(options.password === undefined ? {} : { userPassword: options.password, ownerPassword: options.password }),
  });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Uint8Array[] = [];
  doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  doc.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
  doc.on("error", reject);
  draw(createSheet(doc));
  doc.end();
  return promise;
}
