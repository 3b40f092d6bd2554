/** Messages over a pipe: four bytes of length, then that many bytes. Used by both sides of a limited process. */

/** The message as sent through the pipe, in two pieces so that a large one is not copied. */
export function frame(message: Uint8Array): [Buffer, Uint8Array] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.byteLength);
  return [length, message];
}

export interface FrameReader {
  /** Adds received bytes and returns the complete messages. @throws RangeError for a longer message than allowed. */
  push(chunk: Buffer): Buffer[];
}

/** `bytesMax` may be a function where it depends on what is expected. */
export function createFrameReader(bytesMax: number | (() => number)): FrameReader {
  let chunks: Buffer[] = [];
  let bytes = 0;
  return {
    push(chunk) {
      chunks.push(chunk);
      bytes += chunk.length;
      const messages: Buffer[] = [];
      for (let length = nextLength(); length !== undefined && bytes >= length + 4; length = nextLength()) {
        const all = Buffer.concat(chunks);
        messages.push(all.subarray(4, length + 4));
        chunks = [all.subarray(length + 4)];
        bytes -= length + 4;
      }
      return messages;
    },
  };

  function nextLength(): number | undefined {
    if (bytes < 4) return undefined;
    if ((chunks[0]?.length ?? 0) < 4) chunks = [Buffer.concat(chunks)];
    const length = chunks[0]?.readUInt32BE(0) ?? 0;
    const most = typeof bytesMax === "number" ? bytesMax : bytesMax();
    if (length > most) throw new RangeError(`a message of ${length} bytes is longer than ${most}`);
    return length;
  }
}
