/** A workbook of any size that holds almost only blanks: a thousand times as large unpacked, so that reading it takes as long as the limits allow. */
import { constants, crc32, deflateRawSync } from "node:zlib";

const MAIN = "http://schemas.openxmlformats.org";
const SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml";
const BOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
const relation = (type: string, target: string) =>
  `<Relationships xmlns="${MAIN}/package/2006/relationships"><Relationship Id="rId1" Type="${MAIN}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
const PARTS = {
  "[Content_Types].xml": `<Types xmlns="${MAIN}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${BOOK_TYPE}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}"/></Types>`,
  "_rels/.rels": relation("officeDocument", "xl/workbook.xml"),
  "xl/_rels/workbook.xml.rels": relation("worksheet", "worksheets/sheet1.xml"),
  "xl/workbook.xml": `<workbook xmlns="${MAIN}/spreadsheetml/2006/main" xmlns:r="${MAIN}/officeDocument/2006/relationships"><sheets><sheet name="Bills" sheetId="1" r:id="rId1"/></sheets></workbook>`,
};
const BLOCK = Buffer.alloc(16 * 1024 * 1024, " ");

/** About so many bytes; `row`: what its only row says that it is. */
export function hostileWorkbook(bytes: number, row = 1): Buffer {
  const packed = (text: Uint8Array, finishFlush: number) => deflateRawSync(text, { finishFlush });
  const blanks = packed(BLOCK, constants.Z_FULL_FLUSH);
  const count = Math.max(1, Math.floor(bytes / blanks.byteLength));
  const head = Buffer.from(
    `<worksheet xmlns="${MAIN}/spreadsheetml/2006/main"><sheetData><row r="${row}"><c t="inlineStr"><is><t>Account</t></is></c>`,
  );
  const tail = Buffer.from("</row></sheetData></worksheet>");
  // A packed block may be repeated, since it refers to nothing before it.
  const sheet = Buffer.concat([
    packed(head, constants.Z_FULL_FLUSH),
    ...Array.from({ length: count }, () => blanks),
    packed(tail, constants.Z_FINISH),
  ]);
  const size = head.byteLength + count * BLOCK.byteLength + tail.byteLength;
  const entries = Object.entries(PARTS).map(([name, text]) => {
    const content = Buffer.from(text);
    return { name, content: packed(content, constants.Z_FINISH), size: content.byteLength, crc: crc32(content) };
  });
  // No reader reaches the checksum of the sheet.
  return zipOf([...entries, { name: "xl/worksheets/sheet1.xml", content: sheet, size, crc: 0 }]);
}

interface Entry {
  name: string;
  content: Buffer;
  /** Unpacked. */
  size: number;
  crc: number;
}

function zipOf(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, size, crc } of entries) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc, 10);
    fields.writeUInt32LE(content.byteLength, 14);
    fields.writeUInt32LE(size % 2 ** 32, 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const local = [Buffer.from("PK\x03\x04"), fields, Buffer.from(name), content];
    directory.push(Buffer.from("PK\x01\x02\x14\x00"), fields, place, Buffer.from(name));
    parts.push(...local);
    at += local.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }
  const directoryBytes = directory.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
