/** Deliveries of a company: which data it receives, when and where. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { App } from "../../app.ts";
import { nextDeliveryAt, stopRuns, tryMended } from "../../operations/data-deliveries.ts";
import { forgetDestinationSecrets, replaceDestinationSecrets } from "../../operations/destination-secrets.ts";
import { slugOf } from "../../domain/data-delivery/period.ts";
import { isTimeZone } from "../../domain/data-delivery/schedule.ts";
import { found, invalid, notFound, Problem } from "../../errors.ts";
import {
  DataDelivery,
  DataDeliveryEdit,
  DataDeliveryInput,
  DataDeliveryWithRuns,
} from "../../records/data-delivery.ts";
import {
  archiveDataDelivery,
  countDataDeliveries,
  type DataDeliveryFields,
  type DataDeliveryRow,
  findDataDelivery,
  insertDataDelivery,
  isNameTaken,
  listDataDeliveries,
  lockDataDelivery,
  updateDataDelivery,
  versionOfDataDeliveries,
} from "../../store/deliveries/data-deliveries.ts";
import { listOpenRuns, listRuns } from "../../store/deliveries/data-delivery-runs.ts";
import { ensureRecipients } from "../../store/deliveries/delivery-recipients.ts";
import type { Sql } from "../../store/db.ts";
import { callerOf } from "../auth/auth.ts";
import { wireDataDeliveries } from "../answers/delivery-answers.ts";
import { wireRun } from "../answers/wire.ts";
import { readDestination, requireTerms } from "./delivery-terms.ts";
import { answerOnce } from "../http/idempotency.ts";
import { filters, paging } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { IdPath, type Server } from "../schemas.ts";

/** Live deliveries, per company. */
export const DELIVERIES_MAX = 50;
const RUNS_SHOWN = 30;
/** Files shown per delivery in the list. */
export const FILES_LISTED = 50;
/** Unless the caller gives another hour. */
const HOUR_PRESET = 6;

const Query = z.strictObject({ ...paging, archived: filters.archived });

const tags = ["Deliveries"];
const params = IdPath;

export function dataDeliveryRoutes(server: Server, app: App): void {
  server.get(
    "/delivery",
    {
      schema: {
        operationId: "listDataDeliveries",
        summary: "The custom data deliveries of the company",
        description:
          "Files made on a schedule, each with a link that works for 7 days. Shows the newest 50 files of each delivery; GET /v1/delivery/:id shows all that are kept. Deleted deliveries are left out unless `archived` or `updated_since` asks for them.",
        tags,
        querystring: Query,
        response: { 200: z.array(DataDelivery) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, updated_since, archived } = request.query;
      // A list of changes includes deleted deliveries.
      const filter = { archived: archived ?? (updated_since === undefined ? false : undefined) };
      return answerList(app, request, reply, {
        paging: { limit, cursor, updated_since },
        read: (window) => listDataDeliveries(app.db, company_id, filter, window),
        write: async (rows) =>
          (await wireDataDeliveries(app, app.db, company_id, rows, FILES_LISTED)).map((delivery) =>
            JSON.stringify(delivery),
          ),
        // The links change every hour, even when no delivery does.
        version: async () => `${await versionOfDataDeliveries(app.db, company_id, filter)} ${anyLink(app, company_id)}`,
      });
    },
  );

  server.get(
    "/delivery/:id",
    {
      schema: {
        operationId: "getDataDelivery",
        summary: "One delivery with its runs",
        description:
          "The result of each run, and all files that are kept. Also for a deleted delivery, which is archived.",
        tags,
        params,
        response: { 200: DataDeliveryWithRuns },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { id } = request.params;
      const runs = await listRuns(app.db, company_id, id, RUNS_SHOWN);
      return { ...(await readDelivery(app, app.db, company_id, id)), runs: runs.map(wireRun) };
    },
  );

  server.post(
    "/delivery",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "createDataDelivery",
        summary: "Make a delivery",
        description:
          "It first runs when it is due, or at once with POST /v1/delivery/:id/run. Passwords and keys are never shown again.",
        tags,
        body: DataDeliveryInput,
        response: { 201: DataDelivery },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { destination = { kind: "files" }, ...input } = request.body;
      const { shown, secrets } = await readDestination(app, destination, null);
      const given = { hour: HOUR_PRESET, weekday: null, day: null, time_zone: "UTC", active: true, ...input };
      return app.db.transaction().execute(async (trx) => {
        const fields = fieldsOf({ ...given, destination: shown }, app.now());
        await requireTerms(trx, company_id, fields);
        if ((await countDataDeliveries(trx, company_id)) >= DELIVERIES_MAX)
          throw new Problem("conflict", `A company can have ${DELIVERIES_MAX} deliveries. Delete one first.`);
        const { id } = await refusingTakenName(insertDataDelivery(trx, company_id, fields));
        await replaceDestinationSecrets(trx, app.vault, company_id, id, secrets ?? {});
        if (shown.kind === "email") await ensureRecipients(trx, company_id, id, shown.to);
        reply.code(201).header("location", `/v1/delivery/${id}`);
        return answerOnce(trx, request, reply, await readDelivery(app, trx, company_id, id));
      });
    },
  );

  server.patch(
    "/delivery/:id",
    {
      schema: {
        operationId: "editDataDelivery",
        summary: "Edit a delivery",
        description:
          "Changes the given fields; content and destination are replaced as a whole, except that omitted passwords and keys stay when the destination and user are the same. With new content, everything counts as not yet delivered. A new destination immediately receives the waiting files. `active: false` cancels waiting runs.",
        tags,
        params,
        body: DataDeliveryEdit,
        response: { 200: DataDelivery },
        problems: ["conflict"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { id } = request.params;
      const { destination, ...edit } = request.body;
      return app.db.transaction().execute(async (trx) => {
        const known = await lockDataDelivery(trx, company_id, id);
        if (known === undefined) throw notFound();
        if (known.archived) throw new Problem("conflict", "The delivery was deleted. Make a new one.");
        const place = destination === undefined ? null : await readDestination(app, destination, known.destination);
        const fields = fieldsOf(
          { ...known, ...changesOf(edit, known), destination: place?.shown ?? known.destination },
          app.now(),
        );
        // A due time that has not been picked up yet is not skipped.
        if (hasSameSchedule(fields, known)) fields.next_delivery_at = known.next_delivery_at;
        await requireTerms(trx, company_id, fields);
        const anew = !isDeepStrictEqual(fields.content, known.content);
        const open = await listOpenRuns(trx, company_id, id);
        if (anew || fields.format !== known.format) {
          if (open.some(({ state }) => state === "running"))
            throw new Problem("conflict", "The delivery is running. Change its content when the run is over.");
          await stopRuns(app, trx, open, "changed");
        } else if (place !== null) for (const run of open) await tryMended(app, trx, run);
        // A run in progress may still succeed; if it fails, it is not tried again.
        const waiting = open.filter(({ state }) => state !== "running");
        if (edit.active === false) await stopRuns(app, trx, waiting, "paused");
        await refusingTakenName(updateDataDelivery(trx, company_id, id, fields, { anew }));
        if (place?.shown.kind === "email") await ensureRecipients(trx, company_id, id, place.shown.to);
        if (place !== null && place.secrets !== null)
          await replaceDestinationSecrets(trx, app.vault, company_id, id, place.secrets);
        return readDelivery(app, trx, company_id, id);
      });
    },
  );

  server.delete(
    "/delivery/:id",
    {
      schema: {
        operationId: "deleteDataDelivery",
        summary: "Delete a delivery",
        description:
          "It is archived: nothing is made or sent any more, and its passwords and keys are deleted. Files already delivered stay.",
        tags,
        params,
        response: { 200: DataDelivery },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { id } = request.params;
      return app.db.transaction().execute(async (trx) => {
        await found(lockDataDelivery(trx, company_id, id));
        await stopRuns(app, trx, await listOpenRuns(trx, company_id, id), "deleted");
        await archiveDataDelivery(trx, company_id, id);
        await forgetDestinationSecrets(trx, company_id, id);
        return readDelivery(app, trx, company_id, id);
      });
    },
  );
}

/** Links made within an hour are equal, so this one changes when they do. */
const anyLink = ({ links }: App, company_id: number): string =>
  links.signDeliveryFileLink({ company_id, data_delivery_file_id: 0 });

async function readDelivery(app: App, db: Sql, companyId: number, id: number): Promise<z.infer<typeof DataDelivery>> {
  const row = await findDataDelivery(db, companyId, id);
  const [delivery] = row === undefined ? [] : await wireDataDeliveries(app, db, companyId, [row], null);
  if (delivery === undefined) throw notFound();
  return delivery;
}

/** The stored values of a delivery, with those derived from them. */
function fieldsOf(of: Omit<DataDeliveryFields, "slug" | "next_delivery_at">, nowMs: number): DataDeliveryFields {
  const { name, format, schedule, hour, weekday, day, time_zone, content, destination, active } = of;
  // An invalid time zone gives no due time; validation refuses it a moment later.
  const next = isTimeZone(time_zone) ? nextDeliveryAt({ ...of, archived: false }, nowMs) : null;
  const own = { name, format, schedule, hour, weekday, day, time_zone, content, destination, active };
  return { ...own, slug: slugOf(name, "delivery"), next_delivery_at: next };
}

/** Omitted fields stay; a new schedule starts without the days of the previous one. */
function changesOf(edit: Partial<DataDeliveryRow>, known: DataDeliveryRow): Partial<DataDeliveryRow> {
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
  const isOther = edit.schedule !== undefined && edit.schedule !== known.schedule;
  return isOther ? { weekday: null, day: null, ...given } : given;
}

const SCHEDULE_FIELDS = ["schedule", "hour", "weekday", "day", "time_zone", "active"] as const;
const hasSameSchedule = (fields: DataDeliveryFields, known: DataDeliveryRow): boolean =>
  SCHEDULE_FIELDS.every((name) => fields[name] === known[name]);

async function refusingTakenName<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!isNameTaken(error)) throw error;
    throw invalid([{ pointer: "/name", detail: "Another delivery uses the same file names. Choose another name." }]);
  }
}
