/** The second step of a sign-in: the utility's question, and a person's answer. */
import type { App } from "../../app.ts";
import { answerChallenge, findOpenChallenge } from "../../operations/challenges.ts";
import { found, invalid, Problem } from "../../errors.ts";
import { ChallengeAnswer, OpenChallenge } from "../../records/challenge.ts";
import { findAuthorizationFor } from "../../store/authorizations/authorizations.ts";
import { callerOf } from "../auth/auth.ts";
import { Done, IdPath, type Server } from "../schemas.ts";

const tags = ["Authorizations"];
const params = IdPath;

export function challengeRoutes(server: Server, app: App): void {
  server.get(
    "/authorizations/:id/challenge",
    {
      schema: {
        operationId: "getChallenge",
        summary: "The utility's question",
        description:
          "Available for about ten minutes while the authorization is Pending with mfa_required or mfa_failed; otherwise 404.",
        tags,
        params,
        response: { 200: OpenChallenge },
      },
    },
    async (request) => {
      const { company_id, id } = await found(findAuthorizationFor(app.db, callerOf(request), request.params.id));
      const challenge = await findOpenChallenge(app, company_id, id);
      if (challenge === undefined) throw new Problem("not-found", "There is no open question from the utility.");
      return challenge;
    },
  );

  server.post(
    "/authorizations/:id/challenge",
    {
      schema: {
        operationId: "answerChallenge",
        summary: "Answer the utility's question",
        description: "The answer is tried at once and then deleted; the status of the authorization shows the result.",
        tags,
        params,
        body: ChallengeAnswer,
        response: { 202: Done },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const authorization = await found(findAuthorizationFor(app.db, callerOf(request), request.params.id));
      const { company_id, id: authorization_id } = authorization;
      const { answer } = request.body;
      const open = await findOpenChallenge(app, company_id, authorization_id);
      if (open === undefined) throw notAsked();
      if (open.options !== null && !open.options.includes(answer))
        throw invalid([{ pointer: "/answer", detail: "This must be one of the options of the challenge." }]);
      const taken = await answerChallenge(app, { company_id, authorization_id, answer, challenge_id: open.id });
      if (taken === "gone") throw notAsked();
      return reply.code(202).send({ message: "The answer is being tried.", success: true });
    },
  );
}

const notAsked = (): Problem =>
  new Problem(
    "conflict",
    "There is no open question from the utility, or it has expired. Start again with POST /v1/authorizations/:id/inventory.",
  );
