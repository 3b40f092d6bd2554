/** Answers of lists: complete and in constant memory however long, or page by page; never cut without saying so. */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import type { Key, ListCursor, ListWindow } from "../store/list-window.ts";
import { isKnownTag, TAGGED, tagOf } from "./http/etag.ts";
import { refusedCursor, writeListCursor, type Paging } from "./list-query.ts";
import { LONG_BYTES } from "./http/open-answers.ts";
import { streamTexts } from "./http/text-stream.ts";
import { createLimiter, type Limiter } from "./http/limiter.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** Sends JSON that is already text, tagged like every other answer. */
export const sendJson = (reply: FastifyReply, text: string): FastifyReply => reply.type(JSON_TYPE).send(text);

/** How many records are read before a list counts as long. */
const FIRST_LOOK = 200;
/** A long list starts with this many records per batch; later batches are sized to about this much text. */
const FIRST_BATCH = 40;
const BATCH_MAX = 1000;
const BATCH_BYTES = LONG_BYTES / 2;

/** A batch holds up to a few megabytes while it is read; reading more at once would not be faster. */
export const limitReading = createLimiter({
  atOnce: 6,
  atOnceOfCompany: 4,
  waitingMax: 2000,
  refusal: "Too many lists of your company are being read. Wait for one of them to finish.",
});

const ARRAY: Around = { head: "[", tail: "]" };

interface ListedRow {
  id?: number;
  updated_at?: string | null;
}

/** The text before and after the rows. */
export interface Around {
  head: string;
  tail: string;
}

/** Rows as they are sent: the JSON text of each, or the bytes of all of them with commas between. */
export type Written = string[] | Buffer;

export interface List<Row extends ListedRow> {
  /** Rows of a window, in its order. */
  read(window: ListWindow): Promise<Row[]>;
  /** The key that orders and identifies the rows; the id unless given. */
  keyOf?(row: Row): Key;
  /** Bytes where strings would be too slow. */
  write(rows: Row[]): Promise<Written> | Written;
  /**
   * Text that stays equal while no row of the list (or of a window of it) changes; used when the rows are too many to hold in
   * memory. A long list without it has no tag.
   */
  version?(window?: ListWindow): Promise<string>;
  /** Text that stays equal while the rows are written the same; for lists where it is cheaper than a hash of the output. */
  tag?(rows: Row[]): string;
  /** For an array within an object. */
  around?: Around;
  /** How many rows are read first, for lists with large rows. */
  firstRows?: number;
  /** About how much text is made at once, for lists whose rows are read faster in large batches. */
  batchBytes?: number;
  /** A limiter of its own, for lists whose rows are expensive to read or write. */
  limiter?: Limiter;
}

type Request = FastifyRequest<{ Querystring: unknown }>;

/** Answers a list as its query asks: the whole list, or a page with a `Link` to the next. */
export async function answerList<Row extends ListedRow>(
  app: Pick<App, "publicUrl" | "log">,
  request: Request,
  reply: FastifyReply,
  { paging, ...all }: List<Row> & { paging: Paging },
): Promise<FastifyReply> {
  const list = withLimiter(request, all);
  const window = windowOf(paging);
  const { limit = Infinity } = paging;
  const look = Math.min(limit, list.firstRows ?? FIRST_LOOK);
  const first = await list.read({ ...window, limit: look + 1 });
  if (first.length > look && limit > look) return sendLong(app, request, reply, list, { window, paging });
  const rows = first.slice(0, look);
  const last = rows.at(-1);
  if (first.length > look && last !== undefined) linkNext(app, request, reply, cursorAt(list, last, window));
  return sendWhole(request, reply, list, rows);
}

/** The list, with each read and write going through the limiter. */
function withLimiter<Row extends ListedRow>({ caller }: Request, list: List<Row>): List<Row> {
  const limited = list.limiter ?? limitReading;
  const company = caller?.company_id ?? null;
  const { version } = list;
  return {
    ...list,
    read: (window) => limited(company, () => list.read(window)),
    write: (rows) => limited(company, async () => list.write(rows)),
    ...(version === undefined ? {} : { version: (window) => limited(company, () => version(window)) }),
  };
}

/** A list whose rows are all in memory. */
async function sendWhole<Row extends ListedRow>(
  request: Request,
  reply: FastifyReply,
  { around, tag, write }: List<Row>,
  rows: Row[],
): Promise<FastifyReply> {
  const { head, tail } = around ?? ARRAY;
  if (tag !== undefined && isKnown(request, reply, head + tag(rows) + tail)) return reply.code(304).send();
  const written = await write(rows);
  return sendJson(reply, head + (Buffer.isBuffer(written) ? written.toString() : written.join(",")) + tail);
}

/**
 * A list too long to hold in memory: tagged by a version from the database, then read from the beginning and sent as it is read.
 * A write in the meantime makes the tag too old, never too new.
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
      linkNext(app, request, reply, cursorAt(list, last, window));
    }
  }
  const { head } = list.around ?? ARRAY;
  const version = await list.version?.(limit === undefined ? undefined : { ...window, limit });
  if (version === undefined) reply.headers(TAGGED);
  else if (isKnown(request, reply, head + version + JSON.stringify(paging))) return reply.code(304).send();
  reply.type(JSON_TYPE);
  // A HEAD request reads nothing.
  if (request.method === "HEAD") return reply.send(Readable.from([]));
  const texts = textOf(list, window, { limit, endKey: end && JSON.stringify(keyOf(list, end)) });
  return reply.send(streamTexts(logged(app, texts)));
}

/** Tags the answer by a text that identifies it; true when the caller already has it. */
function isKnown(request: Request, reply: FastifyReply, text: string): boolean {
  const tag = tagOf(text);
  reply.headers({ etag: tag, ...TAGGED });
  return isKnownTag(request.headers["if-none-match"], tag);
}

/** The text of a list that is not held in memory. */
async function* textOf<Row extends ListedRow>(
  list: List<Row>,
  window: OpenWindow,
  until: Until,
): AsyncGenerator<string | Buffer> {
  const { head, tail } = list.around ?? ARRAY;
  let separator = head;
  for await (const written of batchesOf<Row, Written>(list, window, until)) {
    if (Buffer.isBuffer(written)) {
      yield separator;
      yield written;
    } else yield separator + written.join(",");
    separator = ",";
  }
  // All rows may have been deleted since the first read.
  yield separator === head ? head + tail : tail;
}

/** An error midway breaks the answer off, so that half a list never looks complete. */
export async function* logged<Text>({ log }: Pick<App, "log">, texts: AsyncIterable<Text>): AsyncGenerator<Text> {
  try {
    yield* texts;
  } catch (error) {
    log.error({ err: error }, "a list was cut off by an error");
    throw error;
  }
}

/** A window without an end. */
type OpenWindow = Omit<ListWindow, "limit">;

/** Where reading ends before the list does. */
interface Until {
  limit?: number | undefined;
  /** Key of the page's last row; rows before it may be gone by now. */
  endKey?: string | undefined;
}

/**
 * What is written of all rows, batch by batch: memory holds only about twice `BATCH_BYTES`, however large each row is. The next batch is
 * read while one is written.
 */
export async function* batchesOf<Row extends ListedRow, Text extends Written>(
  list: Pick<List<Row>, "read" | "keyOf" | "firstRows" | "batchBytes"> & { write(rows: Row[]): Promise<Text> | Text },
  window: OpenWindow = { updatedSince: null, after: null },
  { limit: rowsMax = Infinity, endKey }: Until = {},
): AsyncGenerator<Text> {
  const { batchBytes = BATCH_BYTES } = list;
  let rest = rowsMax;
  let size = Math.min(list.firstRows ?? FIRST_BATCH, FIRST_BATCH);
  const readAfter = (after: ListCursor | null) => {
    const limit = Math.min(size, rest);
    const reading = list.read({ ...window, after, limit });
    // If writing the batch before it fails, or the reader disconnects, this promise is never awaited.
    reading.catch(() => {});
    return { reading, limit };
  };
  let next = rest > 0 ? readAfter(window.after) : null;
  while (next !== null) {
    const { reading, limit } = next;
    const read = await reading;
    const end = endKey === undefined ? -1 : read.findIndex((row) => JSON.stringify(keyOf(list, row)) === endKey);
    const rows = end === -1 ? read : read.slice(0, end + 1);
    const last = rows.at(-1);
    rest -= rows.length;
    const isLast = end !== -1 || read.length < limit || last === undefined || rest <= 0;
    next = isLast ? null : readAfter(cursorAt(list, last, window));
    const written = await list.write(rows);
    if (written.length > 0) yield written;
    const bytes = lengthOf(written);
    size = Math.max(1, Math.min(BATCH_MAX, size * 2, Math.floor((batchBytes * rows.length) / bytes)));
  }
}

/** In characters or bytes; at least 1, because it is a divisor. */
const lengthOf = (written: Written): number =>
  Buffer.isBuffer(written) ? written.length + 1 : written.reduce((sum, text) => sum + text.length, 1);

function linkNext(
  { publicUrl }: Pick<App, "publicUrl">,
  request: Request,
  reply: FastifyReply,
  last: ListCursor,
): void {
  // Absolute addresses are allowed too (RFC 9112, 3.2.2): only their path and query count.
  const { pathname, search } = new URL(request.url, publicUrl);
  const next = new URL(publicUrl + pathname + search);
  next.searchParams.set("cursor", writeListCursor(last));
  reply.header("link", `<${next.href}>; rel="next"`);
}

/** @throws Problem when the cursor belongs to the other order */
function windowOf({ cursor, updated_since }: Paging): OpenWindow {
  const updatedSince = updated_since ?? null;
  if (cursor !== undefined && (cursor.updated_at === null) !== (updatedSince === null)) {
    throw refusedCursor();
  }
  return { updatedSince, after: cursor ?? null };
}

function keyOf<Row extends ListedRow>(list: Pick<List<Row>, "keyOf">, row: Row): Key {
  if (list.keyOf !== undefined) return list.keyOf(row);
  if (row.id === undefined) throw new Error("a list of rows without ids does not say what orders it");
  return [row.id];
}

const cursorAt = <Row extends ListedRow>(
  list: Pick<List<Row>, "keyOf">,
  row: Row,
  { updatedSince }: OpenWindow,
): ListCursor => ({ key: keyOf(list, row), updated_at: updatedSince === null ? null : (row.updated_at ?? null) });

/** The text around an array that is added to a record under a name. */
export function within(record: object, name: string): Around {
  return { head: `${JSON.stringify(record).slice(0, -1)},${JSON.stringify(name)}:[`, tail: "]}" };
}
