/** Webhooks of a company: endpoints, the shared secret, and the deliveries. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { found, invalid, Problem } from "../../errors.ts";
import {
  DELIVERY_STATES,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEdit,
  WebhookInput,
  WebhookSecret,
} from "../../records/webhook.ts";
import {
  listAttempts,
  listDeliveries,
  listNewestDeliveries,
  requeueDelivery,
  versionOfDeliveries,
} from "../../store/webhooks/webhook-deliveries.ts";
import {
  archiveWebhook,
  countWebhooks,
  findWebhook,
  insertWebhook,
  listWebhooks,
  listWebhooksIn,
  updateWebhook,
  versionOfWebhooks,
} from "../../store/webhooks/webhooks.ts";
import { readWebhookSecrets, resetWebhookSecret, type WebhookSecrets } from "../../operations/webhook-secrets.ts";
import { audit } from "../auth/audit.ts";
import { callerOf } from "../auth/auth.ts";
import { answerOnce } from "../http/idempotency.ts";
import { filters, newest, paging, refuseBesideNewest } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { IdPath, PathId, type Server } from "../schemas.ts";
import { endpointFault } from "../answers/endpoint-fault.ts";
import { wireWebhook, wireWebhookAttempt, wireWebhookDelivery } from "../answers/wire.ts";

const WebhooksQuery = z.strictObject({ ...paging, archived: filters.archived });

const DeliveriesQuery = z.strictObject({
  ...paging,
  newest,
  state: z.enum(DELIVERY_STATES).optional().meta({ description: "Only those in this state.", example: "failed" }),
});

const tags = ["Webhooks"];
const params = IdPath;

export function webhookRoutes(server: Server, app: App): void {
  server.get(
    "/webhooks",
    {
      schema: {
        operationId: "listWebhooks",
        summary: "All webhooks of the company",
        description: "Includes deleted ones, which are archived.",
        tags,
        querystring: WebhooksQuery,
        response: { 200: z.array(Webhook) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, updated_since, ...filter } = request.query;
      return answerList(app, request, reply, {
        paging: { limit, cursor, updated_since },
        read: (window) => listWebhooksIn(app.db, company_id, filter, window),
        write: (rows) => rows.map((row) => JSON.stringify(wireWebhook(row))),
        version: () => versionOfWebhooks(app.db, company_id, filter),
      });
    },
  );

  server.post(
    "/webhooks",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "createWebhook",
        summary: "Make a webhook",
        description:
          "Answers with all webhooks of the company, the new one last; the `Location` header is the address of the new one. A company can have as many as the operator allows, 50 by default.",
        tags,
        body: WebhookInput,
        response: { 201: z.array(Webhook) },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      refuseBadEndpoint(app, request.body.endpoint_url);
      return app.db.transaction().execute(async (trx) => {
        const most = app.config.webhooksPerCompany;
        if ((await countWebhooks(trx, company_id)) >= most)
          throw new Problem("conflict", `A company can have ${most} webhooks. Delete one first.`);
        const { id } = await insertWebhook(trx, { company_id, ...request.body });
        reply.code(201).header("location", `/v1/webhooks/${id}`);
        return answerOnce(trx, request, reply, (await listWebhooks(trx, company_id)).map(wireWebhook));
      });
    },
  );

  server.get(
    "/webhooks/:id",
    {
      schema: {
        operationId: "getWebhook",
        summary: "One webhook",
        description: "Also for a deleted webhook, which is archived.",
        tags,
        params,
        response: { 200: Webhook },
      },
    },
    async (request) => wireWebhook(await found(findWebhook(app.db, callerOf(request).company_id, request.params.id))),
  );

  server.put(
    "/webhooks/:id",
    {
      schema: {
        operationId: "updateWebhook",
        summary: "Edit a webhook",
        description: "Changes the given fields. Switching it on clears the reason why the service had switched it off.",
        tags,
        params,
        body: WebhookEdit,
        response: { 200: Webhook },
        problems: ["conflict"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { id } = await found(findWebhook(app.db, company_id, request.params.id));
      if (request.body.endpoint_url !== undefined) refuseBadEndpoint(app, request.body.endpoint_url);
      const edited = await updateWebhook(app.db, company_id, id, request.body);
      if (edited === undefined) throw new Problem("conflict", "The webhook was deleted. Make a new one.");
      return wireWebhook(edited);
    },
  );

  server.delete(
    "/webhooks/:id",
    {
      schema: {
        operationId: "deleteWebhook",
        summary: "Delete a webhook",
        description: "It is archived: nothing is sent to it any more.",
        tags,
        params,
        response: { 200: Webhook },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const archived = app.db.transaction().execute((trx) => archiveWebhook(trx, company_id, request.params.id));
      return wireWebhook(await found(archived));
    },
  );
}

export function webhookSecretRoutes(server: Server, app: App): void {
  server.get(
    "/webhooks/validate",
    {
      schema: {
        operationId: "getWebhookSecret",
        summary: "The shared webhook secret",
        description: "Signs every notification to the company. Intermediaries must not cache it.",
        tags,
        response: { 200: WebhookSecret },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      return wireSecret(await readWebhookSecrets(app.db, app.vault, callerOf(request).company_id, app.now()));
    },
  );

  server.post(
    "/webhooks/validate/reset",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "resetWebhookSecret",
        summary: "Replace the shared webhook secret",
        description:
          'For 24 hours the old one signs too: in the Standard Webhooks header beside the new one, and in the body for a receiver that answers 500 `{"success": false}` to the new one.',
        tags,
        response: { 200: WebhookSecret },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      reply.header("cache-control", "no-store");
      return app.db.transaction().execute(async (trx) => {
        const what = { company_id, action: "webhook_secret.reset", record_type: "Company", record_id: company_id };
        const secrets = await resetWebhookSecret(trx, app.vault, company_id, app.now());
        await audit(trx, app, request, what);
        return answerOnce(trx, request, reply, wireSecret(secrets));
      });
    },
  );
}

export function webhookDeliveryRoutes(server: Server, app: App): void {
  server.get(
    "/webhooks/:id/deliveries",
    {
      schema: {
        operationId: "listDeliveries",
        summary: "The deliveries of a webhook",
        description: "Each event to send, and the result.",
        tags,
        params,
        querystring: DeliveriesQuery,
        response: { 200: z.array(WebhookDelivery) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, updated_since, newest: count, ...filter } = request.query;
      const { id } = await found(findWebhook(app.db, company_id, request.params.id));
      if (count !== undefined) {
        refuseBesideNewest(request.query);
        const rows = await listNewestDeliveries(app.db, company_id, id, filter, count);
        return rows.map(wireWebhookDelivery);
      }
      return answerList(app, request, reply, {
        paging: { limit, cursor, updated_since },
        read: (window) => listDeliveries(app.db, company_id, id, filter, window),
        write: (rows) => rows.map((row) => JSON.stringify(wireWebhookDelivery(row))),
        version: () => versionOfDeliveries(app.db, company_id, id, filter),
      });
    },
  );

  server.get(
    "/webhooks/:id/deliveries/:delivery_id/attempts",
    {
      schema: {
        operationId: "listDeliveryAttempts",
        summary: "The attempts of a delivery",
        description:
          "The newest first, at most 20: what was sent, and what the endpoint answered. They are kept as long as the delivery.",
        tags,
        params: z.object({ id: PathId, delivery_id: PathId }),
        response: { 200: z.array(WebhookAttempt) },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { id, delivery_id } = request.params;
      const attempts = await found(listAttempts(app.db, company_id, id, delivery_id));
      return attempts.map(wireWebhookAttempt);
    },
  );

  server.post(
    "/webhooks/:id/deliveries/:delivery_id/redeliver",
    {
      schema: {
        operationId: "redeliver",
        summary: "Send a delivery again",
        description: "It is retried at once, with the same `webhook-id`.",
        tags,
        params: z.object({ id: PathId, delivery_id: PathId }),
        response: { 202: WebhookDelivery },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { id, delivery_id } = request.params;
      const webhook = await found(findWebhook(app.db, company_id, id));
      if (webhook.archived || !webhook.active)
        throw new Problem("conflict", "The webhook is switched off: nothing can be sent to it.");
      const requeued = app.db.transaction().execute((trx) => requeueDelivery(trx, company_id, id, delivery_id));
      return reply.code(202).send(wireWebhookDelivery(await found(requeued)));
    },
  );
}

const wireSecret = ({ current, previousExpiresAt }: WebhookSecrets) => ({
  secret: current,
  previous_secret_expires_at: previousExpiresAt,
});

/** @throws Problem naming the field */
function refuseBadEndpoint({ config }: App, text: string): void {
  const fault = endpointFault(text, { allowLoopback: config.allowLocalWebhooks });
  if (fault !== null) throw invalid([{ pointer: "/endpoint_url", detail: fault }]);
}
