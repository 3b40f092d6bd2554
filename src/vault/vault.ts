/** The vault: the root key wraps one key per company, that wraps one key per secret. Bytes in, bytes out; others store them. */
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
  type Place,
} from "./seal.ts";
import { Secret } from "./secret.ts";

/** Seals and opens the secrets of one company. */
export interface CompanyVault {
  seal(place: Place, plaintext: string): Buffer;
  /** @throws SealError when the bytes are not what was sealed at this place of this company. */
  open(place: Place, sealed: Uint8Array): Secret;
}

export interface Vault {
  /** Fingerprint of the root key that wraps from now on, for the column beside wrapped bytes. */
  rootKeyId: string;
  /** A fresh random key for a company, wrapped. Deleting these bytes shreds every secret of the company. */
  newCompanyKey(companyId: number): Buffer;
  /** @throws SealError when the key is not this company's, RootKeyError when its root key is not at hand. */
  forCompany(companyId: number, wrappedCompanyKey: Uint8Array): CompanyVault;
  /** The same company key under the current root key; secrets stay as they are. Doing it twice does no harm. */
  rewrapCompanyKey(companyId: number, wrappedCompanyKey: Uint8Array): Buffer;
  /** For secrets of the service itself, such as signing keys. */
  sealService(place: Place, plaintext: string): Buffer;
  openService(place: Place, sealed: Uint8Array): Secret;
  rewrapService(place: Place, sealed: Uint8Array): Buffer;
  /** Bytes to keep beside the data, which tell at the next start whether the root key is still the right one. */
  canary(): Buffer;
  /** @throws RootKeyError when the data was sealed with another root key. */
  checkCanary(bytes: Uint8Array): void;
}

const SERVICE = 0;
const CANARY: CompanyPlace = { companyId: SERVICE, recordType: "service", recordId: 0, field: "canary" };
const CANARY_TEXT = "This opens with the right root key.";

/** Makes the vault. New bytes are sealed under `current`; those under `previous` root keys still open, until re-wrapped. */
export function createVault(rootKeys: { current: RootKey; previous: RootKey[] }): Vault {
  const { current } = rootKeys;
  const known = [current, ...rootKeys.previous];

  /** Says plainly that a root key is missing, before the bytes are tried. */
  const requireRootKey = (sealed: Uint8Array): void => {
    const id = wrappingKeyId(sealed);
    if (!known.some((key) => key.id === id)) throw missingRootKey(id, current.id);
  };
  const openText = (place: CompanyPlace, sealed: Uint8Array): Secret => {
    requireRootKey(sealed);
    return new Secret(openBytes(known, place, sealed).toString());
  };
  const rewrap = (place: CompanyPlace, sealed: Uint8Array): Buffer => {
    requireRootKey(sealed);
    return rewrapBytes(known, current, place, sealed);
  };
  const service = (place: Place): CompanyPlace => ({ ...place, companyId: SERVICE });

  return {
    rootKeyId: current.id,
    newCompanyKey(companyId) {
      const key = randomBytes(32);
      const wrapped = sealBytes(current, companyKeyPlace(companyId), key);
      key.fill(0);
      return wrapped;
    },
    forCompany(companyId, wrapped) {
      requireRootKey(wrapped);
      return companyVault(companyId, openBytes(known, companyKeyPlace(companyId), wrapped));
    },
    rewrapCompanyKey: (companyId, wrapped) => rewrap(companyKeyPlace(companyId), wrapped),
    sealService: (place, plaintext) => sealBytes(current, service(place), utf8(plaintext)),
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
  const here = (place: Place): CompanyPlace => ({ ...place, companyId });
  return {
    seal: (place, plaintext) => sealBytes(companyKey, here(place), utf8(plaintext)),
    open: (place, sealed) => new Secret(openBytes([companyKey], here(place), sealed).toString()),
  };
}

function companyKeyPlace(companyId: number): CompanyPlace {
  if (!Number.isSafeInteger(companyId) || companyId < 1) throw new RangeError("A company's id is a positive integer.");
  return { companyId, recordType: "company", recordId: companyId, field: "key" };
}

/** UTF-8, refusing half a surrogate pair: it would come back as another text. */
function utf8(text: string): Buffer {
  if (!text.isWellFormed()) throw new RangeError("A secret must be well-formed Unicode text.");
  return Buffer.from(text);
}

const missingRootKey = (needed: string, given: string): RootKeyError =>
  new RootKeyError(
    `The root key is not the one the secrets were sealed with: they need the key ${needed}, given is ${given}. ` +
      "Set METERBOOK_ROOT_KEY to that key, or put its root.key back into the data folder.",
  );
