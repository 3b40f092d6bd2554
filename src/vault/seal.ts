/** One sealed value as bytes: AES-256-GCM with its own data key, which is wrapped by a named key and bound to one place. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from "node:crypto";

/** The place of a secret. It opens only there. */
export interface SecretPlace {
  recordType: string;
  recordId: number;
  field: string;
}

/** The place with its company; company 0 is the service itself. */
export interface CompanyPlace extends SecretPlace {
  companyId: number;
}

/** A 256-bit key and its fingerprint, 16 hexadecimal digits that reveal nothing about the key. */
export interface NamedKey {
  id: string;
  key: KeyObject;
}

/** A sealed value did not open: wrong place, wrong key, or changed bytes, which cannot be distinguished. */
export class SealError extends Error {
  override name = "SealError";
}

const SCHEME = "meterbook.v1";
const VERSION = 1;
const KEY_BYTES = 32;
const KEY_ID_BYTES = 8;
const IV_BYTES = 12;
/** Without an explicit length, Node accepts a tag of 4 bytes. */
const TAG_BYTES = 16;
const IV_AND_TAG_BYTES = IV_BYTES + TAG_BYTES;
const HEADER_BYTES = 1 + KEY_ID_BYTES;
const WRAPPED_KEY_BYTES = IV_AND_TAG_BYTES + KEY_BYTES;

/** Names a key of 32 bytes. The given bytes are wiped: from here on the key is in a KeyObject, which prints nothing. */
export function nameKey(bytes: Buffer): NamedKey {
  if (bytes.length !== KEY_BYTES) throw new SealError(`A key has ${KEY_BYTES} bytes.`);
  const key = createSecretKey(bytes);
  bytes.fill(0);
  const id = createHmac("sha256", key)
    .update(`${SCHEME}.key-id`)
    .digest("hex")
    .slice(0, 2 * KEY_ID_BYTES);
  return { id, key };
}

/**
 * Seals bytes for a place. Format, version 1: version (1 byte), id of the wrapping key (8), encrypted data key (60), encrypted
 * value; what is encrypted is written as IV (12), ciphertext, tag (16).
 */
export function sealBytes(wrapping: NamedKey, place: CompanyPlace, plain: Uint8Array): Buffer {
  const dataKey = randomBytes(KEY_BYTES);
  const value = encrypt(createSecretKey(dataKey), associatedData(place, "", "value"), plain);
  return Buffer.concat([wrapAndWipe(wrapping, place, dataKey), value]);
}

/** What stands before the value: version, id of the wrapping key, and the data key encrypted with it, which is then wiped. */
function wrapAndWipe(wrapping: NamedKey, place: CompanyPlace, dataKey: Buffer): Buffer {
  const wrapped = encrypt(wrapping.key, associatedData(place, wrapping.id, "data-key"), dataKey);
  dataKey.fill(0);
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(wrapping.id, "hex"), wrapped]);
}

/** Opens sealed bytes with the key of `keys` that they name. @throws SealError */
export function openBytes(keys: NamedKey[], place: CompanyPlace, sealed: Uint8Array): Buffer {
  const dataKey = openDataKey(keys, place, sealed);
  const value = decrypt(createSecretKey(dataKey), associatedData(place, "", "value"), encryptedValue(sealed));
  dataKey.fill(0);
  return value;
}

/** The same value under another wrapping key: only the data key is sealed again. @throws SealError */
export function rewrapBytes(keys: NamedKey[], wrapping: NamedKey, place: CompanyPlace, sealed: Uint8Array): Buffer {
  return Buffer.concat([wrapAndWipe(wrapping, place, openDataKey(keys, place, sealed)), encryptedValue(sealed)]);
}

/** Fingerprint of the key under which a value was sealed. @throws SealError when the bytes are not a sealed value. */
export function wrappingKeyId(sealed: Uint8Array): string {
  if (sealed.length < HEADER_BYTES + WRAPPED_KEY_BYTES + IV_AND_TAG_BYTES)
    throw new SealError("A sealed value is cut short.");
  if (sealed[0] !== VERSION) throw new SealError("A sealed value has a version that this release does not know.");
  return Buffer.from(sealed.subarray(1, HEADER_BYTES)).toString("hex");
}

function openDataKey(keys: NamedKey[], place: CompanyPlace, sealed: Uint8Array): Buffer {
  const id = wrappingKeyId(sealed);
  const wrapping = keys.find((key) => key.id === id);
  if (!wrapping) throw new SealError(`A sealed value names the key ${id}, which is not available.`);
  const wrapped = sealed.subarray(HEADER_BYTES, HEADER_BYTES + WRAPPED_KEY_BYTES);
  return decrypt(wrapping.key, associatedData(place, id, "data-key"), wrapped);
}

const encryptedValue = (sealed: Uint8Array): Uint8Array => sealed.subarray(HEADER_BYTES + WRAPPED_KEY_BYTES);

/**
 * Each part is prefixed with its length, so that no two places give the same bytes. The value does not depend on the wrapping key,
 * so that it outlives a rewrap.
 */
function associatedData(place: CompanyPlace, keyId: string, purpose: "data-key" | "value"): Buffer {
  const { companyId, recordType, recordId, field } = place;
  const parts = [SCHEME, String(companyId), recordType, String(recordId), field, keyId, purpose];
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

function encrypt(key: KeyObject, aad: Buffer, plain: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES }).setAAD(aad);
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: KeyObject, aad: Buffer, encrypted: Uint8Array): Buffer {
  const iv = encrypted.subarray(0, IV_BYTES);
  const tag = encrypted.subarray(encrypted.length - TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES }).setAAD(aad).setAuthTag(tag);
  // GCM returns all plain text here; `final` verifies it.
  const plain = decipher.update(encrypted.subarray(IV_BYTES, encrypted.length - TAG_BYTES));
  try {
    decipher.final();
    return plain;
  } catch {
    // OpenSSL gives no further reason, and unverified plain text must not be used.
    plain.fill(0);
    throw new SealError("A sealed value did not open: it belongs to another place, or its bytes were changed.");
  }
}
