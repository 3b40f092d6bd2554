/** The table of operations as methods: path parameters in order, then the body, then options with the query among them. */
import type { Call, FileBody } from "./call.ts";
import { OPERATIONS, type Operations } from "./generated/operations.ts";
import { createListing, nextQuery, type Page } from "./listing.ts";
import { MeterbookError } from "./problem.ts";
import type { Send } from "./transport.ts";

/** A row of the table. */
interface Row {
  call: string;
  body?: true;
  file?: true;
  open?: true;
  list?: string;
  pages?: true;
  format?: true;
  raw?: true;
}

type Method = (...args: unknown[]) => unknown;

/** Records per page by default: a whole list at once may be large. */
const PAGE_SIZE = 200;

/** A stream is sent only to those who ask for one. */
const UNREAD = "text/event-stream, */*";

export function bindOperations(send: Send): Operations {
  const nouns: Record<string, Record<string, Row>> = OPERATIONS;
  const bound = Object.entries(nouns).map(([noun, rows]) => {
    const methods = Object.entries(rows).map(([name, row]): [string, Method] => [name, methodOf(send, row)]);
    return [noun, Object.fromEntries(methods)];
  });
  // The types were written from the same table.
  return Object.fromEntries(bound) as Operations;
}

function methodOf(send: Send, row: Row): Method {
  const { list } = row;
  const isUnread = (call: Call): boolean =>
    row.raw === true || (row.format === true && call.query?.["format"] !== undefined);
  if (list === undefined) {
    return async (...args) => {
      const call = callOf(row, args);
      return isUnread(call) ? send({ ...call, accept: UNREAD }, handOut) : send(call, readJson);
    };
  }
  return (...args) => {
    const call = callOf(row, args);
    if (isUnread(call)) return send({ ...call, accept: UNREAD }, handOut);
    const query = { ...(row.pages ? { limit: PAGE_SIZE } : {}), ...call.query };
    return createListing(query, (pageQuery) => send({ ...call, query: pageQuery }, pageReader(list)));
  };
}

function callOf(row: Row, args: unknown[]): Call {
  const [verb = "", pattern = ""] = row.call.split(" ");
  let taken = 0;
  const path = pattern.replace(/\{\w+\}/g, () => encodeURIComponent(String(args[taken++])));
  const given = row.body ? args[taken++] : undefined;
  // The generated types allow no other body.
  const bodies = row.file ? { file: given as FileBody } : { body: given };
  // The generated types allow nothing else.
  const { signal, timeoutMs, idempotencyKey, ...query } = (args[taken] ?? {}) as Partial<Call>;
  return { verb, path, query, ...bodies, open: row.open, signal, timeoutMs, idempotencyKey };
}

const handOut = async (response: Response): Promise<Response> => response;

const isJson = (response: Response): boolean => /\bjson\b/.test(response.headers.get("content-type") ?? "");

/** The JSON of an answer; any other answer is returned unread. */
export const readAny = async (response: Response, call: string): Promise<unknown> =>
  isJson(response) || response.status === 204 ? readJson(response, call) : response;

/** The JSON of an answer; undefined for an empty one. */
async function readJson(response: Response, call: string): Promise<unknown> {
  const text = await response.text();
  if (text === "") return undefined;
  try {
    if (isJson(response)) return JSON.parse(text);
  } catch {
    // Reported below: the message of JSON.parse quotes the text, which may be a secret.
  }
  const { status } = response;
  throw new MeterbookError({
    slug: "unexpected-answer",
    title: "The answer does not come from the service",
    call,
    status,
  });
}

const pageReader =
  (list: string) =>
  async (response: Response, call: string): Promise<Page<unknown>> => {
    const answer = await readJson(response, call);
    // Either the array itself or an object with it, as the table says.
    const items = list === "" ? answer : (answer as Record<string, unknown> | undefined)?.[list];
    if (!Array.isArray(items))
      throw new MeterbookError({
        slug: "unexpected-answer",
        title: "The answer is not a list",
        call,
        status: response.status,
      });
    const counted = response.headers.get("total-count");
    return { items, next: nextQuery(response.headers.get("link")), total: counted === null ? null : Number(counted) };
  };
