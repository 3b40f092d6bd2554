/** The town of the sandbox stands nowhere: its weather belongs to whoever its utilities send bills to. */
import type { App } from "../app.ts";
import { SANDBOX_STATION } from "../weather/sandbox-town.ts";
import { attachCustomersOf } from "../store/records/property-stations.ts";

/** Keys of the utilities that the sandbox plays; none without a sandbox. */
export function sandboxUtilities({ sandboxUrl, connectors }: Pick<App, "sandboxUrl" | "connectors">): string[] {
  if (sandboxUrl === null) return [];
  const { origin } = new URL(sandboxUrl);
  return connectors
    .list()
    .filter(({ website }) => new URL(website).origin === origin)
    .map(({ key }) => key);
}

export async function attachSandboxCustomers(app: Pick<App, "db" | "sandboxUrl" | "connectors">): Promise<void> {
  const keys = sandboxUtilities(app);
  if (keys.length > 0) await attachCustomersOf(app.db, keys, SANDBOX_STATION);
}
