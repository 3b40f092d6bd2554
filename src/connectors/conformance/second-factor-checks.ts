/** The part of the conformance suite for portals that ask for more than the password. */
import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { StatusDetail } from "../../records/codes.ts";
import { assertSilent, refusal, signIn, VISIT_MS_MAX, type AddCheck, type ConformanceSubject } from "./subject.ts";
import { PortalError, type Challenge, type Visit } from "../contract.ts";

/** Adds the checks; none for a portal that asks nothing. */
export function checkSecondFactor(subject: ConformanceSubject, test: AddCheck): void {
  const { connector, url, outbound, credentials } = subject;
  const { secondFactor } = credentials;
  if (secondFactor === undefined) return;
  const { credential, wrong, right, remembers, requests = 1 } = secondFactor;
  const signal = () => AbortSignal.timeout(VISIT_MS_MAX);
  const give = (session: string, answer: string) => connector.answer(url, credential, signal(), { session, answer });

  /** What the portal asks when it is signed in to, or instead of being gone on with. */
  const asked = async (promise: Promise<Visit>, kind: StatusDetail): Promise<Challenge> => {
    const error = await refusal(promise);
    assert.ok(error instanceof PortalError, inspect(error));
    assert.equal(error.kind, kind, inspect(error));
    assert.ok(error.challenge, "something is asked");
    assertSilent(error, { ...credential, other_details: error.challenge.session });
    return error.challenge;
  };
  const begin = () => asked(signIn(subject, credential), "mfa_required");

  test("the question is given in words, and the visit waits as text", async () => {
    const { prompt, session } = await begin();
    assert.match(prompt, /\w{3}/);
    assert.ok(JSON.parse(session));
    assert.ok(!session.includes(credential.password), "the password waits nowhere");
  });

  test("a wrong answer is asked for again, the right one goes on, and neither is given twice", async () => {
    const first = await begin();
    const second = await asked(give(first.session, wrong), "mfa_failed");
    const answer = await right();
    const [wrongBefore, rightBefore] = [outbound.timesSent(wrong), outbound.timesSent(answer)];
    const opened = await give(second.session, answer);
    assert.ok((await opened.listAccounts()).length > 0);
    await opened.close();
    assert.deepEqual([outbound.timesSent(wrong), outbound.timesSent(answer)], [wrongBefore, rightBefore + requests]);
  });

  test("a visit that has ended meanwhile begins anew, and the portal asks anew", async () => {
    const { session } = await begin();
    const answer = await right();
    await (await give(session, answer)).close();
    const before = outbound.timesSent(credential.password);
    const { session: next } = await asked(give(session, answer), "mfa_required");
    assert.equal(outbound.timesSent(credential.password), before + 1);
    assert.notEqual(next, session);
    await asked(give("{}", answer), "mfa_required");
  });

  const skip = remembers ? false : "the portal remembers no device";
  test("a device that is remembered is asked nothing at the next sign-in", { skip }, async () => {
    const { session } = await begin();
    const { remembered, close } = await give(session, await right());
    await close();
    assert.ok(remembered);
    const again = await connector.login(url, credential, signal(), remembered);
    assert.ok((await again.listAccounts()).length > 0);
    await again.close();
    assert.equal(again.remembered, remembered);
    await asked(connector.login(url, credential, signal(), "what is this"), "mfa_required");
  });

  test("when the network fails, the error does not reveal the answer", async () => {
    const { session } = await begin();
    outbound.shut();
    try {
      const error = await refusal(give(session, wrong));
      assert.ok(error instanceof PortalError, inspect(error));
      assert.equal(error.kind, "portal_down");
      assertSilent(error, { ...credential, other_details: wrong });
    } finally {
      outbound.open();
    }
  });
}
