/** ZIP archives for tests, also those that no honest program writes. */
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipFile {
  name: string;
  content: string | Buffer;
  /** Bit 0 of the flags. */
  encrypted?: boolean;
  /** What the list says, if not the truth. */
  listedBytes?: number;
  /** 8, deflate, if not given. */
  method?: number;
}

const END = 0x06054b50;
const UTF8 = 0x800;

export function zipOf(files: readonly ZipFile[]): Buffer {
  const local: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { name, content, encrypted = false, listedBytes, method = 8 } of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(UTF8 | (encrypted ? 1 : 0), 6);
    head.writeUInt16LE(method, 8);
    head.writeUInt32LE(crc32(bytes), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(listedBytes ?? bytes.length, 22);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(offset, 42);
    local.push(head, Buffer.from(name), packed);
    list.push(entry, Buffer.from(name));
    offset += head.length + Buffer.byteLength(name) + packed.length;
  }
  const listed = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, listed, end]);
}
