/** A TIFF of gray pages, without compression, as an old scanner writes it. */

export interface GrayPage {
  width: number;
  height: number;
  /** One byte for each point, 255 is white. */
  data: Uint8Array;
}

/** Tags of the baseline in their order: width, height, bits, compression, photometric, strip, samples, rows, bytes. */
export function tiffOf(pages: GrayPage[]): Buffer {
  const pieces: Buffer[] = [];
  const head = Buffer.from("II*\0\0\0\0\0", "latin1");
  let at = 8;
  let link: { in: Buffer; at: number } = { in: head, at: 4 };
  for (const { width, height, data } of pages) {
    const pixels = Buffer.from(data);
    const tags: [tag: number, type: 3 | 4, value: number][] = [
      [256, 4, width],
      [257, 4, height],
      [258, 3, 8],
      [259, 3, 1],
      [262, 3, 1],
      [273, 4, at],
      [277, 3, 1],
      [278, 4, height],
      [279, 4, pixels.length],
    ];
    const directory = Buffer.alloc(2 + 12 * tags.length + 4);
    directory.writeUInt16LE(tags.length, 0);
    for (const [index, [tag, type, value]] of tags.entries()) {
      directory.writeUInt16LE(tag, 2 + 12 * index);
      directory.writeUInt16LE(type, 4 + 12 * index);
      directory.writeUInt32LE(1, 6 + 12 * index);
      directory.writeUInt32LE(value, 10 + 12 * index);
    }
    link.in.writeUInt32LE(at + pixels.length, link.at);
    link = { in: directory, at: directory.length - 4 };
    pieces.push(pixels, directory);
    at += pixels.length + directory.length;
  }
  return Buffer.concat([head, ...pieces]);
}
