/** A PDF of pictures, as a scanner writes it: each page one JPEG, without text. */
import { pdfOf } from "../src/parsers/parsers.fixtures.ts";

/** Letter pages; the pictures are JPEGs in colour. */
export function pdfOfPictures(pictures: Buffer[]): Buffer {
  const first = (at: number) => 3 + 3 * at;
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pictures.map((_, at) => `${first(at)} 0 R`).join(" ")}] /Count ${pictures.length} >>`,
    ...pictures.flatMap((stream, at) => {
      const { width, height } = sizeOf(stream);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first(at) + 1} 0 R /Resources << /XObject << /P ${first(at) + 2} 0 R >> >> >>`,
        { dictionary: "<< /Length LENGTH >>", stream: Buffer.from("q 612 0 0 792 0 0 cm /P Do Q") },
        {
          dictionary: `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length LENGTH >>`,
          stream,
        },
      ];
    }),
  ]);
}

/** The size in the frame header of a JPEG. */
function sizeOf(jpeg: Buffer): { width: number; height: number } {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  return { width: jpeg.readUInt16BE(at + 7), height: jpeg.readUInt16BE(at + 5) };
}
