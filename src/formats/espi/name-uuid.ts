/** Name-based UUIDs (RFC 9562, version 5): the same name gives the same UUID, here and in any other program. */
import { hash } from "node:crypto";

/** The "URL" namespace of the RFC. */
const URL_NAMESPACE = Buffer.from("6ba7b8119dad11d180b400c04fd430c8", "hex");

/** The version 5 UUID of an address. The RFC requires SHA-1, which is not used for security here. */
export function uuidOfUrl(url: string): string {
  const bytes = hash("sha1", Buffer.concat([URL_NAMESPACE, Buffer.from(url)]), "buffer");
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex", 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
