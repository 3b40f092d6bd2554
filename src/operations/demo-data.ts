/** What a company has from utilities for trying the service: recognised by their entries in the registry. */
import type { App } from "../app.ts";
import type { DemoData } from "../records/demo-data.ts";
import type { z } from "zod";
import type { Sql } from "../store/db.ts";
import { isJobThere } from "../store/jobs.ts";
import { countLiveBills, listDemoAccounts, listPossibleDemoAuthorizations } from "../store/records/demo-data.ts";

type Parts = Pick<App, "connectors">;

/** The ids of its accounts and authorizations; an authorization whose utility is not known yet counts by its address. */
export async function findDemoRecords({ connectors }: Parts, db: Sql, companyId: number) {
  const keys = connectors.trialKeys();
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
    present: accounts.length > 0 || authorizations.length > 0,
    deleting: await isJobThere(db, "delete-demo-data", { company_id: companyId }),
    authorizations: authorizations.length,
    accounts: accounts.length,
    bills: await countLiveBills(db, companyId, accounts),
  };
}
