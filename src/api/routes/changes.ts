/** The change feed: everything created, edited or archived, in the order of commits, nothing missed and nothing twice. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { Changes } from "../../records/change.ts";
import {
  FEED_START,
  isForeignPlace,
  isForgottenPlace,
  listChanges,
  type ChangePlace,
} from "../../store/events/changes.ts";
import { callerOf } from "../auth/auth.ts";
import { cursorOf, PAGE_MAX, paging, writeCursor } from "../list-query.ts";
import type { Server } from "../schemas.ts";

const XID_MAX = 2n ** 64n - 1n;
const PLACE = /^(\d{1,20}),(\d{1,16})$/;

const writePlace = ({ xid, id }: ChangePlace): string => writeCursor(`${xid},${id}`);

function readPlace(text: string): ChangePlace | null {
  const [, xid = "", id = ""] = PLACE.exec(text) ?? [];
  if (xid === "" || BigInt(xid) > XID_MAX || !Number.isSafeInteger(Number(id))) return null;
  return { xid, id: Number(id) };
}

const ChangesQuery = z.strictObject({
  limit: paging.limit.meta({
    ...paging.limit.meta(),
    description: `At most so many changes; ${PAGE_MAX} unless told.`,
  }),
  cursor: cursorOf(readPlace).meta({
    type: "string",
    description: "`next_cursor` of the page before. Without it the feed begins at its beginning.",
    example: writePlace({ xid: "7431", id: 1200 }),
  }),
});

const refusedCursor = (detail: string) =>
  new Problem("malformed-request", detail, { errors: [{ pointer: "cursor", detail }] });

export function changeRoutes(server: Server, app: App): void {
  server.get(
    "/changes",
    {
      schema: {
        operationId: "listChanges",
        summary: "What was created, edited or archived",
        description:
          "In the order of commits. Keep `next_cursor` and ask again with it: no change is missed and none comes twice, also while others write. A change shows up once every write that began before it has ended.",
        tags: ["Changes"],
        querystring: ChangesQuery,
        response: { 200: Changes },
      },
    },
    async (request) => {
      const { limit = PAGE_MAX, cursor = FEED_START } = request.query;
      const { company_id } = callerOf(request);
      const rows = await listChanges(app.db, company_id, cursor, limit + 1);
      if (rows.length === 0 && (await isForeignPlace(app.db, cursor)))
        throw refusedCursor("This cursor is of another database server. Begin the feed anew, without a cursor.");
      // After the reading: what was forgotten during it is missed as well.
      if (request.query.cursor !== undefined && (await isForgottenPlace(app.db, company_id, cursor)))
        throw refusedCursor(
          "Changes behind this cursor are not kept any more. Read the records anew, and begin the feed without a cursor.",
        );
      const page = rows.slice(0, limit);
      return {
        changes: page.map(({ id, event_type, svc_object_type, record_id, occurred_at }) => ({
          id,
          event_type,
          svc_object_type,
          record_id,
          occurred_at,
        })),
        next_cursor: writePlace(page.at(-1) ?? cursor),
        has_more: rows.length > page.length,
      };
    },
  );
}
