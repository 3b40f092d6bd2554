/** The bills of a day as ESPI (Green Button), written as they are read: as long as the day, as small in memory as one batch. */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import type { Bill, EspiBill } from "../domain/espi/bill.ts";
import { espiMediaType, openEspiFeed } from "../domain/espi/feed.ts";
import { listAccountsByIds } from "../store/accounts.ts";
import { listBillTexts, versionOfBills, type BillFilter } from "../store/bill-lists.ts";
import type { ListWindow } from "../store/list-window.ts";
import { listMetersByIds } from "../store/meters.ts";
import { billJson, fileLink } from "./bill-answers.ts";
import { isKnownTag, TAGGED, tagOf } from "./etag.ts";
import { batchesOf } from "./lists.ts";
import { metersWithAccounts } from "./nested.ts";
import { wireAccount } from "./wire.ts";

type Parts = Pick<App, "db" | "links" | "publicUrl" | "log">;

/** Answers the feed of one day; `day` is `YYYY-MM-DD`. */
export async function answerDayAsEspi(
  app: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  of: { companyId: number; filter: BillFilter; day: string },
): Promise<FastifyReply> {
  const { companyId, filter, day } = of;
  const version = await versionOfBills(app.db, companyId, filter);
  // The links change with the hour, also when no bill does.
  const tag = tagOf(`espi ${day} ${version} ${fileLink(app, companyId, 0)}`);
  reply.headers({ etag: tag, ...TAGGED });
  if (isKnownTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
  const self = `${app.publicUrl}/v1/days/${day}?format=xml`;
  return reply.type(espiMediaType).send(Readable.from(feedOf(app, of, self), { objectMode: false }));
}

async function* feedOf(
  app: Parts,
  { companyId, filter, day }: { companyId: number; filter: BillFilter; day: string },
  self: string,
): AsyncGenerator<string> {
  // The end of the day: whoever asks for a day that is over gets the same bytes each time.
  const feed = openEspiFeed({ date: day, self, updated: `${day}T23:59:59.999Z` });
  yield feed.head;
  const read = (window: ListWindow) => listBillTexts(app.db, companyId, filter, window);
  for await (const listed of batchesOf(read)) {
    const bills = listed.map((text): Bill => JSON.parse(billJson(app, companyId, text)));
    const records = await recordsOf(app, companyId, bills);
    for (const bill of bills) yield feed.entriesOf(withRecords(bill, records));
  }
  yield feed.tail;
}

/** Accounts and meters by id. */
interface Records {
  accounts: Map<number, EspiBill["account"]>;
  meters: Map<number, EspiBill["meters"][number]>;
}

async function recordsOf({ db }: Parts, companyId: number, bills: Bill[]): Promise<Records> {
  const accountIds = new Set(bills.map(({ utility_account_id }) => utility_account_id));
  const meterIds = new Set(bills.flatMap(meterIdsOf));
  const accounts = await listAccountsByIds(db, companyId, [...accountIds]);
  const meters = await metersWithAccounts({ db }, companyId, await listMetersByIds(db, companyId, [...meterIds]));
  return {
    accounts: new Map(accounts.map((row) => [row.id, wireAccount(row)])),
    meters: new Map(meters.map((meter) => [meter.id, meter])),
  };
}

const meterIdsOf = ({ charges, usages }: Bill): number[] =>
  [...charges, ...usages].map(({ utility_meter_id }) => utility_meter_id);

function withRecords(bill: Bill, { accounts, meters }: Records): EspiBill {
  const account = accounts.get(bill.utility_account_id);
  if (account === undefined) throw new Error(`bill ${bill.id} without an account`);
  const own = [...new Set(meterIdsOf(bill))].flatMap((id) => meters.get(id) ?? []);
  return { bill, account, meters: own };
}
