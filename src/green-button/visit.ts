/** A visit to a custodian with the tokens of a permission: it has the methods of any visit of a portal, and signs in nowhere. */
import { portalChanged, type PortalAccount, type Visit } from "../connectors/contract.ts";
import { accountsOf, type GreenButtonAccount } from "./accounts.ts";
import { readAtom, type AtomFeed } from "./atom.ts";
import type { Custodian } from "./custodians.ts";
import { billFinder, cutBill, type BillDocument, type FindBills } from "./documents.ts";
import { ended, refreshTokens, type Permission, type Tokens } from "./oauth.ts";
import { getResource, type RequestParts } from "./requests.ts";

export interface VisitParts extends RequestParts {
  custodian: Custodian;
  permission: Permission;
  tokens: Tokens;
  /** Commits new tokens before they are used. @throws when the permission was withdrawn meanwhile */
  keep: (tokens: Tokens) => Promise<void>;
  /** Epoch milliseconds. */
  now: () => number;
}

/** An access token that ends within this time is renewed before the visit. */
const MARGIN_MS = 60_000;

/** What a visit reads, once. */
interface Read {
  usage: AtomFeed;
  customer: AtomFeed | null;
  accounts: GreenButtonAccount[];
  billsOf: FindBills;
}

/** Renews the access token if it has to be. @throws PortalError: `invalid_credentials` when the permission has ended */
export async function openVisit(parts: VisitParts): Promise<Visit> {
  const { custodian, permission, signal } = parts;
  const { resources, money_places: moneyPlaces } = custodian.setup;
  let { tokens } = parts;
  let isRenewed = false;

  async function renew(): Promise<void> {
    isRenewed = true;
    tokens = await refreshTokens(custodian, parts, tokens, parts.now());
    await parts.keep(tokens);
  }

  /** Null: the custodian has no such resource, or did not permit a part of it. A token that it no longer takes is renewed once. */
  async function getFeed(path: string, { isPart }: { isPart: boolean }): Promise<AtomFeed | null> {
    const address = `${resources}${path}`;
    let resource = await getResource(parts, address, tokens.access_token);
    if (resource.is === "denied" && !isRenewed && tokens.refresh_token !== null) {
      await renew();
      resource = await getResource(parts, address, tokens.access_token);
    }
    if (resource.is === "denied" && !isPart) throw ended(`the custodian refuses the token at ${path}`);
    return resource.is === "whole" ? readAtom(resource, path, signal) : null;
  }

  async function readAll(): Promise<Read> {
    const usage = await getFeed(`/Batch/Subscription/${permission.subscription_id}`, { isPart: false });
    if (usage === null) throw portalChanged("the custodian has no feed for the subscription");
    const { customer_id } = permission;
    const customer =
      customer_id === null ? null : await getFeed(`/Batch/RetailCustomer/${customer_id}`, { isPart: true });
    return { usage, customer, accounts: accountsOf(usage, customer), billsOf: billFinder(usage) };
  }

  let reading: Promise<Read> | null = null;
  const read = (): Promise<Read> => (reading ??= readAll());
  const listed = new Map<string, { account: GreenButtonAccount; bill: BillDocument }>();

  if (tokens.expires_at - MARGIN_MS <= parts.now()) await renew();
  return {
    async listAccounts() {
      const { accounts } = await read();
      return accounts.map(({ external_id, acct_num, service_address }) => ({ external_id, acct_num, service_address }));
    },
    async listDocuments(of: PortalAccount, since) {
      const { accounts, billsOf } = await read();
      const account = accounts.find(({ external_id }) => external_id === of.external_id);
      // It is no longer shared; its bills stay.
      if (account === undefined) return [];
      const bills = billsOf(account, parts.now()).filter(({ date }) => since === null || date >= since);
      for (const bill of bills) listed.set(bill.external_id, { account, bill });
      return bills.map(({ external_id, date }) => ({
        external_id,
        date,
        source: external_id,
        name: `green-button-${date}.xml`,
      }));
    },
    async fetchDocument({ external_id, name }) {
      const { usage, customer } = await read();
      const found = listed.get(external_id);
      if (found === undefined) throw portalChanged("a document that was not listed in this visit");
      const text = cutBill(usage, customer, { ...found, moneyPlaces });
      return { bytes: Buffer.from(text), media_type: "application/atom+xml", name };
    },
    remembered: null,
    close: () => Promise.resolve(),
  };
}
