/**
 * The vault: the root key wraps one key per company, that key wraps one key per authorization, and each of them wraps one key
 * per secret. It returns bytes, which others store.
 */
import { randomBytes } from "node:crypto";
import { RootKeyError, type RootKey } from "./root-key.ts";
import {
  nameKey,
  openBytes,
  rewrapBytes,
  SealError,
  sealBytes,
  wrappingKeyId,
  type CompanyPlace,
  type NamedKey,
  type SecretPlace,
} from "./seal.ts";
import { Secret } from "./secret.ts";

/** Seals and opens values, each at its own place in one company. */
export interface SecretBox {
  seal(place: SecretPlace, plaintext: string): Buffer;
  /** @throws SealError when the bytes were not sealed at this place of this company under this key. */
  open(place: SecretPlace, sealed: Uint8Array): Secret;
}

/** The secrets of one company: under its own key, or under keys that it wraps and that can be destroyed one by one. */
export interface CompanyVault extends SecretBox {
  /** A new random key, wrapped by the company's. Once these bytes are destroyed, nothing sealed under it can be opened. */
  newKey(keyId: string): Buffer;
  /** @throws SealError when the bytes are not the key of this name in this company. */
  under(keyId: string, wrappedKey: Uint8Array): SecretBox;
}

export interface Vault {
  /** Fingerprint of the current root key, stored with the bytes that it wraps. */
  rootKeyId: string;
  /** A new random key for a company, wrapped. Once these bytes are deleted, no secret of the company can be opened. */
  newCompanyKey(companyId: number): Buffer;
  /** @throws SealError when the key is not this company's, RootKeyError when its root key is not available. */
  forCompany(companyId: number, wrappedCompanyKey: Uint8Array): CompanyVault;
  /** The same company key under the current root key; secrets do not change. Repeating it does no harm. */
  rewrapCompanyKey(companyId: number, wrappedCompanyKey: Uint8Array): Buffer;
  /** For secrets of the service itself, such as signing keys. */
  sealService(place: SecretPlace, plaintext: string): Buffer;
  openService(place: SecretPlace, sealed: Uint8Array): Secret;
  rewrapService(place: SecretPlace, sealed: Uint8Array): Buffer;
  /** Bytes stored with the data, which show at the next start whether the root key is still the right one. */
  canary(): Buffer;
  /** @throws RootKeyError when the data was sealed with another root key. */
  checkCanary(bytes: Uint8Array): void;
}

const SERVICE = 0;
const CANARY: CompanyPlace = { companyId: SERVICE, recordType: "service", recordId: 0, field: "canary" };
const CANARY_TEXT = "This opens with the right root key.";

/** Creates the vault. New bytes are sealed under `current`; those under `previous` root keys still open until re-wrapped. */
export function createVault(rootKeys: { current: RootKey; previous: RootKey[] }): Vault {
  const { current } = rootKeys;
  const known = [current, ...rootKeys.previous];

  /** Reports a missing root key clearly, before the bytes are tried. */
  const requireRootKey = (sealed: Uint8Array): void => {
    const id = wrappingKeyId(sealed);
    if (!known.some((key) => key.id === id)) throw missingRootKey(id, current.id);
  };
  const openText = (place: CompanyPlace, sealed: Uint8Array): Secret => {
    requireRootKey(sealed);
    return new Secret(textOf(openBytes(known, place, sealed)));
  };
  const rewrap = (place: CompanyPlace, sealed: Uint8Array): Buffer => {
    requireRootKey(sealed);
    return rewrapBytes(known, current, place, sealed);
  };
  const service = (place: SecretPlace): CompanyPlace => ({ ...place, companyId: SERVICE });

  return {
    rootKeyId: current.id,
    newCompanyKey(companyId) {
      return sealAndWipe(current, companyKeyPlace(companyId), randomBytes(32));
    },
    forCompany(companyId, wrapped) {
      requireRootKey(wrapped);
      return companyVault(companyId, openBytes(known, companyKeyPlace(companyId), wrapped));
    },
    rewrapCompanyKey: (companyId, wrapped) => rewrap(companyKeyPlace(companyId), wrapped),
    sealService: (place, plaintext) => sealAndWipe(current, service(place), utf8(plaintext)),
    openService: (place, sealed) => openText(service(place), sealed),
    rewrapService: (place, sealed) => rewrap(service(place), sealed),
    canary: () => sealBytes(current, CANARY, utf8(CANARY_TEXT)),
    checkCanary(bytes) {
      try {
        openText(CANARY, bytes);
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        throw new RootKeyError("The stored check of the root key is damaged: restore it from a backup.", {
          cause: error,
        });
      }
    },
  };
}

function companyVault(companyId: number, companyKeyBytes: Buffer): CompanyVault {
  const companyKey = nameKey(companyKeyBytes);
  const keyPlace = (keyId: string) => ({ companyId, recordType: "key", recordId: 0, field: keyId });
  return {
    ...secretBox(companyId, companyKey),
    newKey: (keyId) => sealAndWipe(companyKey, keyPlace(keyId), randomBytes(32)),
    under: (keyId, wrapped) => secretBox(companyId, nameKey(openBytes([companyKey], keyPlace(keyId), wrapped))),
  };
}

function secretBox(companyId: number, key: NamedKey): SecretBox {
  const here = (place: SecretPlace): CompanyPlace => ({ ...place, companyId });
  return {
    seal: (place, plaintext) => sealAndWipe(key, here(place), utf8(plaintext)),
    open: (place, sealed) => new Secret(textOf(openBytes([key], here(place), sealed))),
  };
}

/** The given bytes are wiped, so that the only plain text left is the caller's own. */
function sealAndWipe(key: NamedKey, place: CompanyPlace, bytes: Buffer): Buffer {
  const sealed = sealBytes(key, place, bytes);
  bytes.fill(0);
  return sealed;
}

/** The text of opened bytes, which are wiped. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString();
  bytes.fill(0);
  return text;
}

function companyKeyPlace(companyId: number): CompanyPlace {
  if (!Number.isSafeInteger(companyId) || companyId < 1) throw new RangeError("A company's id is a positive integer.");
  return { companyId, recordType: "company", recordId: companyId, field: "key" };
}

/** UTF-8; lone surrogates are refused, because they would be changed. */
function utf8(text: string): Buffer {
  if (!text.isWellFormed()) throw new RangeError("A secret must be well-formed Unicode text.");
  return Buffer.from(text);
}

const missingRootKey = (needed: string, given: string): RootKeyError =>
  new RootKeyError(
    `The root key is not the one the secrets were sealed with: they need the key ${needed}, but ${given} is given. ` +
      "Set METERBOOK_ROOT_KEY to that key, or put its root.key back into the data folder.",
  );
