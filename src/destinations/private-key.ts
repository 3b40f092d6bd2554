/** Tells before anything is kept whether a text is a private key that can be used without a passphrase. */
import ssh2 from "ssh2";

export function isPrivateKey(text: string): boolean {
  const parsed = ssh2.utils.parseKey(text);
  return !(parsed instanceof Error) && parsed.isPrivateKey();
}
