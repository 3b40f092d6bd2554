/** Notes that a utility is wanted whose bills are not collected: a count per company and utility, and nothing of who asked. */
import type { App } from "../app.ts";
import { siteName } from "../domain/text.ts";
import type { Trx } from "../store/db.ts";
import { countUtilityWish } from "../store/authorizations/utility-wishes.ts";
import { countAttempt } from "../store/users/attempts.ts";
import { instantOf } from "../domain/instant.ts";

/** Who asks: a form link, which many people may share, or a user. Only a hash of it is kept, for a day. */
export type Asker = { form_link_id: number } | { user_id: number };

const DAY_SECONDS = 24 * 3600;
/** Different utilities that one link or user can ask for within a day. */
const PER_ASKER_MAX = 50;
/** Different utilities of one company; a typed website is one, too. */
const PER_COMPANY_MAX = 2000;
const HOST_MAX = 253;

/** Each asker counts once a day for a utility: pressing a button again changes nothing. `utility`: a key, or the host of a website. */
export async function noteWish(
  trx: Trx,
  { now }: Pick<App, "now">,
  { company_id, by, utility }: { company_id: number; by: Asker; utility: string },
): Promise<void> {
  const asker = "user_id" in by ? `user ${by.user_id}` : `link ${by.form_link_id}`;
  const limit = { windowSeconds: DAY_SECONDS, now: now() };
  const isRepeated = await countAttempt(trx, {
    ...limit,
    scope: "wish.utility",
    key: `${company_id} ${asker} ${utility}`,
    max: 1,
  });
  if (isRepeated !== null) return;
  const isTooMuch = await countAttempt(trx, { ...limit, scope: "wish.asker", key: asker, max: PER_ASKER_MAX });
  if (isTooMuch !== null) return;
  await countUtilityWish(trx, { company_id, utility }, instantOf(now()), PER_COMPANY_MAX);
}

/** What an address of an unsupported website asks for: the utility that it belongs to, else its host. */
export const wantedAt = ({ known }: Pick<App, "known">, address: string): string =>
  known.ofAddress(address)?.key ?? siteName(address.trim()).toLowerCase().slice(0, HOST_MAX);
