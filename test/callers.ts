/** What callers do at a running service, wherever it runs: sign in, make companies, have bills collected, and wait. Needs nothing of the service itself. */
import { setTimeout as delay } from "node:timers/promises";
import { createApiCaller, type ApiCaller } from "../src/cli/api-caller.ts";

/** The first admin of each service that tests start. */
export const ADMIN = { email: "admin@example.com", password: "a long enough password" };

const NEVER = new AbortController().signal;

export async function signIn(url: string, login: { email: string; password: string }): Promise<ApiCaller> {
  const { token } = await createApiCaller(url, null, NEVER).send<{ token: string }>("POST", "/auth/login", login);
  return createApiCaller(url, token, NEVER);
}

const admins = new Map<string, Promise<ApiCaller>>();

/** The admin of a service, who signs in once, or again where that failed. */
function adminOf(url: string): Promise<ApiCaller> {
  const known = admins.get(url);
  if (known !== undefined) return known;
  const signingIn = signIn(url, ADMIN);
  admins.set(url, signingIn);
  signingIn.catch(() => void admins.delete(url));
  return signingIn;
}

/** A company with one user, signed in. */
export async function newCompany(url: string, name: string): Promise<{ caller: ApiCaller; id: number }> {
  const admin = await adminOf(url);
  const { id } = await admin.send<{ id: number }>("POST", "/companies", { name });
  const login = { email: `user-${id}@example.com`, password: "correct horse battery" };
  await admin.send("POST", "/users", { company_id: id, name: "A user", role: "user", ...login });
  return { caller: await signIn(url, login), id };
}

/** Submits sandbox credentials at a utility and gives the id of the authorization. */
export async function submit(
  caller: ApiCaller,
  credential: { sandboxUrl: string; utility: string; username: string; password?: string },
): Promise<number> {
  const { id } = await caller.send<{ id: number }>("POST", "/authorizations", {
    online_access_url: new URL(`/${credential.utility}/`, credential.sandboxUrl).href,
    online_access_username: credential.username,
    online_access_password: credential.password ?? "sandbox",
  });
  return id;
}

/** Between two questions: soon at first, and later seldom, since each question is work for who is asked. */
const PAUSE_MS = { first: 40, growth: 1.25, longest: 500 };

/** Asks until the answer is not null. @throws Error with what was waited for when it takes too long. */
export async function until<T>(what: string, ask: () => Promise<T | null>, timeoutMs = 60_000): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * PAUSE_MS.growth, PAUSE_MS.longest)) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await delay(pauseMs);
  }
}

export interface AuthorizationAnswer {
  id: number;
  status: string;
  status_detail: string | null;
  action_required_by: string;
  errors: string | null;
  retry_at: string | null;
  accounts: { id: number; acct_num: string; status: string }[];
}

/** Waits for the end of the inventory, good or bad. */
export function finishedAuthorization(caller: ApiCaller, id: number): Promise<AuthorizationAnswer> {
  return until(`authorization ${id}`, async () => {
    const authorization = await caller.get<AuthorizationAnswer>(`/authorizations/${id}`);
    return authorization.status === "Inventory Pending" ? null : authorization;
  });
}

/** Switches every account on and waits until all that follows from it is there. */
export async function collectAll(caller: ApiCaller, id: number, since?: string): Promise<AuthorizationAnswer> {
  const authorization = await finishedAuthorization(caller, id);
  for (const account of authorization.accounts) {
    await caller.send("PUT", `/authorizations/${id}/update_account_status`, {
      utility_account_id: account.id,
      status: "Active",
      ...(since === undefined ? {} : { data_start_date: since }),
    });
  }
  await collected(caller, id);
  return authorization;
}

/** Waits until nothing of an authorization is under way. */
export function collected(caller: ApiCaller, id: number): Promise<true> {
  return until(
    `the bills of authorization ${id}`,
    async () => ((await caller.get<{ complete: boolean }>(`/authorizations/${id}/progress`)).complete ? true : null),
    100_000,
  );
}
