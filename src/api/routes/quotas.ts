/** Quotas: how much the company stores, and its limits. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { listQuotas, QUOTAS } from "../../operations/quotas.ts";
import { Quota } from "../../records/quota.ts";
import { callerOf } from "../auth/auth.ts";
import type { Server } from "../schemas.ts";

export function quotaRoutes(server: Server, app: App): void {
  server.get(
    "/quotas",
    {
      schema: {
        operationId: "listQuotas",
        summary: "How much the company stores, and its limits",
        description:
          "One row each for the bytes of kept files (bills, imports, deliveries), bills, their lines, and open imports. Above a limit, requests are refused with `quota-exceeded`, collection stops with `quota_exceeded`, and existing data stays.",
        tags: ["Operation"],
        response: { 200: z.array(Quota) },
      },
    },
    async (request) => {
      const quotas = await listQuotas(app, app.db, callerOf(request).company_id);
      return quotas.map((use) => ({
        svc_object_type: "Quota" as const,
        ...use,
        unit: QUOTAS[use.quota].unit,
        setting: QUOTAS[use.quota].setting,
      }));
    },
  );
}
