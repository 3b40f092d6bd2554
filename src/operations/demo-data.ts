/** What a company has from utilities for trying the service: recognised by their entries in the registry. */
import type { App } from "../app.ts";
import type { DemoLogin } from "../connectors/registry.ts";
import { Problem } from "../errors.ts";
import type { DemoData } from "../records/demo-data.ts";
import type { z } from "zod";
import type { KeyName } from "../store/authorizations/authorization-keys.ts";
import type { Sql, Trx } from "../store/db.ts";
import { isJobThere } from "../store/jobs.ts";
import { lockDemoData } from "../store/locks.ts";
import { countLiveBills, listDemoAccounts, listPossibleDemoAuthorizations } from "../store/records/demo-data.ts";
import { makeAuthorizationKey } from "./authorization-keys.ts";
import { submitCredential } from "./authorizations.ts";

type Parts = Pick<App, "connectors">;

/** The ids of its accounts and authorizations; an authorization whose utility is not known yet counts by its address. */
export async function findDemoRecords({ connectors }: Parts, db: Sql, companyId: number) {
  const keys = connectors.demoKeys();
  if (keys.length === 0) return { accounts: [], authorizations: [] };
  const accounts = await listDemoAccounts(db, companyId, keys);
  const possible = await listPossibleDemoAuthorizations(db, companyId, keys);
  const authorizations = possible.filter(({ utility_key, online_access_url }) =>
    keys.includes(utility_key ?? connectors.find(online_access_url)?.description.key ?? ""),
  );
  return { accounts, authorizations };
}

export async function readDemoData(app: Parts, db: Sql, companyId: number): Promise<z.infer<typeof DemoData>> {
  const { accounts, authorizations } = await findDemoRecords(app, db, companyId);
  return {
    svc_object_type: "DemoData",
    available: app.connectors.demoLogins().length > 0,
    present: accounts.length > 0 || authorizations.length > 0,
    deleting: await isJobThere(db, "delete-demo-data", { company_id: companyId }),
    authorizations: authorizations.length,
    accounts: accounts.length,
    bills: await countLiveBills(db, companyId, accounts),
  };
}

/**
 * Gives its login to each utility for trying the service, whose bills then arrive as any others. `note` is written in the same
 * transaction. Nothing is done where there is demo data already. @throws Problem conflict where none runs
 */
export async function addDemoData(
  app: App,
  companyId: number,
  note: (trx: Trx) => Promise<void>,
): Promise<z.infer<typeof DemoData>> {
  const logins = app.connectors.demoLogins();
  if (logins.length === 0)
    throw new Problem(
      "conflict",
      "The utilities for trying the service do not run: the operator starts them, as docs/operate.md says.",
    );
  const there = await readDemoData(app, app.db, companyId);
  if (there.present) return there;
  const prepared: { credential: DemoLogin; key: KeyName }[] = [];
  for (const credential of logins) prepared.push({ credential, key: await makeAuthorizationKey(app, companyId) });
  return app.db.transaction().execute(async (trx) => {
    // Two clicks at once are one.
    await lockDemoData(trx, companyId);
    const before = await readDemoData(app, trx, companyId);
    if (before.present) return before;
    for (const { credential, key } of prepared)
      await submitCredential(trx, app, { company_id: companyId, credential, key, activates_accounts: true });
    await note(trx);
    return readDemoData(app, trx, companyId);
  });
}
