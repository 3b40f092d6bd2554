/** The change feed as a stream of events, for pages that show what happens now. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { feedEnd, listChanges, type ChangePlace, type ChangeRow } from "../../store/events/changes.ts";
import { callerOf, type Auth } from "../auth/auth.ts";
import { readToken } from "../auth/session-cookie.ts";
import { refusedCursor } from "../list-query.ts";
import type { ChangeWakeups, Wakeup } from "../http/change-wakeups.ts";
import type { Server } from "../schemas.ts";
import { changesCursor, readPlace, refuseLostPlace, wireChange, writePlace } from "./changes.ts";

const StreamQuery = z.strictObject({ cursor: changesCursor });

/** A change is a line of some 150 bytes. */
const CHANGES_AT_ONCE = 100;
/** How often it is checked that the caller may still read. */
const CHECK_EVERY_MS = 2000;
/** Proxies close connections on which nothing is sent. */
const COMMENT_EVERY_MS = 15_000;
const RECONNECT_MS = 2000;
const EVENT_STREAM = "text/event-stream";

export function changeStreamRoutes(server: Server, app: App, auth: Auth, wakeups: ChangeWakeups): void {
  server.get(
    "/changes/stream",
    {
      schema: {
        operationId: "streamChanges",
        summary: "What is created, edited or archived, as it happens",
        description:
          "Server-sent events, for a page that is open. Each has the name `change`, a change of the feed as its data, and as its id the cursor after it. A `progress` event, without an id, says in its data what moved without a change of a record (its `svc_object_type`): Document and BillImport while files are read and a spreadsheet is imported, MonthlyConsumptionData when the months, snapshots and findings that changed bills asked for are calculated. Read those that you show again; the first may say what moved in the ten seconds before the stream began. It begins now; with `cursor`, or the header `Last-Event-ID` that a browser sends when it connects again, after that change. The stream ends when the token is revoked or expires, and when the service stops. The request needs `Accept: text/event-stream`.",
        tags: ["Changes"],
        querystring: StreamQuery,
        response: {
          200: {
            description: "Events, and a comment every 15 seconds without one.",
            content: {
              [EVENT_STREAM]: {
                schema: z.string().meta({
                  example:
                    'id: NzQzMSwyMzE\nevent: change\ndata: {"id":231,"event_type":"bill.created","svc_object_type":"UtilityBill","record_id":57,"occurred_at":"2026-03-14T09:26:53.589Z"}\n\n',
                }),
              },
            },
          },
        },
        problems: ["not-acceptable"],
      },
    },
    async (request, reply) => {
      // A stream has no end, so only who asks for one gets one.
      if (!(request.headers.accept ?? "").includes(EVENT_STREAM))
        throw new Problem("not-acceptable", `This is a stream: send Accept: ${EVENT_STREAM}.`);
      const caller = callerOf(request);
      const place = await placeOf(app, request);
      const wakeup = wakeups.open(caller);
      const isAllowed = async (): Promise<boolean> => {
        try {
          return (await auth.identify(readToken(app, request))).company_id === caller.company_id;
        } catch (error) {
          if (error instanceof Problem) return false;
          throw error;
        }
      };
      return send(app, reply, wakeup, eventsOf(app, { companyId: caller.company_id, place, wakeup, isAllowed }));
    },
  );
}

/** Where the stream begins. @throws Problem for a cursor that the feed refuses */
async function placeOf({ db }: Pick<App, "db">, request: FastifyRequest<{ Querystring: z.infer<typeof StreamQuery> }>) {
  const { "last-event-id": last } = request.headers;
  const asked = typeof last === "string" && last !== "" ? readPlace(decode(last)) : request.query.cursor;
  if (asked === null) throw refusedCursor("Last-Event-ID is not the id of an event of this stream.");
  if (asked === undefined) return feedEnd(db);
  await refuseLostPlace(db, callerOf(request).company_id, asked);
  return asked;
}

const decode = (cursor: string): string => Buffer.from(cursor.slice(0, 200), "base64url").toString();

/** The headers that the hooks have set go with it; the framework sends nothing itself. */
async function send(
  { log }: Pick<App, "log">,
  reply: FastifyReply,
  wakeup: Wakeup,
  events: AsyncGenerator<string>,
): Promise<FastifyReply> {
  reply.hijack();
  // A reader that has gone is noticed at once, and the generator then ends.
  reply.raw.once("close", () => wakeup.close());
  reply.headers({
    "content-type": `${EVENT_STREAM}; charset=utf-8`,
    "cache-control": "no-store",
    // Else some proxies keep events until there are many.
    "x-accel-buffering": "no",
  });
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.flushHeaders();
  try {
    // Only what the reader takes is made: a slow one holds one page of changes.
    await pipeline(Readable.from(events, { objectMode: false }), reply.raw);
  } catch (error) {
    if (!wakeup.isOver) log.error({ err: error }, "a stream of changes was cut off by an error");
  } finally {
    wakeup.close();
  }
  return reply;
}

interface Stream {
  companyId: number;
  place: ChangePlace;
  wakeup: Wakeup;
  isAllowed: () => Promise<boolean>;
}

async function* eventsOf(
  { db, now }: Pick<App, "db" | "now">,
  { companyId, place: start, wakeup, isAllowed }: Stream,
): AsyncGenerator<string> {
  let place = start;
  let saidAt = now();
  let hasMore = false;
  yield `retry: ${RECONNECT_MS}\n\n`;
  // Before each page, too: who is far behind and reads slowly would go on for hours.
  while (!wakeup.isOver && (await isAllowed())) {
    if (wakeup.takeChanged() || hasMore) {
      const rows = await listChanges(db, companyId, place, CHANGES_AT_ONCE);
      hasMore = rows.length === CHANGES_AT_ONCE;
      place = rows.at(-1) ?? place;
      if (rows.length > 0) {
        saidAt = now();
        yield rows.map(eventOf).join("");
      }
    }
    for (const svc_object_type of wakeup.takeMoved()) {
      saidAt = now();
      yield `event: progress\ndata: ${JSON.stringify({ svc_object_type })}\n\n`;
    }
    if (now() - saidAt >= COMMENT_EVERY_MS) {
      saidAt = now();
      yield ":\n\n";
    }
    if (!hasMore) await wakeup.wait(CHECK_EVERY_MS);
  }
}

const eventOf = (row: ChangeRow): string =>
  `id: ${writePlace(row)}\nevent: change\ndata: ${JSON.stringify(wireChange(row))}\n\n`;
