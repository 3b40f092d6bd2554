/** Answers of lists: complete and in constant memory however long, or page by page; never cut without saying so. */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { Problem } from "../errors.ts";
import type { ListWindow, Place } from "../store/list-window.ts";
import { isKnownTag, TAGGED, tagOf } from "./etag.ts";
import { writePlace, type Paging } from "./list-query.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** JSON that is text already; it is tagged as every answer is. */
export const sendJson = (reply: FastifyReply, text: string): FastifyReply => reply.type(JSON_TYPE).send(text);

/** So many records are read before it is known that a list is long. */
const FIRST_BATCH = 200;
/** So many of a long list are read and held at once. */
const BATCH = 1000;

export interface List<Row extends Place> {
  /** Rows of a window, in its order. */
  read(window: ListWindow): Promise<Row[]>;
  /** Each row as JSON text. */
  write(rows: Row[]): Promise<string[]> | string[];
  /** Text that is equal as long as the whole list is: asked for when it is too long to be held. */
  version(): Promise<string>;
  /** Text that is equal as long as the rows are written the same, where that is cheaper than a hash of what is written. */
  tag?(rows: Row[]): string;
  /** The array stands alone, or within an object: what stands around it. */
  around?: { head: string; tail: string };
}

type Request = FastifyRequest<{ Querystring: unknown }>;

/** Answers a list as its query asks for it. */
export async function answerList<Row extends Place>(
  app: Pick<App, "publicUrl" | "log">,
  request: Request,
  reply: FastifyReply,
  { paging, ...list }: List<Row> & { paging: Paging },
): Promise<FastifyReply> {
  const window = windowOf(paging);
  if (paging.limit !== undefined) return answerPage(app, request, reply, list, { ...window, limit: paging.limit });
  const { head } = list.around ?? { head: "[" };
  const first = await list.read({ ...window, limit: FIRST_BATCH + 1 });
  if (first.length <= FIRST_BATCH) return sendWhole(request, reply, list, first);
  // Too long to be held: tagged by what the database says of it, then read from the beginning and sent as it is read. Whatever
  // is written meanwhile makes the tag too old, never too new.
  if (isKnown(request, reply, head + (await list.version()) + JSON.stringify(paging))) return reply.code(304).send();
  reply.type(JSON_TYPE);
  return reply.send(Readable.from(logged(app, wholeList(list, window)), { objectMode: false }));
}

/** Rows that are all there. */
async function sendWhole<Row extends Place>(
  request: Request,
  reply: FastifyReply,
  { around, tag, write }: List<Row>,
  rows: Row[],
): Promise<FastifyReply> {
  const { head, tail } = around ?? { head: "[", tail: "]" };
  if (tag !== undefined && isKnown(request, reply, head + tag(rows) + tail)) return reply.code(304).send();
  return sendJson(reply, head + (await write(rows)).join(",") + tail);
}

/** Tags the answer by a text that stands for it; true when the caller has it already. */
function isKnown(request: Request, reply: FastifyReply, text: string): boolean {
  const tag = tagOf(text);
  reply.headers({ etag: tag, ...TAGGED });
  return isKnownTag(request.headers["if-none-match"], tag);
}

/** The text of a list that does not end with its first batch. */
async function* wholeList<Row extends Place>(list: List<Row>, window: OpenWindow): AsyncGenerator<string> {
  const { head, tail } = list.around ?? { head: "[", tail: "]" };
  let separator = head;
  for await (const rows of batchesOf(list.read, window)) {
    yield separator + (await list.write(rows)).join(",");
    separator = ",";
  }
  // All of it may be gone since the first look.
  yield separator === head ? head + tail : tail;
}

/** A fault on the way breaks the answer off: half a list never looks whole. */
async function* logged({ log }: Pick<App, "log">, texts: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* texts;
  } catch (error) {
    log.error({ err: error }, "a list broke off");
    throw error;
  }
}

/** Answers what is too large to be held: part after part is read, written and forgotten. Not tagged, since nobody knows it whole. */
export function sendParts(
  app: Pick<App, "log">,
  reply: FastifyReply,
  parts: (() => Promise<object[]>)[],
  { head, tail }: { head: string; tail: string },
): FastifyReply {
  async function* texts(): AsyncGenerator<string> {
    let separator = head;
    for (const read of parts) {
      const records = await read();
      if (records.length === 0) continue;
      yield separator + records.map((record) => JSON.stringify(record)).join(",");
      separator = ",";
    }
    yield separator === head ? head + tail : tail;
  }
  reply.headers(TAGGED).type(JSON_TYPE);
  return reply.send(Readable.from(logged(app, texts()), { objectMode: false }));
}

/** A window without an end. */
type OpenWindow = Omit<ListWindow, "limit">;

/** All rows of a list, batch by batch. */
export async function* batchesOf<Row extends Place>(
  read: List<Row>["read"],
  window: OpenWindow = { updatedSince: null, after: null },
): AsyncGenerator<Row[]> {
  for (let { after } = window; ;) {
    const rows = await read({ ...window, after, limit: BATCH });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < BATCH || last === undefined) return;
    after = placeOf(last, window);
  }
}

async function answerPage<Row extends Place>(
  app: Pick<App, "publicUrl">,
  request: Request,
  reply: FastifyReply,
  list: List<Row>,
  window: ListWindow,
): Promise<FastifyReply> {
  const rows = await list.read({ ...window, limit: window.limit + 1 });
  const page = rows.slice(0, window.limit);
  const last = page.at(-1);
  if (rows.length > page.length && last !== undefined) {
    // Whole addresses may be asked for too (RFC 9112, 3.2.2): of them only path and query count.
    const { pathname, search } = new URL(request.url, app.publicUrl);
    const next = new URL(app.publicUrl + pathname + search);
    next.searchParams.set("cursor", writePlace(placeOf(last, window)));
    reply.header("link", `<${next.href}>; rel="next"`);
  }
  return sendWhole(request, reply, list, page);
}

/** @throws Problem when the cursor belongs to the other order */
function windowOf({ cursor, updated_since }: Paging): OpenWindow {
  const updatedSince = updated_since ?? null;
  if (cursor !== undefined && (cursor.updated_at === null) !== (updatedSince === null)) {
    const detail = "This cursor belongs to a list with other parameters.";
    throw new Problem("malformed-request", detail, { errors: [{ pointer: "cursor", detail }] });
  }
  return { updatedSince, after: cursor ?? null };
}

const placeOf = ({ id, updated_at }: Place, { updatedSince }: OpenWindow): Place => ({
  id,
  updated_at: updatedSince === null ? null : updated_at,
});

/** What stands around an array that is added to a record under a name. */
export function within(record: object, name: string): { head: string; tail: string } {
  return { head: `${JSON.stringify(record).slice(0, -1)},${JSON.stringify(name)}:[`, tail: "]}" };
}
