/** A company whose bills are collected while the service is disturbed: every call may meet a service that is down, and is then repeated. */
import { startReceiver, type Receiver } from "../src/cli/demo/demo-receiver.ts";
import type { ApiCaller } from "../src/cli/api-caller.ts";
import type { Ending } from "./database.ts";
import { newCompany, submit, until } from "./callers.ts";

export const UTILITIES = ["northgate-electric", "clearwater-gas-water"];

export interface Collecting {
  id: number;
  caller: ApiCaller;
  authorizations: number[];
  receiver: Receiver;
}

/** Makes the company, its webhook and a login at each utility; `collectThrough` does the rest. */
export async function prepareCompany(
  url: string,
  options: { name: string; sandboxUrl: string; utilities?: string[]; after: Ending["after"] },
): Promise<Collecting> {
  const { name, sandboxUrl, utilities = UTILITIES } = options;
  const { caller, id } = await newCompany(url, name);
  const receiver = await startReceiver();
  options.after(() => receiver.close());
  await caller.send("POST", "/webhooks", { event_type: "all", endpoint_url: receiver.url });
  receiver.setSecret((await caller.get<{ secret: string }>("/webhooks/validate")).secret);
  const authorizations: number[] = [];
  for (const utility of utilities)
    authorizations.push(await submit(caller, { sandboxUrl, utility, username: "demo_commercial" }));
  return { id, caller, authorizations, receiver };
}

const PATIENCE_MS = 400_000;

/** What is collected: bills since a day, of the first accounts of each login. Left out: all. */
export interface Amount {
  since?: string;
  accountsMax?: number;
}

/** Runs the collection to its end. */
export async function collectThrough(
  caller: ApiCaller,
  authorizations: number[],
  { since, accountsMax, patienceMs = PATIENCE_MS }: Amount & { patienceMs?: number } = {},
): Promise<void> {
  const patiently = <T>(what: string, ask: () => Promise<T | null>) =>
    until(what, () => ask().catch(() => null), patienceMs);
  for (const id of authorizations) {
    const accounts = await patiently("the inventory", async () => {
      const found = await caller.get<{ status: string; accounts: { id: number }[] }>(`/authorizations/${id}`);
      return found.status === "Inventory Complete" ? found.accounts : null;
    });
    for (const account of accounts.slice(0, accountsMax)) {
      const body = {
        utility_account_id: account.id,
        status: "Active",
        ...(since === undefined ? {} : { data_start_date: since }),
      };
      await patiently("an activation", () =>
        caller.send<object>("PUT", `/authorizations/${id}/update_account_status`, body),
      );
    }
  }
  for (const id of authorizations) {
    await patiently("the bills", async () => {
      const { complete, bills_accepted } = await progressOf(caller, id);
      return complete && bills_accepted > 0 ? true : null;
    });
  }
}

export const progressOf = (
  caller: ApiCaller,
  authorizationId: number,
): Promise<{ complete: boolean; bills_accepted: number }> => caller.get(`/authorizations/${authorizationId}/progress`);
