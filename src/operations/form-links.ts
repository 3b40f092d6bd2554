/** Form links for one person each: made, opened, used, renewed and ended, each with its change. */
import type { App } from "../app.ts";
import { invalid, notFound, Problem } from "../errors.ts";
import type { NewFormLink } from "../records/form-link.ts";
import { makePersonalToken } from "../safeguards/links.ts";
import {
  countPersonalLinks,
  insertPersonalLinks,
  listPersonalLinksById,
  setLinkOpened,
  setLinkSubmitted,
  updatePersonalLink,
} from "../store/authorizations/form-links.ts";
import type { Trx } from "../store/db.ts";
import { recordChanges } from "../store/events/events.ts";
import { lockFormLinks } from "../store/locks.ts";
import { listPropertyIds } from "../store/records/properties.ts";
import { instantOf } from "../domain/instant.ts";

type Parts = Pick<App, "links" | "connectors" | "custodians" | "now" | "mailer" | "jobs">;
/** A link of the company. */
interface Link {
  company_id: number;
  id: number;
}

/** Of one company, without those that it ended. */
export const FORM_LINKS_MAX = 20_000;

const changed = (trx: Trx, { company_id, id }: Link): Promise<void> =>
  recordChanges(trx, company_id, [{ event_type: "form_link.updated", record_id: id }]);

/** Makes all or none. `pointerOf`: where a link stands in the request. @throws Problem invalid, or conflict when the company has too many */
export async function createFormLinks(
  trx: Trx,
  app: Parts,
  { company_id, user_id }: { company_id: number; user_id: number },
  given: NewFormLink[],
  pointerOf: (at: number) => string,
): Promise<number[]> {
  await lockFormLinks(trx, company_id);
  if ((await countPersonalLinks(trx, company_id)) + given.length > FORM_LINKS_MAX)
    throw new Problem("conflict", `A company can have ${FORM_LINKS_MAX} form links: end those that are not needed.`);
  const known = new Set(await listPropertyIds(trx, company_id));
  const links = given.map(({ property_id, utility, language, note, email, ...link }, at) => {
    if (typeof property_id === "number" && !known.has(property_id))
      throw invalid([{ pointer: `${pointerOf(at)}/property_id`, detail: "No property of your company has this id." }]);
    if (typeof utility === "string" && app.connectors.byKey(utility) === null && app.custodians.byKey(utility) === null)
      throw invalid([{ pointer: `${pointerOf(at)}/utility`, detail: "There is no utility with this key." }]);
    return {
      company_id,
      reference: link.reference,
      property_id: property_id ?? null,
      utility_key: utility ?? null,
      language: language ?? null,
      note: note ?? null,
      email: email ?? null,
      mail_state: typeof email === "string" && app.mailer !== null ? "waiting" : null,
      expires_at: readEnd(app, link.expires_at ?? null, `${pointerOf(at)}/expires_at`),
      created_by: user_id,
      ...makePersonalToken(app, company_id),
    };
  });
  const ids = await insertPersonalLinks(trx, links);
  await recordChanges(
    trx,
    company_id,
    ids.map((record_id) => ({ event_type: "form_link.created", record_id })),
  );
  const mailed = ids.filter((_, at) => links[at]?.mail_state === "waiting");
  await app.jobs.enqueueAll(
    trx,
    "mail-form-link",
    mailed.map((form_link_id) => ({ company_id, form_link_id })),
  );
  return ids;
}

function readEnd({ now }: Parts, end: string | null, pointer: string): string | null {
  if (end === null) return null;
  const ms = Date.parse(end);
  if (ms <= now()) throw invalid([{ pointer, detail: "This must be in the future." }]);
  return instantOf(ms);
}

/** @throws Problem not-found */
export async function endFormLink(trx: Trx, app: Parts, { company_id, id }: Link): Promise<void> {
  const [link] = await listPersonalLinksById(trx, { company_id, now: instantOf(app.now()) }, [id]);
  if (link === undefined) throw notFound();
  if (link.ended_at !== null) return;
  await updatePersonalLink(trx, company_id, id, { revoked_at: instantOf(app.now()) });
  await changed(trx, { company_id, id });
}

/** Replaces the address of a link, also of one that was ended or has expired. @throws Problem not-found, invalid */
export async function renewFormLink(
  trx: Trx,
  app: Parts,
  { company_id, id }: Link,
  end: string | null | undefined,
): Promise<void> {
  const now = app.now();
  const [link] = await listPersonalLinksById(trx, { company_id, now: instantOf(now) }, [id]);
  if (link === undefined) throw notFound();
  const kept = link.expires_at !== null && Date.parse(link.expires_at) > now ? link.expires_at : null;
  const expires_at = end === undefined ? kept : readEnd(app, end, "/expires_at");
  const token = makePersonalToken(app, company_id);
  const anew = { revoked_at: null, opened_at: null, mail_state: null, mailed_at: null };
  await updatePersonalLink(trx, company_id, id, { ...token, expires_at, ...anew });
  await changed(trx, { company_id, id });
}

/** Sends a link by mail, to `email` or the address that it has. @throws Problem not-found; conflict where it cannot be sent */
export async function sendFormLink(trx: Trx, app: Parts, { company_id, id }: Link, email?: string): Promise<void> {
  const [link] = await listPersonalLinksById(trx, { company_id, now: instantOf(app.now()) }, [id]);
  if (link === undefined) throw notFound();
  if (app.mailer === null)
    throw new Problem("conflict", "This service has no mail server: copy the link and send it yourself.");
  if (link.state === "ended" || link.state === "expired")
    throw new Problem("conflict", "The link opens nothing any more: renew it first.");
  const to = email ?? link.email;
  if (to === null) throw invalid([{ pointer: "/email", detail: "The link has no address yet: give one." }]);
  await updatePersonalLink(trx, company_id, id, { email: to, mail_state: "waiting", mailed_at: null });
  await changed(trx, { company_id, id });
  await app.jobs.enqueue(trx, "mail-form-link", { company_id, form_link_id: id });
}

/** Notes that a page of the form was opened, once. */
export async function openedFormLink(trx: Trx, { now }: Pick<App, "now">, link: Link): Promise<void> {
  if (await setLinkOpened(trx, link.company_id, link.id, instantOf(now()))) await changed(trx, link);
}

/** Notes that the form was sent. */
export async function submittedFormLink(trx: Trx, { now }: Pick<App, "now">, link: Link): Promise<void> {
  if (await setLinkSubmitted(trx, link.company_id, link.id, instantOf(now()))) await changed(trx, link);
}
