/** Links that work once: 32 random bytes, of which only the hash is stored. */
import { createHash, randomBytes } from "node:crypto";

export interface OneTimeToken {
  /** Given away once, in a link. */
  token: string;
  token_sha256: Buffer;
}

export const oneTimeHash = (token: string): Buffer => createHash("sha256").update(token).digest();

export function makeOneTimeToken(): OneTimeToken {
  const token = randomBytes(32).toString("base64url");
  return { token, token_sha256: oneTimeHash(token) };
}

/** The page of the dashboard that takes the token. Browsers do not send what follows `#`, so the token reaches no log. */
export const pageLink = (
  { publicUrl }: { publicUrl: string },
  page: "invitation" | "reset" | "sign-in",
  token: string,
): string => `${publicUrl}/app/${page}#${token}`;
