/** The change feed: everything created, edited or archived, in commit order, without gaps or repeats. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { Changes } from "../../records/change.ts";
import {
  FEED_START,
  isForeignPlace,
  isForgottenPlace,
  listChanges,
  listNewestChanges,
  type ChangePlace,
  type ChangeRow,
} from "../../store/events/changes.ts";
import type { Db } from "../../store/db.ts";
import { callerOf } from "../auth/auth.ts";
import { cursorOf, encodeCursor, newest, PAGE_MAX, paging, refuseBesideNewest, refusedCursor } from "../list-query.ts";
import type { Server } from "../schemas.ts";

const XID_MAX = 2n ** 64n - 1n;
const PLACE = /^(\d{1,20}),(\d{1,16})$/;

export const writePlace = ({ xid, id }: ChangePlace): string => encodeCursor(`${xid},${id}`);

/** Null for a text that is no position. */
export function readPlace(text: string): ChangePlace | null {
  const [, xid = "", id = ""] = PLACE.exec(text) ?? [];
  if (xid === "" || BigInt(xid) > XID_MAX || !Number.isSafeInteger(Number(id))) return null;
  return { xid, id: Number(id) };
}

export const changesCursor = cursorOf(readPlace).meta({
  type: "string",
  description:
    "`next_cursor` of the previous page. Without it, the feed starts at its beginning, and a stream with what happens next.",
  example: writePlace({ xid: "7431", id: 1200 }),
});

const ChangesQuery = z.strictObject({
  limit: paging.limit.meta({
    ...paging.limit.meta(),
    description: `At most this many changes; ${PAGE_MAX} by default.`,
  }),
  cursor: changesCursor,
  newest: newest.meta({
    ...newest.meta(),
    description:
      "This many of the newest changes, in the order of the feed, for a look at what happens now. `next_cursor` then goes on after them. `limit` has no effect then, and `cursor` is refused.",
  }),
});

/** @throws Problem for a position from which changes would be missed */
export async function refuseLostPlace(db: Db, companyId: number, place: ChangePlace): Promise<void> {
  if (await isForeignPlace(db, place))
    throw refusedCursor("This cursor is from another database server. Start the feed again without a cursor.");
  if (await isForgottenPlace(db, companyId, place))
    throw refusedCursor(
      "Changes after this cursor are no longer kept. Read the records again, and start the feed without a cursor.",
    );
}

export const wireChange = ({ id, event_type, svc_object_type, record_id, occurred_at }: ChangeRow) => ({
  id,
  event_type,
  svc_object_type,
  record_id,
  occurred_at,
});

export function changeRoutes(server: Server, app: App): void {
  server.get(
    "/changes",
    {
      schema: {
        operationId: "listChanges",
        summary: "What was created, edited or archived",
        description:
          "In commit order. Keep `next_cursor` and send it with the next request: no change is missed or repeated, even during concurrent writes. A change appears once every write that began before it has ended.",
        tags: ["Changes"],
        querystring: ChangesQuery,
        response: { 200: Changes },
      },
    },
    async (request) => {
      const { limit = PAGE_MAX, cursor = FEED_START, newest: count } = request.query;
      const { company_id } = callerOf(request);
      if (count !== undefined) {
        refuseBesideNewest(request.query);
        const last = await listNewestChanges(app.db, company_id, count);
        return {
          changes: last.map(wireChange),
          next_cursor: writePlace(last.at(-1) ?? FEED_START),
          has_more: false,
        };
      }
      const rows = await listChanges(app.db, company_id, cursor, limit + 1);
      // Checked after reading: changes deleted during the read are missing as well.
      if (request.query.cursor !== undefined) await refuseLostPlace(app.db, company_id, cursor);
      const page = rows.slice(0, limit);
      return {
        changes: page.map(wireChange),
        next_cursor: writePlace(page.at(-1) ?? cursor),
        has_more: rows.length > page.length,
      };
    },
  );
}
