/** Answers of lists: complete and in constant memory however long, or page by page; never cut without saying so. */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { Problem } from "../errors.ts";
import type { Key, ListWindow, ListCursor } from "../store/list-window.ts";
import { isKnownTag, TAGGED, tagOf } from "./http/etag.ts";
import { writePlace, type Paging } from "./list-query.ts";
import { LONG_BYTES } from "./http/open-answers.ts";
import { streamTexts } from "./http/text-stream.ts";
import { createLimiter, type TakeTurn } from "./http/limiter.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** JSON that is text already; it is tagged as every answer is. */
export const sendJson = (reply: FastifyReply, text: string): FastifyReply => reply.type(JSON_TYPE).send(text);

/** So many records are read before it is known that a list is long. */
const FIRST_LOOK = 200;
/** A long list begins with so many at once; then it takes as many as are about so much text. */
const FIRST_BATCH = 40;
const BATCH_MAX = 1000;
const BATCH_BYTES = LONG_BYTES / 2;

/** A part holds up to some megabytes while it is read; more at once are not read sooner. */
export const takeReadingTurn = createLimiter({
  atOnce: 6,
  atOnceOfCompany: 4,
  waitingMax: 2000,
  refusal: "Too many lists of your company are being read. Wait for one of them.",
});

interface ListedRow {
  id?: number;
  updated_at?: string | null;
}

export interface List<Row extends ListedRow> {
  /** Rows of a window, in its order. */
  read(window: ListWindow): Promise<Row[]>;
  /** What orders the rows and tells them apart; their ids unless given. */
  keyOf?(row: Row): Key;
  /** Each row as JSON text. */
  write(rows: Row[]): Promise<string[]> | string[];
  /**
   * Text that is equal as long as all rows of the list are, or those of a window of it: asked for when they are too long to be
   * held. A list without it has no tag then.
   */
  version?(window?: ListWindow): Promise<string>;
  /** Text that is equal as long as the rows are written the same, where that is cheaper than a hash of what is written. */
  tag?(rows: Row[]): string;
  /** The array stands alone, or within an object: what stands around it. */
  around?: { head: string; tail: string };
  /** So many rows are read at first, where each is large. */
  firstRows?: number;
  /** Turns of its own, where it is much work to read or write a row. */
  takeTurn?: TakeTurn;
}

type Request = FastifyRequest<{ Querystring: unknown }>;

/** Answers a list as its query asks for it: all of it, or a page with a `Link` to the next. */
export async function answerList<Row extends ListedRow>(
  app: Pick<App, "publicUrl" | "log">,
  request: Request,
  reply: FastifyReply,
  { paging, ...all }: List<Row> & { paging: Paging },
): Promise<FastifyReply> {
  const list = inTurn(request, all);
  const window = windowOf(paging);
  const { limit = Infinity } = paging;
  const look = Math.min(limit, list.firstRows ?? FIRST_LOOK);
  const first = await list.read({ ...window, limit: look + 1 });
  if (first.length > look && limit > look) return sendLong(app, request, reply, list, { window, paging });
  const rows = first.slice(0, look);
  const last = rows.at(-1);
  if (first.length > look && last !== undefined) linkNext(app, request, reply, placeOf(list, last, window));
  return sendWhole(request, reply, list, rows);
}

/** The list, with each part of it read and written in turn. */
function inTurn<Row extends ListedRow>({ caller }: Request, list: List<Row>): List<Row> {
  const take = list.takeTurn ?? takeReadingTurn;
  const company = caller?.company_id ?? null;
  const { version } = list;
  return {
    ...list,
    read: (window) => take(company, () => list.read(window)),
    write: (rows) => take(company, async () => list.write(rows)),
    ...(version === undefined ? {} : { version: (window) => take(company, () => version(window)) }),
  };
}

/** Rows that are all there. */
async function sendWhole<Row extends ListedRow>(
  request: Request,
  reply: FastifyReply,
  { around, tag, write }: List<Row>,
  rows: Row[],
): Promise<FastifyReply> {
  const { head, tail } = around ?? { head: "[", tail: "]" };
  if (tag !== undefined && isKnown(request, reply, head + tag(rows) + tail)) return reply.code(304).send();
  return sendJson(reply, head + (await write(rows)).join(",") + tail);
}

/**
 * What is too long to be held: tagged by what the database says of it, then read from the beginning and sent as it is read.
 * Whatever is written meanwhile makes the tag too old, never too new.
 */
async function sendLong<Row extends ListedRow>(
  app: Pick<App, "publicUrl" | "log">,
  request: Request,
  reply: FastifyReply,
  list: List<Row>,
  { window, paging }: { window: OpenWindow; paging: Paging },
): Promise<FastifyReply> {
  request.holdLongAnswer?.(reply);
  const { limit } = paging;
  let end: Row | undefined;
  if (limit !== undefined) {
    const [last, next] = await list.read({ ...window, offset: limit - 1, limit: 2 });
    if (last !== undefined && next !== undefined) {
      end = last;
      linkNext(app, request, reply, placeOf(list, last, window));
    }
  }
  const { head } = list.around ?? { head: "[" };
  const version = await list.version?.(limit === undefined ? undefined : { ...window, limit });
  if (version === undefined) reply.headers(TAGGED);
  else if (isKnown(request, reply, head + version + JSON.stringify(paging))) return reply.code(304).send();
  reply.type(JSON_TYPE);
  // Of an answer to a HEAD nothing is read.
  if (request.method === "HEAD") return reply.send(Readable.from([]));
  const texts = textOf(list, window, { limit, endKey: end && JSON.stringify(keyOf(list, end)) });
  return reply.send(streamTexts(logged(app, texts)));
}

/** Tags the answer by a text that stands for it; true when the caller has it already. */
function isKnown(request: Request, reply: FastifyReply, text: string): boolean {
  const tag = tagOf(text);
  reply.headers({ etag: tag, ...TAGGED });
  return isKnownTag(request.headers["if-none-match"], tag);
}

/** The text of a list that is not held. */
async function* textOf<Row extends ListedRow>(
  list: List<Row>,
  window: OpenWindow,
  until: Until,
): AsyncGenerator<string> {
  const { head, tail } = list.around ?? { head: "[", tail: "]" };
  let separator = head;
  for await (const texts of batchesOf(list, window, until)) {
    yield separator + texts.join(",");
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

/** A window without an end. */
type OpenWindow = Omit<ListWindow, "limit">;

/** Where reading ends before the list does. */
interface Until {
  limit?: number | undefined;
  /** Key of the row that is the last of the page, though rows before it may be gone by now. */
  endKey?: string | undefined;
}

/** The texts of all rows, a batch after the other: only so many are held as are about `BATCH_BYTES`, however large each is. */
export async function* batchesOf<Row extends ListedRow>(
  list: Pick<List<Row>, "read" | "write" | "keyOf" | "firstRows">,
  window: OpenWindow = { updatedSince: null, after: null },
  { limit: rowsMax = Infinity, endKey }: Until = {},
): AsyncGenerator<string[]> {
  let { after } = window;
  let size = Math.min(list.firstRows ?? FIRST_BATCH, FIRST_BATCH);
  for (let rest = rowsMax; rest > 0;) {
    const limit = Math.min(size, rest);
    const read = await list.read({ ...window, after, limit });
    const end = endKey === undefined ? -1 : read.findIndex((row) => JSON.stringify(keyOf(list, row)) === endKey);
    const rows = end === -1 ? read : read.slice(0, end + 1);
    const texts = await list.write(rows);
    if (texts.length > 0) yield texts;
    const last = rows.at(-1);
    if (end !== -1 || read.length < limit || last === undefined) return;
    after = placeOf(list, last, window);
    rest -= rows.length;
    const bytes = texts.reduce((sum, text) => sum + text.length, 1);
    size = Math.max(1, Math.min(BATCH_MAX, size * 2, Math.floor((BATCH_BYTES * rows.length) / bytes)));
  }
}

function linkNext(
  { publicUrl }: Pick<App, "publicUrl">,
  request: Request,
  reply: FastifyReply,
  last: ListCursor,
): void {
  // Whole addresses may be asked for too (RFC 9112, 3.2.2): of them only path and query count.
  const { pathname, search } = new URL(request.url, publicUrl);
  const next = new URL(publicUrl + pathname + search);
  next.searchParams.set("cursor", writePlace(last));
  reply.header("link", `<${next.href}>; rel="next"`);
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

function keyOf<Row extends ListedRow>(list: Pick<List<Row>, "keyOf">, row: Row): Key {
  if (list.keyOf !== undefined) return list.keyOf(row);
  if (row.id === undefined) throw new Error("a list of rows without ids does not say what orders it");
  return [row.id];
}

const placeOf = <Row extends ListedRow>(
  list: Pick<List<Row>, "keyOf">,
  row: Row,
  { updatedSince }: OpenWindow,
): ListCursor => ({ key: keyOf(list, row), updated_at: updatedSince === null ? null : (row.updated_at ?? null) });

/** What stands around an array that is added to a record under a name. */
export function within(record: object, name: string): { head: string; tail: string } {
  return { head: `${JSON.stringify(record).slice(0, -1)},${JSON.stringify(name)}:[`, tail: "]}" };
}
