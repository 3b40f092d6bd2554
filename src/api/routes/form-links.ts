/** The shareable form of a company: its link, a new link to replace it, and closing it. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { ensureFormToken, renewFormToken, revokeFormTokens } from "../../safeguards/links.ts";
import { audit } from "../auth/audit.ts";
import { callerOf } from "../auth/auth.ts";
import { Done, type Server } from "../schemas.ts";

const FormLink = z
  .object({
    authorizationFormLink: z.string().meta({
      description: "Each submission makes an authorization.",
      example: "http://localhost:8080/form/2.1795282225094.n.mDq1qSfdN27BCKIAwFwarM_fTX4sY7jFzawnl9fDIJ0",
    }),
  })
  .meta({ id: "FormLink", description: "A form that can be sent to the person who has the credentials." });

const tags = ["Authorizations"];

export function formLinkRoutes(server: Server, app: App): void {
  const linkOf = (token: string) => ({ authorizationFormLink: `${app.publicUrl}/form/${token}` });

  server.get(
    "/authorizations/formlink",
    {
      schema: {
        operationId: "getFormLink",
        summary: "The shareable form of the company",
        description:
          "The same link until it is renewed. Anyone with the link can submit credentials and read nothing. `?utility=` with the key of a utility opens the login of that utility.",
        tags,
        response: { 200: FormLink },
      },
    },
    async (request) => linkOf(await ensureFormToken(app, callerOf(request).company_id)),
  );

  server.post(
    "/authorizations/formlink/renew",
    {
      schema: {
        operationId: "renewFormLink",
        summary: "Replace the link",
        description: "The old link stops working. Receipts from its submissions still work.",
        tags,
        response: { 200: FormLink },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      return app.db.transaction().execute(async (trx) => {
        const { token, revoked } = await renewFormToken(trx, app, company_id);
        for (const record_id of revoked) {
          await audit(trx, app, request, {
            company_id,
            action: "form_link.renewed",
            record_type: "FormLink",
            record_id,
          });
        }
        return linkOf(token);
      });
    },
  );

  server.delete(
    "/authorizations/formlink",
    {
      schema: {
        operationId: "revokeFormLink",
        summary: "Close the shareable form",
        description: "The link stops working; reading it again makes a new one. Receipts still work.",
        tags,
        response: { 200: Done },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      await app.db.transaction().execute(async (trx) => {
        for (const record_id of await revokeFormTokens(trx, app, company_id)) {
          await audit(trx, app, request, {
            company_id,
            action: "form_link.revoked",
            record_type: "FormLink",
            record_id,
          });
        }
      });
      return { message: "The link is closed.", success: true as const };
    },
  );
}
