/** Checks before saving whether a text is a private key that can be used without a passphrase. */

export async function isPrivateKey(text: string): Promise<boolean> {
  const { default: ssh2 } = await import("ssh2");
  const parsed = ssh2.utils.parseKey(text);
  return !(parsed instanceof Error) && parsed.isPrivateKey();
}
