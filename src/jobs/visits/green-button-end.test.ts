/** Green Button Connect after the consent: tokens that expire, permissions that end at either side, and notifications. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { openConnect } from "../../../test/green-button.ts";
import { newMember } from "../../../test/app.ts";
import { UtilityHealth } from "../../records/utility-health.ts";
import { greenButtonSteps } from "../../../test/green-button-steps.ts";
import { openApp, type App } from "../../app.ts";
import type { Custodian } from "../../green-button/custodians.ts";
import { runInventory } from "./inventory.ts";
import { runRevokePermission } from "./revoke-permission.ts";

const connect = await openConnect({ after });
const { app, url, press, grants, logLines } = connect;
const { newCompany, permitted, find, inventory, fetchAll, tokensOf, jobsOf } = greenButtonSteps(connect);
const never = new AbortController().signal;

/** The service as another process has it: its own connections to the database, and nothing in memory that the first one has. */
async function openProcess(): Promise<App> {
  const { config, databaseUrl, publicUrl, log, now } = app;
  const other = await openApp({
    config,
    databaseUrl,
    publicUrl,
    registry: { sandboxUrl: connect.sandbox.url },
    log,
    now,
  });
  others.push(other);
  return other;
}
const others: App[] = [];

describe("tokens", () => {
  test("that expired are renewed, and the new ones are kept", async () => {
    const member = await newCompany();
    const id = await permitted(member);
    const before = await tokensOf(member, id);
    await press("expire_tokens");
    await inventory(member, id);
    const now = await tokensOf(member, id);
    assert.equal((await find(member, id))?.status, "Inventory Complete");
    assert.notEqual(now?.refresh_token, before?.refresh_token);
    assert.notEqual(now?.access_token, before?.access_token);
  });

  test("are renewed once when two visits want to at the same time", async () => {
    const member = await newCompany();
    const id = await permitted(member);
    await press("strict_rotation_on");
    await press("expire_tokens");
    await Promise.all([inventory(member, id), inventory(member, id), inventory(member, id)]);
    await press("strict_rotation_off");
    assert.equal((await find(member, id))?.status, "Inventory Complete");
  });

  test("are renewed once by two processes, where a refresh token that is used twice ends the permission", async () => {
    const member = await newCompany();
    const id = await permitted(member);
    const before = await tokensOf(member, id);
    await press("strict_rotation_on");
    await press("expire_tokens");
    const asked = [0, 0];
    const processes = [app, await openProcess()].map((each, at): App => {
      const { outbound } = each.greenButton;
      const counting: typeof outbound = {
        ...outbound,
        fetch: (address, request) => {
          if (String(address).endsWith("/oauth/token")) asked[at] = (asked[at] ?? 0) + 1;
          return outbound.fetch(address, request);
        },
      };
      return { ...each, greenButton: { ...each.greenButton, outbound: counting } };
    });
    const of = { company_id: member.company_id, authorization_id: id };
    await Promise.all([...processes, ...processes].map((each) => runInventory(each, of, never)));
    await press("strict_rotation_off");
    await Promise.all(others.splice(0).map((other) => other.close()));
    assert.equal((asked[0] ?? 0) + (asked[1] ?? 0), 1);
    assert.equal((await find(member, id))?.status, "Inventory Complete");
    assert.notEqual((await tokensOf(member, id))?.refresh_token, before?.refresh_token);
  });

  test("that were renewed and lost in a crash are renewed again, where the utility lets the former ones work until then", async () => {
    const member = await newCompany();
    const id = await permitted(member);
    const before = await tokensOf(member, id);
    assert.ok(before?.refresh_token);
    // A process asked for new tokens and was killed before it saved them.
    const lost = await fetch(`${connect.sandbox.url}/greenfield-energy/oauth/token`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from("meterbook:sandbox").toString("base64")}` },
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: before.refresh_token }),
    });
    assert.equal(lost.status, 200);
    await inventory(member, id);
    assert.equal((await find(member, id))?.status, "Inventory Complete");
  });

  test("stay when the utility is away or answers with a page, and the visit is tried again", async () => {
    const member = await newCompany();
    const id = await permitted(member);
    for (const [on, off, detail] of [
      ["down_on", "down_off", "portal_down"],
      ["html_on", "html_off", "portal_down"],
      ["later_on", "later_off", "rate_limited"],
    ] as const) {
      await press(on);
      await inventory(member, id);
      const row = await find(member, id);
      assert.deepEqual([row?.status, row?.status_detail], ["Pending", detail]);
      assert.ok(row?.retry_at);
      await press(off);
    }
    await inventory(member, id);
    assert.equal((await find(member, id))?.status, "Inventory Complete");
    const admin = await newMember(connect, { name: "Operator", role: "admin" });
    const health = UtilityHealth.array().parse((await admin.send("GET", "/v1/utilities/health")).json());
    const row = health.find(({ utility }) => utility === "greenfield-energy");
    assert.deepEqual([health.length, row?.access, row?.state, row?.recipe_version], [1, "green_button", "works", null]);
    assert.deepEqual(row?.last_day?.refusals, { portal_down: 2, rate_limited: 1 });
    assert.ok((row?.last_day?.successes ?? 0) > 0);
  });

  test("are in no log line and no answer", async () => {
    const member = await newCompany();
    const id = await permitted(member);
    await inventory(member, id);
    const tokens = await tokensOf(member, id);
    const texts = [
      ...logLines,
      (await member.send("GET", "/v1/authorizations")).body,
      (await member.send("GET", `/v1/authorizations/${id}`)).body,
    ];
    for (const text of texts)
      for (const token of [tokens?.access_token, tokens?.refresh_token])
        assert.ok(token !== undefined && token !== null && !text.includes(token));
  });
});

describe("the end of a permission", () => {
  test("at the utility is noticed, the customer is asked, and gives it again", async () => {
    const member = await newCompany();
    const id = await permitted(member, {}, { activates_accounts: true });
    await inventory(member, id);
    const [grant] = (await grants()).slice(-1);
    await fetch(`${connect.sandbox.url}/greenfield-energy/grants/${grant?.id}/revoke`, {
      method: "POST",
      redirect: "manual",
    });
    assert.equal((await jobsOf(member, "fetch")).length, 1);
    await fetchAll(member, id);
    const row = await find(member, id);
    assert.deepEqual(
      [row?.status, row?.status_detail, row?.action_required_by],
      ["Pending", "invalid_credentials", "customer"],
    );
    assert.match(row?.errors ?? "", /no longer lets us read your bills/);
    const again = await member.send("POST", `/v1/authorizations/${id}/inventory`);
    assert.equal(again.statusCode, 409);
    const mended = await member.send("PATCH", `/v1/authorizations/${id}`, { online_access_password: "x" });
    assert.equal(mended.statusCode, 409);
    assert.equal(await permitted(member, {}, { authorization_id: id }), id);
    await inventory(member, id);
    assert.equal((await find(member, id))?.status, "Inventory Complete");
  });

  test("here is told to the utility, although the key of the authorization is destroyed", async () => {
    const member = await newCompany();
    const id = await permitted(member);
    const [grant] = (await grants()).slice(-1);
    const stopped = await member.send("DELETE", `/v1/authorizations/${id}`);
    assert.equal(stopped.statusCode, 200);
    assert.equal(await tokensOf(member, id), undefined);
    const [job] = await jobsOf(member, "revoke-permission");
    const revocation = {
      company_id: member.company_id,
      green_button_revocation_id: job?.["green_button_revocation_id"] ?? 0,
    };
    await runRevokePermission(app, revocation, never);
    assert.equal((await grants()).find(({ id: each }) => each === grant?.id)?.is_revoked, true);
    const left = await app.db
      .selectFrom("secrets")
      .select("record_type")
      .where("company_id", "=", member.company_id)
      .execute();
    assert.deepEqual(
      left.filter(({ record_type }) => record_type !== "company"),
      [],
    );
    // Again, as after a crash: nothing is left to do.
    await runRevokePermission(app, revocation, never);
    await inventory(member, id);
    assert.equal((await find(member, id))?.status_detail, "revoked");
  });

  test("here reaches the utility at a second try, although the first one used up the refresh token", async () => {
    const member = await newCompany();
    const id = await permitted(member);
    const [grant] = (await grants()).slice(-1);
    await member.send("DELETE", `/v1/authorizations/${id}`);
    const [job] = await jobsOf(member, "revoke-permission");
    const revocation = {
      company_id: member.company_id,
      green_button_revocation_id: job?.["green_button_revocation_id"] ?? 0,
    };
    // A utility without an address for it, hours later: the access token has ended.
    const { custodians, now } = app;
    const byKey: typeof custodians.byKey = (key) => {
      const custodian = custodians.byKey(key);
      return custodian && { ...custodian, setup: { ...custodian.setup, revoke: undefined } };
    };
    const later: App = { ...app, custodians: { ...custodians, byKey }, now: () => now() + 2 * 3_600_000 };
    await press("strict_rotation_on");
    await press("down_on");
    await assert.rejects(runRevokePermission(later, revocation, never), { kind: "portal_down" });
    await press("down_off");
    await runRevokePermission(later, revocation, never);
    await press("strict_rotation_off");
    assert.equal((await grants()).find((each) => each.id === grant?.id)?.is_revoked, true);
  });
});

describe("a permission that cannot be withdrawn at once", () => {
  const stop = async () => {
    const member = await newCompany();
    const id = await permitted(member);
    const [grant] = (await grants()).slice(-1);
    await member.send("DELETE", `/v1/authorizations/${id}`);
    const [job] = await jobsOf(member, "revoke-permission");
    const payload = {
      company_id: member.company_id,
      green_button_revocation_id: job?.["green_button_revocation_id"] ?? 0,
    };
    return { payload, grant };
  };
  const withCustodian = (change: (custodian: Custodian) => Custodian | null): App => {
    const { custodians } = app;
    const byKey: typeof custodians.byKey = (key) => {
      const custodian = custodians.byKey(key);
      return custodian && change(custodian);
    };
    return { ...app, custodians: { ...custodians, byKey } };
  };

  test("is withdrawn with a new access token where the utility ended the former one early", async () => {
    const { payload, grant } = await stop();
    await press("expire_tokens");
    const withoutAddress = withCustodian((each) => ({ ...each, setup: { ...each.setup, revoke: undefined } }));
    await runRevokePermission(withoutAddress, payload, never);
    assert.equal((await grants()).find(({ id }) => id === grant?.id)?.is_revoked, true);
  });

  test("is tried again where the utility no longer offers it here", async () => {
    const { payload } = await stop();
    const withoutCustodian = withCustodian(() => null);
    await assert.rejects(runRevokePermission(withoutCustodian, payload, never), /could not be withdrawn/);
  });
});

describe("a permission whose authorization is stopped during a visit", () => {
  test("and that the utility does not withdraw is in the log", async () => {
    const member = await newCompany();
    const id = await permitted(member);
    await press("expire_tokens");
    const { custodians } = app;
    // An address for it that is not there, and the authorization is stopped while the tokens are renewed.
    const byKey: typeof custodians.byKey = (key) => {
      const custodian = custodians.byKey(key);
      const revoke = `${connect.sandbox.url}/greenfield-energy/oauth/none`;
      return custodian && { ...custodian, setup: { ...custodian.setup, revoke } };
    };
    const { outbound } = app.greenButton;
    const stopping: typeof outbound = {
      ...outbound,
      fetch: async (address, request) => {
        if (String(address).endsWith("/oauth/token")) await member.send("DELETE", `/v1/authorizations/${id}`);
        return outbound.fetch(address, request);
      },
    };
    const changed: App = {
      ...app,
      custodians: { ...custodians, byKey },
      greenButton: { ...app.greenButton, outbound: stopping },
    };
    await runInventory(changed, { company_id: member.company_id, authorization_id: id }, never);
    assert.equal(logLines.filter((line) => line.includes("could not be withdrawn at its utility")).length, 1);
  });
});

describe("a notification", () => {
  const send = (body: string, utility = "greenfield-energy") =>
    fetch(`${url}/green-button/notifications/${utility}`, {
      method: "POST",
      headers: { "content-type": "application/atom+xml" },
      body,
    });
  const list = (...addresses: string[]) =>
    `<BatchList xmlns="http://naesb.org/espi">${addresses.map((each) => `<resources>${each}</resources>`).join("")}</BatchList>`;

  test("that is forged, broken or of somebody else gets the same answer and changes nothing", async () => {
    const member = await newCompany();
    const id = await permitted(member, {}, { activates_accounts: true });
    await inventory(member, id);
    await fetchAll(member, id);
    await app.db.deleteFrom("jobs").where("kind", "=", "fetch").execute();
    const [grant] = (await grants()).slice(-1);
    const resources = `${connect.sandbox.url}/greenfield-energy/espi/1_1/resource`;
    const bodies = [
      "",
      "{}",
      "<BatchList",
      `<!DOCTYPE x [<!ENTITY a "b">]><BatchList xmlns="http://naesb.org/espi"/>`,
      list("https://evil.example.com/espi/1_1/resource/Batch/Subscription/" + String(grant?.id)),
      list(`${resources}/Batch/Subscription/unknown`),
      list(`${resources}/Batch/Subscription/${grant?.id}/../x`.replace(String(grant?.id), "%00")),
      list(...Array.from({ length: 3000 }, (_, at) => `${resources}/Batch/Subscription/${at}`)),
    ];
    for (const body of bodies) {
      const answer = await send(body);
      assert.deepEqual([answer.status, await answer.text()], [200, ""]);
    }
    assert.equal((await send(list(`${resources}/Batch/Subscription/${grant?.id}`), "northgate-electric")).status, 200);
    assert.equal((await jobsOf(member, "fetch")).length, 0);
    const real = await send(list(`${resources}/Batch/Subscription/${grant?.id}`));
    assert.deepEqual([real.status, await real.text()], [200, ""]);
    assert.equal((await jobsOf(member, "fetch")).length, 1);
    // A flood of them causes no other visit for a quarter of an hour.
    await app.db.deleteFrom("jobs").where("kind", "=", "fetch").execute();
    await send(list(`${resources}/Batch/Subscription/${grant?.id}`));
    assert.equal((await jobsOf(member, "fetch")).length, 0);
  });
});
