/** The packed lists of Granite Light: numbers of seven bits a byte, the lowest first; texts with their length; all of it in base64. */

export interface Packer {
  number(value: number): Packer;
  text(value: string): Packer;
  /** In base64. */
  done(): string;
}

export function createPacker(): Packer {
  const bytes: number[] = [];
  const packer: Packer = {
    number(value) {
      let left = value;
      for (; left > 0x7f; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) + 0x80);
      bytes.push(left);
      return packer;
    },
    text(value) {
      const letters = Buffer.from(value);
      packer.number(letters.length);
      bytes.push(...letters);
      return packer;
    },
    done: () => Buffer.from(bytes).toString("base64"),
  };
  return packer;
}
