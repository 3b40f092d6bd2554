/** The pages that people see without signing in: the credential form, the way to a utility for a permission, the receipt, the setup of the first admin, the review of a document, and the end of delivered mails. */
import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { formRoutes } from "./form.ts";
import { greenButtonRoutes } from "./green-button.ts";
import { mailStopRoutes } from "./mail-stop.ts";
import { receiptRoutes } from "./receipts.ts";
import { reviewRoutes } from "./review.ts";
import { setupRoutes } from "./setup.ts";

/** Mounts the pages next to the API; they share its problems and access table, and are the only ones to read form bodies. */
export async function formPages(server: FastifyInstance, app: App): Promise<void> {
  await server.register(formbody);
  formRoutes(server, app);
  greenButtonRoutes(server, app);
  receiptRoutes(server, app);
  setupRoutes(server, app);
  reviewRoutes(server, app);
  // Apart, for the forms of body that mail programs send.
  await server.register((scope) => mailStopRoutes(scope, app));
}
