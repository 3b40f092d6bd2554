/** Imports in tests: a member uploads a file, its job runs at once, and the import is read back. */
import assert from "node:assert/strict";
import type { z } from "zod";
import type { App } from "../src/app.ts";
import type { UtilityBill } from "../src/records/bill.ts";
import type { BillImport } from "../src/records/import.ts";
import type { Member } from "./app.ts";
import { runImport } from "../src/jobs/imports/import.ts";

export type Import = z.infer<typeof BillImport>;
export type Bill = z.infer<typeof UtilityBill>;

export const HEADER =
  "utility_company,account_number,property_name,meter_number,energy_type,start_date,end_date,usage,usage_unit,usage_cost,tax_cost,total_cost";

/** One month of 2023 of one meter. */
export function row(month: number, cells = "100,kWh,20.00,1.50,21.50"): string {
  const first = `2023-${String(month).padStart(2, "0")}-01`;
  const last = new Date(Date.UTC(2023, month, 0)).toISOString().slice(0, 10);
  return `Hillside Power,A-1 00,North Hall,M7,Electric,${first},${last},${cells}`;
}

export const csv = (...rows: string[]): string => `${[HEADER, ...rows].join("\r\n")}\r\n`;

export const upload = (member: Member, body: string | Buffer, query = "name=bills.csv", headers = {}) =>
  member.send("POST", `/v1/imports?${query}`, body, { "content-type": "text/csv", ...headers });

/** Runs the job of an import to its end, as a worker would. */
export async function run(app: App, member: Member, id: number): Promise<Import> {
  const { signal } = new AbortController();
  await runImport(app, { company_id: member.company_id, import_id: id }, signal);
  return (await member.send("GET", `/v1/imports/${id}`)).json<Import>();
}

/** Imports a file without a dry run, to its end. `more` is added to the query, such as `&profile=own`. */
export async function importWhole(app: App, member: Member, body: string, more = ""): Promise<Import> {
  const answer = await upload(member, body, `name=bills.csv&dry_run=false${more}`);
  assert.equal(answer.statusCode, 201, answer.body);
  const done = await run(app, member, answer.json<{ id: number }>().id);
  assert.equal(done.state, "done", done.errors ?? "");
  return done;
}
