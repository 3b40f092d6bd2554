/** The link to the page on which one document is decided about: signed for a user, whose decisions they are, and for a working day. */
import type { Db } from "../store/db.ts";
import { findUser, findUserVersion } from "../store/users/users.ts";
import type { LinkSigner } from "./links.ts";

const REVIEW_MS = 8 * 3600 * 1000;

interface Parts {
  db: Db;
  links: LinkSigner;
  now: () => number;
}

export interface Reviewer {
  company_id: number;
  user_id: number;
  document_id: number;
}

/** The token of a link and when it expires, in epoch milliseconds. Undefined when the user is deactivated. */
export async function signReviewLink(
  { db, links, now }: Parts,
  { company_id, user_id, document_id }: Reviewer,
): Promise<{ token: string; expiresAtMs: number } | undefined> {
  const version = await findUserVersion(db, company_id, user_id);
  if (version === undefined) return undefined;
  const expiresAtMs = now() + REVIEW_MS;
  return { token: links.sign("review", [company_id, user_id, document_id, version], expiresAtMs), expiresAtMs };
}

/** Null for a link that this service did not sign, that has expired, or whose user was signed out everywhere, deactivated or made a viewer since. */
export async function openReviewLink({ db, links }: Parts, token: string): Promise<Reviewer | null> {
  const link = links.open("review", token);
  if (link === null || link.expired) return null;
  const [company_id = 0, user_id = 0, document_id = 0, version] = link.values.map(Number);
  const current = await findUserVersion(db, company_id, user_id);
  if (current === undefined || current !== version) return null;
  const user = await findUser(db, company_id, user_id);
  const isViewer = user?.role !== "admin" && user?.company_role === "viewer";
  return user === undefined || isViewer ? null : { company_id, user_id, document_id };
}
