/** What must hold for what a visit lists, whatever portal is behind it: the rules that checks and trials share. Each is null, or says what is wrong. */
import { isDeepStrictEqual } from "node:util";
import type { Day } from "../../records/scalars.ts";
import type { PortalAccount, PortalDocument } from "../contract.ts";
import { isNumberIn } from "../recipe-lists.ts";

/** The bills of one account, as they were listed. */
export interface AccountBills {
  account: PortalAccount;
  documents: readonly PortalDocument[];
}

/** A bill names its account, and no other. */
export function namesAnother(
  text: string,
  { acct_num }: PortalAccount,
  accounts: readonly PortalAccount[],
): string | null {
  const named = accounts.map((account) => account.acct_num).filter((number) => isNumberIn(text, number));
  if (isDeepStrictEqual(named, [acct_num])) return null;
  return `the newest bill of account ${acct_num} names ${named.length === 0 ? "no account" : `account ${named.join(" and ")}`}`;
}

/** Accounts that list the very same bills: the request for the list does not name the account, or every bill has several. */
export function withSameBills(listed: readonly AccountBills[]): AccountBills[][] {
  const bills = ({ documents }: AccountBills): string =>
    JSON.stringify(documents.map(({ external_id, date }) => [external_id, date]));
  return Object.values(Object.groupBy(listed, bills)).flatMap((alike) =>
    alike !== undefined && alike.length > 1 && alike[0]?.documents.length !== 0 ? [alike] : [],
  );
}

export function accountTwice(accounts: readonly PortalAccount[]): string | null {
  const ids = accounts.map(({ external_id }) => external_id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  return twice === undefined ? null : `two accounts have the external_id ${twice}`;
}

/** Each bill stands in the list once, and has a name. */
export function billTwice({ account: { acct_num }, documents }: AccountBills): string | null {
  const ids = documents.map(({ external_id }) => external_id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) return `two bills of account ${acct_num} have the external_id ${twice}`;
  return documents.some(({ name }) => name === "") ? `a bill of account ${acct_num} has no name` : null;
}

/** What is listed since a day, compared with the whole list. */
export function notSince(
  whole: readonly PortalDocument[],
  listed: readonly PortalDocument[],
  since: Day,
): string | null {
  const wanted = whole.filter(({ date }) => date >= since).map(({ external_id }) => external_id);
  const given = listed.map(({ external_id }) => external_id);
  if (isDeepStrictEqual(given, wanted)) return null;
  return `since ${since} there are ${wanted.length} bills, and ${given.length} were listed, or in another order`;
}

/** The newest of the bills, of several the one that stands first; undefined for none. */
export const newestOf = (documents: readonly PortalDocument[]): PortalDocument | undefined =>
  documents.toSorted((one, other) => other.date.localeCompare(one.date))[0];
