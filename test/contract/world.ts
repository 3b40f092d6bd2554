/** What the contract is tried on: a whole service with its sandbox, two companies, an admin, and bills that came by the recommended flow. */
import type { Service } from "../../src/start.ts";
import { ADMIN, until } from "../callers.ts";
import { newQuickCompany, startTestService } from "../start.ts";
import type { Ending } from "../database.ts";
import { signedIn, type Caller } from "./caller.ts";
import { startSpecificationReceiver, type SpecificationReceiver } from "./receiver.ts";
import { EVENT_TYPES } from "./endpoints.ts";

export interface World {
  sandboxUrl: string;
  origin: string;
  receiver: SpecificationReceiver;
  user: Caller;
  neighbour: Caller;
  admin: Caller;
  company_id: number;
  /** The webhook of each event type, at a path of its own, and one that is switched off. */
  webhooks: Map<string, number>;
}

export const SILENT = "switched off";

/** The newest bill of the portals is of October 2026 for ever. */
export const TWO_YEARS_FROM = "2024-08-01";

/** Sign-in is by e-mail and password, which the specification leaves open (section 5.5). */
async function newCompany(service: Service, name: string): Promise<{ id: number; caller: Caller }> {
  const { id, login } = await newQuickCompany(service, name);
  return { id, caller: await signedIn(service.url, login) };
}

export async function openWorld(ending: Ending): Promise<World> {
  const receiver = await startSpecificationReceiver();
  const { service, sandboxUrl } = await startTestService(ending);
  ending.after(() => receiver.close());
  const origin = service.url;
  const admin = await signedIn(origin, ADMIN);
  const { id: company_id, caller: user } = await newCompany(service, "Contract");
  const { caller: neighbour } = await newCompany(service, "Neighbour");
  receiver.secret = (await user.read<{ secret: string }>("GET", "/webhooks/validate")).secret;
  const webhooks = new Map<string, number>();
  for (const event_type of [...EVENT_TYPES, "all", SILENT]) {
    const path = `/${event_type.replaceAll(" ", "-")}`;
    const made = await user.read<{ id: number }[]>("POST", "/webhooks", {
      event_type: event_type === SILENT ? "all" : event_type,
      endpoint_url: receiver.url(path),
    });
    webhooks.set(event_type, made.at(-1)?.id ?? 0);
  }
  await user.read("PUT", `/webhooks/${webhooks.get(SILENT)}`, { active: false });
  await neighbour.read("POST", "/webhooks", { event_type: "all", endpoint_url: receiver.url("/neighbour") });
  return { sandboxUrl, origin, receiver, user, neighbour, admin, company_id, webhooks };
}

export interface Authorization {
  id: number;
  status: string;
  errors: string | null;
  online_access_password: string;
  company_id: number;
  accounts: { id: number; status: string }[];
}

export const credentialAt = ({ sandboxUrl }: World, utility: string, username: string) => ({
  online_access_url: new URL(`/${utility}/`, sandboxUrl).href,
  online_access_username: username,
  online_access_password: "sandbox",
});

/** Submits a credential, and gives the id of the authorization that came of it: the newest of the company. */
export async function submit(world: World, utility: string, username: string): Promise<number> {
  await world.user.read("POST", "/authorizations", credentialAt(world, utility, username));
  const { authorizations } = await world.user.read<{ authorizations: Authorization[] }>("GET", "/authorizations");
  return Math.max(...authorizations.map(({ id }) => id));
}

/** Polls until the inventory is over, and gives every status it went through. */
export async function pollStatus({ user }: World, id: number): Promise<{ last: Authorization; statuses: string[] }> {
  const statuses: string[] = [];
  const last = await until(`authorization ${id}`, async () => {
    const authorization = await user.read<Authorization>("GET", `/authorizations/${id}`);
    if (statuses.at(-1) !== authorization.status) statuses.push(authorization.status);
    return authorization.status === "Inventory Pending" ? null : authorization;
  });
  return { last, statuses };
}

export async function activate(
  { user }: World,
  { id, accounts }: Pick<Authorization, "id" | "accounts">,
  data_start_date: string,
): Promise<void> {
  for (const account of accounts) {
    const body = { utility_account_id: account.id, status: "Active", data_start_date };
    await user.read("PUT", `/authorizations/${id}/update_account_status`, body);
  }
}

/** Waits until nothing of an authorization is under way any more. */
export async function collected({ user }: World, id: number): Promise<void> {
  await until(
    `the bills of authorization ${id}`,
    async () =>
      (await user.read<{ complete: boolean }>("GET", `/authorizations/${id}/progress`)).complete ? true : null,
    120_000,
  );
}

/** The ids of every record of the company, by the noun of its path. */
export async function listIds({ user }: World): Promise<Record<string, number[]>> {
  const ids = (records: { id: number }[]) => records.map(({ id }) => id);
  const list = async (path: string) => ids(await user.read<{ id: number }[]>("GET", path));
  const { authorizations } = await user.read<{ authorizations: { id: number }[] }>("GET", "/authorizations");
  const utility_accounts = await list("/utility_accounts");
  const bills = await Promise.all(
    utility_accounts.map((id) => user.read<{ bills: { id: number }[] }>("GET", `/utility_accounts/${id}/bills`)),
  );
  return {
    authorizations: ids(authorizations),
    utility_accounts,
    utility_bills: bills.flatMap((account) => ids(account.bills)),
    meters: await list("/meters"),
    properties: await list("/properties"),
    webhooks: await list("/webhooks"),
  };
}
