/** Invitations: owners make, list, renew and withdraw them; the invited person opens the link and becomes a user. */
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { invitationState } from "../../domain/people/invitation-state.ts";
import { Problem } from "../../errors.ts";
import {
  acceptInvitation,
  invite,
  renewInvitation,
  requestInvitationMail,
  withdrawInvitation,
} from "../../operations/invitations.ts";
import { oneTimeHash } from "../../operations/one-time-links.ts";
import { Me } from "../../records/caller.ts";
import {
  Invitation,
  InvitationAcceptance,
  LinkGiven,
  MadeInvitation,
  NewInvitation,
  OpenedInvitation,
} from "../../records/invitation.ts";
import type { Trx } from "../../store/db.ts";
import { findOpenInvitation, listInvitations, type InvitationRow } from "../../store/users/invitations.ts";
import { findUserForLogin } from "../../store/users/users.ts";
import { hashPassword } from "../../vault/passwords.ts";
import { wireInvitation } from "../answers/wire.ts";
import { addressHash, countInvitation, countLinkTry } from "../auth/attempts.ts";
import { audit, auditAs } from "../auth/audit.ts";
import { callerOf, type Auth } from "../auth/auth.ts";
import { refuseOtherSites } from "../auth/session-cookie.ts";
import type { SignIn } from "../auth/sign-in.ts";
import { answerOnce } from "../http/idempotency.ts";
import { paging } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { IdPath, type Server } from "../schemas.ts";
import { answerSignedIn } from "./sessions.ts";
import { instantOf } from "../../domain/instant.ts";

const tags = ["Companies"];

export function invitationRoutes(server: Server, app: App, auth: Auth, { start }: SignIn): void {
  const write = (row: InvitationRow) => wireInvitation({ ...row, state: invitationState(row, instantOf(app.now())) });
  const auditInvitation = (trx: Trx, request: FastifyRequest, action: string, { company_id, id }: InvitationRow) =>
    audit(trx, app, request, { company_id, action, record_type: "Invitation", record_id: id });

  server.get(
    "/invitations",
    {
      schema: {
        operationId: "listInvitations",
        summary: "Invitations of the company",
        description: "With what became of each, in id order. The links are not shown.",
        tags,
        querystring: z.strictObject(paging),
        response: { 200: z.array(Invitation) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      return answerList(app, request, reply, {
        paging: request.query,
        read: (window) => listInvitations(app.db, company_id, window),
        // A long list has no tag: an invitation expires without a change of its row.
        write: (rows) => rows.map((row) => JSON.stringify(write(row))),
      });
    },
  );

  server.post(
    "/invitations",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "createInvitation",
        summary: "Invite a person to the company",
        description:
          "Makes a link that works once, for seven days: on its page the person chooses a password and becomes a user of the company. The link is shown only in this answer; where mail is set up, the person gets one by mail, too.",
        tags,
        body: NewInvitation,
        response: { 201: MadeInvitation },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      reply.code(201).header("cache-control", "no-store");
      return app.db.transaction().execute(async (trx) => {
        const { row, link } = await invite(trx, app, caller, request.body);
        await countInvitation(trx, app, caller.company_id);
        await auditInvitation(trx, request, "invitation.created", row);
        const answer = await answerOnce(trx, request, reply, { ...write(row), link });
        await requestInvitationMail(trx, app, row);
        return answer;
      });
    },
  );

  server.post(
    "/invitations/:id/renew",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "renewInvitation",
        summary: "Make a new link for an invitation",
        description: "It works for seven days from now. The link before it no longer works.",
        tags,
        params: IdPath,
        response: { 200: MadeInvitation },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      reply.header("cache-control", "no-store");
      return app.db.transaction().execute(async (trx) => {
        const { row, link } = await renewInvitation(trx, app, caller, request.params.id);
        await countInvitation(trx, app, caller.company_id);
        await auditInvitation(trx, request, "invitation.renewed", row);
        const answer = await answerOnce(trx, request, reply, { ...write(row), link });
        await requestInvitationMail(trx, app, row);
        return answer;
      });
    },
  );

  server.delete(
    "/invitations/:id",
    {
      schema: {
        operationId: "withdrawInvitation",
        summary: "Withdraw an invitation",
        description: "Its link stops working at once. Repeating it changes nothing.",
        tags,
        params: IdPath,
        response: { 200: Invitation },
        problems: ["conflict"],
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const row = await app.db.transaction().execute(async (trx) => {
        const { row: withdrawn, isNew } = await withdrawInvitation(trx, app, caller, request.params.id);
        if (isNew) await auditInvitation(trx, request, "invitation.withdrawn", withdrawn);
        return withdrawn;
      });
      return write(row);
    },
  );

  server.post(
    "/invitations/open",
    {
      schema: {
        operationId: "openInvitation",
        summary: "Show an invitation to the invited person",
        description: "For the page of the link. Links that do not work are counted per address; beyond the limit: 429.",
        tags,
        body: LinkGiven,
        response: { 200: OpenedInvitation },
        problems: ["dead-link"],
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const { company_name, email, name, company_role, expires_at } = await requireOpen(request, request.body.token);
      return { company_name, email, name, company_role, expires_at };
    },
  );

  server.post(
    "/invitations/accept",
    {
      schema: {
        operationId: "acceptInvitation",
        summary: "Accept an invitation",
        description:
          "Makes the user with the chosen name and password, and signs in with a cookie, as POST /v1/sessions does. The link works once.",
        tags,
        body: InvitationAcceptance,
        response: { 201: Me },
        problems: ["dead-link", "conflict", "cross-site-request"],
      },
    },
    async (request, reply) => {
      refuseOtherSites(app, request);
      const { token, name, password } = request.body;
      // Before the password is hashed, which takes its time.
      await requireOpen(request, token);
      const password_hash = await hashPassword(password, app.passwordCost);
      const user = await acceptInvitation(app, { token, name, password_hash }, (trx, { id, email }, invitation) =>
        auditAs(trx, app, request, `user ${id} ${email}`, {
          company_id: invitation.company_id,
          action: "invitation.accepted",
          record_type: "Invitation",
          record_id: invitation.id,
          detail: { user_id: id },
        }),
      );
      const login = user && (await findUserForLogin(app.db, user.email, addressHash(request.ip)));
      if (login === undefined) throw deadLink();
      return answerSignedIn({ app, auth }, reply, await start(request, login));
    },
  );

  /** @throws Problem dead-link, or too-many-requests after many dead ones */
  async function requireOpen({ ip }: FastifyRequest, token: string) {
    const attempt = await countLinkTry(app, ip);
    const open = await findOpenInvitation(app.db, oneTimeHash(token), instantOf(app.now()));
    if (open === undefined) throw deadLink();
    await attempt.giveBack();
    // The column accepts no other word.
    return { ...open, company_role: open.company_role as z.infer<typeof OpenedInvitation>["company_role"] };
  }
}

const deadLink = (): Problem =>
  new Problem("dead-link", "This invitation was used or withdrawn, or it has expired. Ask for a new link.");
