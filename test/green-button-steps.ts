/** Companies that ask customers by Green Button Connect, and the steps of their authorizations one by one: for tests of each. */
import assert from "node:assert/strict";
import { openGreenButtonTokens } from "../src/operations/green-button-tokens.ts";
import { runFetch } from "../src/jobs/visits/fetch.ts";
import { runInventory } from "../src/jobs/visits/inventory.ts";
import { findAuthorization } from "../src/store/authorizations/authorizations.ts";
import { newMember, type Member } from "./app.ts";
import { newCustomer, type Connect, type Customer } from "./green-button.ts";

const never = new AbortController().signal;

export function greenButtonSteps(connect: Connect) {
  const { app } = connect;
  let companies = 0;
  const newCompany = (): Promise<Member> => newMember(connect, { name: `Connects ${(companies += 1)}` });

  /** Asks a customer through the API; the address for them. */
  async function ask(member: Member, more: object = {}): Promise<{ id: number; authorize_url: string }> {
    const answer = await member.send("POST", "/v1/green_button_requests", { utility: "greenfield-energy", ...more });
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json<{ id: number; authorize_url: string }>();
  }

  const statusOf = async (member: Member, id: number) =>
    (await member.send("GET", `/v1/green_button_requests/${id}`)).json<{
      status: string;
      reason: string | null;
      authorization_id: number | null;
    }>();

  /** An authorization of a customer who permitted it. */
  async function permitted(
    member: Member,
    choice: Parameters<Customer["permit"]>[1] = {},
    more: object = {},
  ): Promise<number> {
    const { id, authorize_url } = await ask(member, more);
    const end = await newCustomer().permit(`${authorize_url}/go`, choice);
    assert.equal(end.status, 200, end.text);
    const { authorization_id } = await statusOf(member, id);
    assert.ok(authorization_id);
    return authorization_id;
  }

  const find = (member: Member, id: number) => findAuthorization(app.db, member.company_id, id);
  const payload = (member: Member, id: number) => ({ company_id: member.company_id, authorization_id: id });
  const inventory = (member: Member, id: number) => runInventory(app, payload(member, id), never);
  const fetchAll = (member: Member, id: number) => runFetch(app, payload(member, id), never);
  const tokensOf = async (member: Member, id: number) => {
    const opened = await openGreenButtonTokens(app.db, app, member.company_id, id);
    opened?.forget();
    return opened?.tokens;
  };

  const jobsOf = (member: Member, kind: string) =>
    app.db
      .selectFrom("jobs")
      .select("payload")
      .where("kind", "=", kind)
      .execute()
      .then((rows) =>
        // The queue's own table has these payloads.
        rows
          .map((row) => row.payload as { company_id: number } & Record<string, number>)
          .filter(({ company_id }) => company_id === member.company_id),
      );

  return { newCompany, ask, statusOf, permitted, find, inventory, fetchAll, tokensOf, jobsOf };
}
