/**
 * The password of a visit, which the code of a connector never gets: it gets a placeholder, and the service replaces that by the password in
 * requests that may have it.
 */
import { constants, createHash, createHmac, pbkdf2, publicEncrypt, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { portalChanged } from "../contract.ts";
import type { Digest } from "./author.ts";
import { createMask } from "./secret-mask.ts";

const derive = promisify(pbkdf2);
/** Of a visit: what is made of secrets, anything that is made, and the iterations of all. */
const MADE_MAX = 200;
const DIGESTS_MAX = 1000;
const ITERATIONS_MAX = 2_000_000;

type Make = (given: Digest) => Buffer | Promise<Buffer>;

const hash =
  (name: string): Make =>
  ({ text }) =>
    createHash(name).update(text).digest();
const hmac =
  (name: string): Make =>
  ({ text, key = "" }) =>
    createHmac(name, key).update(text).digest();
const slow =
  (name: string): Make =>
  ({ text, salt = "", iterations = 1, bits = 256 }) =>
    derive(text, salt, iterations, bits / 8, name);
const rsa =
  (padding: number): Make =>
  ({ text, public_key = "" }) =>
    publicEncrypt({ key: public_key, padding }, Buffer.from(text));

const WAYS: Record<Digest["way"], Make> = {
  md5: hash("md5"),
  sha1: hash("sha1"),
  sha256: hash("sha256"),
  sha512: hash("sha512"),
  "hmac-sha1": hmac("sha1"),
  "hmac-sha256": hmac("sha256"),
  "hmac-sha512": hmac("sha512"),
  "pbkdf2-sha1": slow("sha1"),
  "pbkdf2-sha256": slow("sha256"),
  "rsa-oaep": rsa(constants.RSA_PKCS1_OAEP_PADDING),
  "rsa-pkcs1": rsa(constants.RSA_PKCS1_PADDING),
};
// The names of the record above.
export const DIGEST_WAYS = Object.keys(WAYS) as [Digest["way"], ...Digest["way"][]];

export interface Held {
  password: boolean;
  answer: boolean;
  made: boolean;
}

export interface Secrets {
  /** The placeholders of the password and of the answer to a question. */
  password: string;
  answer: string;
  /** Whether the text holds the password as it is, the answer, or what was made of one of them. */
  holds(text: string): Held;
  /**
   * A portal's text with placeholders in place of the password and of what was made of secrets, in the spellings that pages and
   * addresses use. An answer that the page repeats stays.
   */
  mask(text: string): string;
  /** The text as it is sent, with the secrets in place of their placeholders. */
  fill(text: string, escape?: (value: string) => string): string;
  /**
   * Makes a digest of texts. One that is made of a secret is given as a placeholder; any other as it is.
   * @throws PortalError for a way that is not declared, or one that does not work
   */
  digest(making: Digest): Promise<string>;
}

interface SecretsOf {
  password: string;
  answer: string | null;
  /** The forms in which the password may be sent. */
  ways: readonly string[];
  /** Called with each text that is made of the password. */
  onMade?: ((value: string) => void) | undefined;
}

export function createSecrets({ password, answer, ways, onMade = () => {} }: SecretsOf): Secrets {
  const newPlaceholder = (): string => `secret-${randomBytes(12).toString("hex")}`;
  const [passwordName, answerName] = [newPlaceholder(), answer === null ? "" : newPlaceholder()];
  const open = new Map([[passwordName, password], ...(answer === null ? [] : [[answerName, answer] as const])]);
  const made = new Map<string, string>();
  const holds: Secrets["holds"] = (text) => ({
    password: text.includes(passwordName),
    answer: answerName !== "" && text.includes(answerName),
    made: [...made.keys()].some((name) => text.includes(name)),
  });
  const masks = [createMask(password, passwordName)];
  const mask: Secrets["mask"] = (text) => masks.reduce((masked, one) => one(masked), text);
  let [digests, iterated] = [0, 0];
  const count = ({ way, iterations = 1 }: Digest): void => {
    digests += 1;
    iterated += way.startsWith("pbkdf2") ? iterations : 0;
    if (digests > DIGESTS_MAX || iterated > ITERATIONS_MAX || made.size >= MADE_MAX)
      throw portalChanged("the connector makes more digests than a visit may");
  };
  const fill: Secrets["fill"] = (text, escape = String) =>
    [...open, ...made].reduce((filled, [name, value]) => filled.replaceAll(name, () => escape(value)), text);
  return {
    password: passwordName,
    answer: answerName,
    holds,
    mask,
    fill,
    async digest({ way, text, key = "", as = "hex", ...more }) {
      count({ ...more, way, text });
      const isSecret = Object.values(holds(`${text}\n${key}`)).some(Boolean);
      if (isSecret && !ways.includes(way))
        throw portalChanged(`connector.yaml does not list ${way} as a form of the password`);
      let bytes: Buffer;
      try {
        bytes = await WAYS[way]({ ...more, way, text: fill(text), key: fill(key) });
      } catch {
        // The error of the library may quote what it was given.
        throw portalChanged(`${way} cannot be made with what the portal gave`);
      }
      const value = bytes.toString(as);
      if (!isSecret) return value;
      onMade(value);
      const name = newPlaceholder();
      made.set(name, value);
      masks.push(createMask(value, name));
      return name;
    },
  };
}
