/** The bills of a day as ESPI (Green Button), written while they are read: memory holds one batch, however long the day's feed is. */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { fileLink } from "../../operations/bills/json.ts";
import { espiMediaType, openEspiFeed } from "../../formats/espi/feed.ts";
import { espiBills } from "../../operations/bills/espi.ts";
import { listBillTexts, versionOfBills, type BillFilter, type ListedBill } from "../../store/bills/bill-lists.ts";
import type { ListWindow } from "../../store/list-window.ts";
import { isKnownTag, TAGGED, tagOf } from "../http/etag.ts";
import { batchesOf, limitReading, logged } from "../lists.ts";
import { streamTexts } from "../http/text-stream.ts";

type Parts = Pick<App, "db" | "links" | "publicUrl" | "log">;

/** Answers the feed of one day; `day` is `YYYY-MM-DD`. */
export async function answerDayAsEspi(
  app: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  of: { companyId: number; filter: BillFilter; day: string },
): Promise<FastifyReply> {
  const { companyId, filter, day } = of;
  request.holdLongAnswer?.(reply);
  const version = await limitReading(companyId, () => versionOfBills(app.db, companyId, filter));
  // The links change every hour, even when no bill does.
  const tag = tagOf(`espi ${day} ${version} ${fileLink(app, companyId, 0)}`);
  reply.headers({ etag: tag, ...TAGGED });
  if (isKnownTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
  const self = `${app.publicUrl}/v1/days/${day}?format=xml`;
  reply.type(espiMediaType);
  // A HEAD request reads nothing.
  if (request.method === "HEAD") return reply.send(Readable.from([]));
  return reply.send(streamTexts(logged(app, feedOf(app, of, self))));
}

async function* feedOf(
  app: Parts,
  { companyId, filter, day }: { companyId: number; filter: BillFilter; day: string },
  self: string,
): AsyncGenerator<string> {
  // The end of the day, so that a past day gives the same bytes on every request.
  const feed = openEspiFeed({ date: day, self, updated: `${day}T23:59:59.999Z` });
  yield feed.head;
  const read = (window: ListWindow) => limitReading(companyId, () => listBillTexts(app.db, companyId, filter, window));
  const write = (listed: ListedBill[]) =>
    limitReading(companyId, async () => (await espiBills(app, companyId, listed)).map((bill) => feed.entriesOf(bill)));
  for await (const entries of batchesOf({ read, write })) yield entries.join("");
  yield feed.tail;
}
