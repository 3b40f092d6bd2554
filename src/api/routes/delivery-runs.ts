/** A delivery at a user's request: run now, or a test of its destination. */
import type { z } from "zod";
import type { App } from "../../app.ts";
import { requestRun } from "../../operations/data-deliveries.ts";
import { MAIL_PLACE, mailTest } from "../../operations/delivery-mails.ts";
import { openDestinationSecrets } from "../../operations/destination-secrets.ts";
import { DestinationError } from "../../destinations/contract.ts";
import { openDestination } from "../../destinations/open-destination.ts";
import { actorOf, sentenceOf } from "../../domain/data-delivery/outcome.ts";
import { notFound, Problem } from "../../errors.ts";
import { DataDeliveryRun, DeliveryTest, type RunDetail } from "../../records/data-delivery.ts";
import {
  findDataDelivery,
  keepHostKey,
  lockDataDelivery,
  type DataDeliveryRow,
} from "../../store/deliveries/data-deliveries.ts";
import { findRun } from "../../store/deliveries/data-delivery-runs.ts";
import { FileStoreError } from "../../files/file-store.ts";
import { callerOf } from "../auth/auth.ts";
import { wireRun } from "../answers/wire.ts";
import { answerOnce } from "../http/idempotency.ts";
import { IdPath, type Server } from "../schemas.ts";

/** A caller waits for the result. */
const TEST_MS = 25_000;

const tags = ["Deliveries"];
const params = IdPath;

export function deliveryRunRoutes(server: Server, app: App): void {
  server.post(
    "/delivery/:id/run",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "runDataDelivery",
        summary: "Run a delivery now",
        description:
          "Starts a run, whatever the schedule says. A run that waits for its next try, or for a person, is tried at once instead. GET /v1/delivery/:id shows its progress.",
        tags,
        params,
        response: { 202: DataDeliveryRun },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      return app.db.transaction().execute(async (trx) => {
        const delivery = await lockDataDelivery(trx, company_id, request.params.id);
        requireUsable(delivery);
        const run = await findRun(trx, company_id, await requestRun(app, trx, delivery));
        if (run === undefined) throw new Error("a new run was not found");
        reply.code(202);
        return answerOnce(trx, request, reply, wireRun(run));
      });
    },
  );

  server.post(
    "/delivery/:id/test",
    {
      schema: {
        operationId: "testDataDelivery",
        summary: "Test the destination of a delivery",
        description:
          "Writes a small file there, `meterbook-test.txt`, deletes it again, and returns the result. If the SFTP server's key is not known yet, it is stored. By mail, each person who has not stopped the mails gets a test mail, which counts for the limits of a day.",
        tags,
        params,
        response: { 200: DeliveryTest },
        problems: ["conflict"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const delivery = await findDataDelivery(app.db, company_id, request.params.id);
      requireUsable(delivery);
      return testDestination(app, delivery);
    },
  );
}

function requireUsable(delivery: DataDeliveryRow | undefined): asserts delivery is DataDeliveryRow {
  if (delivery === undefined) throw notFound();
  if (delivery.archived) throw new Problem("conflict", "The delivery was deleted. Make a new one.");
}

async function testDestination(app: App, delivery: DataDeliveryRow): Promise<z.infer<typeof DeliveryTest>> {
  const { company_id, id, destination } = delivery;
  const startedAt = app.now();
  const resultOf = (detail: RunDetail | null, place: string, seen: string | null) => ({
    success: detail === null,
    status_detail: detail,
    action_required_by: detail === null ? ("none" as const) : actorOf(detail),
    errors: detail === null ? null : sentenceOf(detail, place, seen),
    error_about: seen,
    duration_ms: Math.max(0, app.now() - startedAt),
  });
  const { secrets, forget } = await openDestinationSecrets(app.db, app.vault, company_id, id);
  const connection = openDestination(app.outbound, destination, secrets, (shown) =>
    keepHostKey(app.db, company_id, id, shown),
  );
  const place = destination.kind === "email" ? MAIL_PLACE : (connection?.place ?? "The service");
  const timeout = AbortSignal.timeout(TEST_MS);
  try {
    if (destination.kind === "email") await mailTest(app, { delivery, destination }, timeout);
    else await (connection === null ? app.files.checkWriting() : connection.test(timeout));
    return resultOf(null, place, null);
  } catch (error) {
    if (error instanceof DestinationError) return resultOf(error.detail, place, error.seen);
    if (error instanceof FileStoreError) return resultOf("store_away", place, null);
    if (timeout.aborted) return resultOf("unreachable", place, null);
    throw error;
  } finally {
    connection?.close();
    forget();
  }
}
