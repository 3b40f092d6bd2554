/**
 * Notifications of Green Button Connect: a utility says that there is something to read. Anybody can send one, so nothing in it is
 * believed: what it names is visited earlier than it would be, and every notification gets the same answer.
 */
import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { namedIn } from "../../green-button/notification.ts";
import { lookSoon } from "../../operations/green-button-notifications.ts";

const BODY_BYTES_MAX = 1024 * 1024;

type Route = { Params: { utility: string } };

/** In a scope of its own, so that no other route accepts any body. */
export function greenButtonNotificationRoutes(server: FastifyInstance, app: App): void {
  server.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
    done(null, body),
  );
  server.post<Route>(
    "/green-button/notifications/:utility",
    { schema: { hide: true }, bodyLimit: BODY_BYTES_MAX },
    async (request, reply) => {
      const custodian = app.custodians.byKey(request.params.utility);
      const { body } = request;
      if (custodian !== null && Buffer.isBuffer(body)) {
        const read = () => namedIn(body, custodian.setup.resources);
        await lookSoon(app, custodian.description.key, read, request.ip).catch((error: unknown) =>
          app.log.warn({ err: error }, "a notification of Green Button Connect was not taken"),
        );
      }
      return reply.code(200).header("cache-control", "no-store").send("");
    },
  );
}
