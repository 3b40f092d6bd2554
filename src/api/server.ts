/** The HTTP server: its plugins in order, its routes listed explicitly, and what applies to every request. It does not listen yet. */
import { randomUUID } from "node:crypto";
import swagger from "@fastify/swagger";
import Fastify, { type FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import type { App } from "../app.ts";
import { invalid, notFound, Problem } from "../errors.ts";
import { accessOf } from "./auth/access.ts";
import { authenticate, openAuth } from "./auth/auth.ts";
import { createSignIn } from "./auth/sign-in.ts";
import { acceptJson } from "./http/body.ts";
import { answerBareRefusals, refuseBroken } from "./http/broken-requests.ts";
import { refuseWhileAway } from "./http/database-away.ts";
import { encodeAnswers } from "./http/encoding.ts";
import { tagAnswer } from "./http/etag.ts";
import { allowOrigins } from "./http/cors.ts";
import { acceptIdempotencyKeys, noteEffect } from "./http/idempotency.ts";
import { limitAnswers } from "./http/open-answers.ts";
import { watchConnections } from "./http/connections.ts";
import { sendInPieces } from "./http/text-stream.ts";
import { openapiOptions } from "./openapi/document.ts";
import { refuseUnusedMatch } from "./http/preconditions.ts";
import { fieldErrors, NO_FIELD, refuseSlashAtEnd, refuseUnknown, sendProblem } from "./http/problems.ts";
import { createRateLimit } from "./http/rate-limit.ts";
import { accountRoutes } from "./routes/accounts.ts";
import { accrualRoutes } from "./routes/accruals.ts";
import { apiTokenRoutes } from "./routes/api-tokens.ts";
import { auditRoutes } from "./routes/audit.ts";
import { authRoutes } from "./routes/auth.ts";
import { authenticatorRoutes } from "./routes/authenticator.ts";
import { authorizationActionRoutes } from "./routes/authorization-actions.ts";
import { authorizationRoutes } from "./routes/authorizations.ts";
import { billRoutes } from "./routes/bills.ts";
import { budgetFileRoutes, budgetRoutes } from "./routes/budgets.ts";
import { documentFileRoutes } from "./routes/document-files.ts";
import { taskRoutes } from "./routes/tasks.ts";
import { coverageRoutes } from "./routes/coverage.ts";
import { documentPageRoutes } from "./routes/document-pages.ts";
import { documentRoutes } from "./routes/documents.ts";
import { challengeRoutes } from "./routes/challenges.ts";
import { openChangeWakeups } from "./http/change-wakeups.ts";
import { changeStreamRoutes } from "./routes/change-stream.ts";
import { changeRoutes } from "./routes/changes.ts";
import { companyLogoRoutes, companyProfileRoutes } from "./routes/company.ts";
import { companyRoutes } from "./routes/companies.ts";
import { dashboardRoutes } from "./routes/dashboard.ts";
import { dataDeliveryRoutes } from "./routes/data-deliveries.ts";
import { deliveryRunRoutes } from "./routes/delivery-runs.ts";
import { invitationRoutes } from "./routes/invitations.ts";
import { mailboxRoutes } from "./routes/mailboxes.ts";
import { demoDataRoutes } from "./routes/demo-data.ts";
import { docRoutes } from "./routes/docs.ts";
import { fileRoutes } from "./routes/files.ts";
import { findingRoutes } from "./routes/findings.ts";
import { formLinkRoutes } from "./routes/form-links.ts";
import { personalFormLinkRoutes } from "./routes/personal-form-links.ts";
import { greenButtonNotificationRoutes } from "./routes/green-button-notifications.ts";
import { greenButtonRoutes } from "./routes/green-button.ts";
import { healthRoutes } from "./routes/health.ts";
import { importFileRoutes } from "./routes/import-files.ts";
import { importProfileRoutes } from "./routes/import-profiles.ts";
import { importRoutes } from "./routes/imports.ts";
import { meterRoutes } from "./routes/meters.ts";
import { pageRoutes } from "./routes/pages.ts";
import { passwordResetRoutes } from "./routes/password-resets.ts";
import { portfolioRoutes } from "./routes/portfolio.ts";
import { portfolioReportRoutes } from "./routes/portfolio-reports.ts";
import { propertyMonthRoutes } from "./routes/property-months.ts";
import { signatureRoutes } from "./routes/signatures.ts";
import { utilityRoutes } from "./routes/utilities.ts";
import { utilityHealthRoutes } from "./routes/utility-health.ts";
import { scoreRoutes } from "./routes/scores.ts";
import { varianceRoutes } from "./routes/variance.ts";
import { propertyRoutes } from "./routes/properties.ts";
import { reportLinkRoutes, sharedReportRoutes } from "./routes/report-links.ts";
import { reportRoutes } from "./routes/reports.ts";
import { reviewPictureRoutes } from "./routes/review-pictures.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { userRoutes } from "./routes/users.ts";
import { metricRoutes, serviceStateRoutes } from "./routes/service-state.ts";
import { quotaRoutes } from "./routes/quotas.ts";
import { weatherStationRoutes } from "./routes/weather-stations.ts";
import { webhookDeliveryRoutes, webhookRoutes, webhookSecretRoutes } from "./routes/webhooks.ts";
import { webhookTestEventRoutes } from "./routes/webhook-test-events.ts";
import type { Server } from "./schemas.ts";

const BODY_BYTES_MAX = 1024 * 1024;
/** A client that sends its request more slowly than this is cut off. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than any token in a path. */
const PARAM_LENGTH_MAX = 500;
const NO_PARAMETER = "There is no such query parameter here.";
const HIDDEN = { schema: { hide: true } };

/** Pages of another room, mounted next to the API. */
type Pages = (server: FastifyInstance, app: App) => Promise<void>;

/** The server with every route (only health and metrics for a process without the role `api`), ready to `listen` or `inject`. */
export async function openServer(app: App, pages: Pages): Promise<FastifyInstance> {
  const server = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    // One proxy: only the entry that it wrote itself, the last one, is trusted.
    trustProxy: app.config.trustProxy ? (_, hop) => hop === 0 : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    frameworkErrors: (error, request, reply) => void sendProblem(app, error, request, reply),
    clientErrorHandler: (error, socket) => refuseBroken(app, error, socket),
    http: { requireHostHeader: false },
  }).withTypeProvider<ZodTypeProvider>();
  const auth = await openAuth(app);

  acceptJson(server);
  refuseBySchema(server);
  await server.register(swagger, openapiOptions(app.publicUrl));
  addHooks(server, app);
  // Before a long answer becomes a stream, and before it can be refused, so that it is stored.
  acceptIdempotencyKeys(server, app);
  limitAnswers(server, app);
  encodeAnswers(server);
  sendInPieces(server);
  const changeWakeups = openChangeWakeups(server, app);
  watchConnections(server, app);
  answerBareRefusals(server, app);
  allowOrigins(server, app);
  refuseWhileAway(server, app);
  const countRequest = createRateLimit(app);
  server.addHook("onRequest", (request, reply) => authenticate(app, auth, countRequest, request, reply));

  healthRoutes(server, app);
  metricRoutes(server, app);
  if (!app.config.roles.includes("api")) {
    server.setNotFoundHandler(() => {
      throw new Problem("not-found", "This process answers health checks only: other processes serve the API.");
    });
    await server.ready();
    return server;
  }
  server.setNotFoundHandler((request, reply) => refuseUnknown(request, reply));
  pageRoutes(server, app);
  docRoutes(server, app);
  dashboardRoutes(server);
  fileRoutes(server, app);
  sharedReportRoutes(server, app);
  reviewPictureRoutes(server, app);
  await server.register((scope) => pages(scope, app));
  await server.register(async (scope) => greenButtonNotificationRoutes(scope, app));
  server.get("/.well-known/jwks.json", HIDDEN, () => auth.jwks());
  await server.register(
    async (v1: Server) => {
      const signIn = createSignIn(app, auth);
      authRoutes(v1, app, auth, signIn);
      sessionRoutes(v1, app, auth, signIn);
      authenticatorRoutes(v1, app, auth);
      apiTokenRoutes(v1, app, auth);
      companyRoutes(v1, app);
      companyProfileRoutes(v1, app);
      demoDataRoutes(v1, app);
      userRoutes(v1, app, auth);
      invitationRoutes(v1, app, auth, signIn);
      passwordResetRoutes(v1, app, auth, signIn);
      authorizationRoutes(v1, app);
      formLinkRoutes(v1, app);
      personalFormLinkRoutes(v1, app);
      greenButtonRoutes(v1, app);
      authorizationActionRoutes(v1, app);
      challengeRoutes(v1, app);
      utilityRoutes(v1, app);
      utilityHealthRoutes(v1, app);
      accountRoutes(v1, app);
      billRoutes(v1, app);
      documentRoutes(v1, app);
      documentPageRoutes(v1, app);
      findingRoutes(v1, app);
      meterRoutes(v1, app);
      coverageRoutes(v1, app);
      taskRoutes(v1, app);
      propertyRoutes(v1, app);
      propertyMonthRoutes(v1, app);
      signatureRoutes(v1, app);
      varianceRoutes(v1, app);
      scoreRoutes(v1, app);
      portfolioRoutes(v1, app);
      budgetRoutes(v1, app);
      accrualRoutes(v1, app);
      portfolioReportRoutes(v1, app);
      weatherStationRoutes(v1, app);
      quotaRoutes(v1, app);
      serviceStateRoutes(v1, app);
      reportRoutes(v1, app);
      reportLinkRoutes(v1, app);
      dataDeliveryRoutes(v1, app);
      deliveryRunRoutes(v1, app);
      mailboxRoutes(v1, app);
      importRoutes(v1, app);
      importProfileRoutes(v1, app);
      // Scopes of their own, so that no other route accepts files.
      await v1.register(async (files: Server) => importFileRoutes(files, app));
      await v1.register(async (files: Server) => documentFileRoutes(files, app));
      await v1.register(async (files: Server) => companyLogoRoutes(files, app));
      await v1.register(async (files: Server) => budgetFileRoutes(files, app));
      changeRoutes(v1, app);
      changeStreamRoutes(v1, app, auth, changeWakeups);
      auditRoutes(v1, app);
      webhookSecretRoutes(v1, app);
      webhookRoutes(v1, app);
      webhookTestEventRoutes(v1, app);
      webhookDeliveryRoutes(v1, app);
    },
    { prefix: "/v1" },
  );
  await server.ready();
  return server;
}

/** Zod's findings become problems. Answers are written by JSON.stringify; tests check them against the schemas. */
function refuseBySchema(server: Server): void {
  const refusals: Record<string, (error: z.ZodError, data: unknown) => Problem> = {
    params: () => notFound(),
    querystring: (error) => {
      const errors = fieldErrors(error).map(({ pointer, detail }) => ({
        pointer: pointer.slice(1),
        detail: detail === NO_FIELD ? NO_PARAMETER : detail,
      }));
      const names = errors.map(({ pointer }) => `"${pointer}"`).join(", ");
      const isUnknown = errors.every(({ detail }) => detail === NO_PARAMETER);
      const detail = isUnknown
        ? `There is no query parameter ${names} here.`
        : `${names} cannot be read: ${errors[0]?.detail ?? ""}`;
      return new Problem("malformed-request", detail, { errors });
    },
    body: (error, data) =>
      data === undefined || data === null
        ? invalid([{ pointer: "", detail: "A JSON body is required." }])
        : invalid(fieldErrors(error)),
  };
  // Every schema of ours is a zod schema; the framework does not know that.
  server.setValidatorCompiler<z.ZodType>(({ schema, httpPart = "" }) => (data) => {
    const result = schema.safeParse(data);
    if (result.success) return { value: result.data };
    return { error: refusals[httpPart]?.(result.error, data) ?? notFound() };
  });
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
}

function addHooks(server: Server, app: App): void {
  server.decorateRequest("caller", null);
  server.addHook("onRoute", (route) => {
    const [method = ""] = [route.method].flat();
    route.config = { ...route.config, access: accessOf(method, route.url) };
    // An unknown parameter is refused, so that a caller does not assume that it had an effect.
    if (route.url.startsWith("/v1/")) route.schema = { querystring: z.strictObject({}), ...route.schema };
  });
  // These run for every request: as callbacks instead of promises they cost next to nothing.
  server.addHook("onRequest", (request, reply, done) => {
    reply.headers({ "x-request-id": request.id, "x-content-type-options": "nosniff" });
    done();
  });
  server.addHook("preValidation", (request, _, done) => {
    refuseSlashAtEnd(request);
    done();
  });
  server.addHook("preHandler", (request, _, done) => {
    refuseUnusedMatch(request);
    done();
  });
  server.addHook("onSend", (request, reply, payload, done) => {
    const isApi = request.routeOptions.url?.startsWith("/v1/") === true;
    done(null, isApi ? tagAnswer(request, reply, payload) : payload);
  });
  server.addHook("onResponse", (request, reply, done) => {
    if (app.log.isLevelEnabled("debug")) {
      const answer = {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime),
        company_id: request.caller?.company_id ?? null,
      };
      app.log.debug(answer, "request");
    }
    done();
  });
  server.setErrorHandler((error, request, reply) => {
    noteEffect(request, error);
    return sendProblem(app, error, request, reply);
  });
}
