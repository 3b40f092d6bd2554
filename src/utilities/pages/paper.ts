/** A PDF with a few lines of text, in place of a bill that others must not read. */

const BEGINNING = "%PDF-1.4\n";
const LETTERS_MAX = 90;

const written = (line: string): string =>
  line
    .slice(0, LETTERS_MAX)
    .replaceAll(/[^\x20-\x7e]/g, "?")
    .replaceAll(/[()\\]/g, String.raw`\$&`);

/** One page of US letter paper, a line below the other. */
export function paperOf(lines: readonly string[]): Uint8Array {
  const shown = lines
    .map((line, at) => `BT /F1 10 Tf 1 0 0 1 50 ${740 - at * 16} Tm (${written(line)}) Tj ET`)
    .join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
    `<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`,
  ].map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
  let at = BEGINNING.length;
  const places = objects.map((object) => {
    const place = at;
    at += object.length;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.from(BEGINNING + objects.join("") + end, "latin1");
}
