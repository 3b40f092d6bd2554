/** Greenfield Energy hands out what its customers permitted, and nothing to anybody else. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, test } from "node:test";
import { startSandbox } from "../server.ts";
import { createVisitor, hiddenField } from "../visitor.ts";

const sandbox = await startSandbox({ port: 0 });
after(() => sandbox.close());
const UTILITY = "/greenfield-energy";
const CALLBACK = "http://127.0.0.1:1/green-button/callback";
const VERIFIER = "v".repeat(43);
const challenge = createHash("sha256").update(VERIFIER).digest("base64url");

const asked = (more: Record<string, string> = {}): string => {
  const query = { response_type: "code", client_id: "meterbook", redirect_uri: CALLBACK, scope: "FB=1", state: "s" };
  return `${UTILITY}/oauth/authorize?${new URLSearchParams({ ...query, code_challenge: challenge, code_challenge_method: "S256", ...more })}`;
};

async function codeOf(username: string, decision = "allow"): Promise<URL> {
  const visitor = createVisitor(sandbox.url);
  const signIn = await visitor.get(asked());
  const request = hiddenField(signIn.text, "request");
  const consent = await visitor.post(`${UTILITY}/oauth/login`, { request, username, password: "sandbox" });
  const account = hiddenField(consent.text.replaceAll('type="checkbox" ', ""), "account");
  const { location } = await visitor.post(`${UTILITY}/oauth/consent`, { request, account, decision });
  return new URL(location ?? "");
}

const post = (path: string, form: Record<string, string>, client = "meterbook:sandbox") =>
  fetch(`${sandbox.url}${UTILITY}${path}`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(client).toString("base64")}` },
    body: new URLSearchParams(form),
  });

interface Tokens {
  access_token: string;
  refresh_token: string;
  resourceURI: string;
  customerResourceURI: string;
  authorizationURI: string;
}
const exchange = async (code: string) =>
  post("/oauth/token", { grant_type: "authorization_code", code, redirect_uri: CALLBACK, code_verifier: VERIFIER });
// Its own shape, which the test below compares.
const tokensFor = async (username: string) =>
  (await (await exchange((await codeOf(username)).searchParams.get("code") ?? "")).json()) as Tokens;
const read = (address: string, { access_token }: Tokens, method = "GET") =>
  fetch(address, { method, headers: { authorization: `Bearer ${access_token}` } });
const press = (name: string) => post(`/switches/${name}`, {});

describe("the consent", () => {
  test("returns the code with the state, or says that it was denied", async () => {
    const allowed = await codeOf("demo_residential");
    assert.equal(allowed.searchParams.get("state"), "s");
    assert.ok(allowed.searchParams.get("code"));
    const denied = await codeOf("demo_residential", "deny");
    assert.deepEqual(
      [...denied.searchParams],
      [
        ["error", "access_denied"],
        ["state", "s"],
      ],
    );
  });

  test("leads nowhere for an unknown client or callback", async () => {
    const visitor = createVisitor(sandbox.url);
    const wrong: Record<string, string>[] = [{ client_id: "other" }, { redirect_uri: "https://evil.example.com/" }];
    for (const more of wrong)
      assert.deepEqual(await visitor.get(asked(more)).then(({ status, location }) => [status, location]), [400, null]);
  });
});

describe("a code", () => {
  test("is worth tokens once; used again it ends them", async () => {
    const code = (await codeOf("demo_residential")).searchParams.get("code") ?? "";
    const first = await exchange(code);
    assert.equal(first.status, 200);
    const tokens = (await first.json()) as Tokens;
    assert.equal((await read(tokens.resourceURI, tokens)).status, 200);
    assert.equal((await exchange(code)).status, 400);
    assert.equal((await read(tokens.resourceURI, tokens)).status, 403);
  });

  test("needs the verifier and the client's secret", async () => {
    const code = (await codeOf("demo_residential")).searchParams.get("code") ?? "";
    const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
    assert.equal((await post("/oauth/token", { ...form, code_verifier: "w".repeat(43) })).status, 400);
    assert.equal((await post("/oauth/token", { ...form, code_verifier: VERIFIER }, "meterbook:guess")).status, 401);
    assert.equal((await post("/oauth/token", { ...form, code_verifier: VERIFIER })).status, 200);
  });
});

describe("tokens", () => {
  test("open the feeds of their own customer, within the times that are asked for", async () => {
    const [one, other] = [await tokensFor("demo_residential"), await tokensFor("demo_commercial")];
    const feed = await (await read(one.resourceURI, one)).text();
    assert.equal(feed.match(/<UsageSummary /g)?.length, 48);
    const some = await (await read(`${one.resourceURI}?published-min=2026-09-01T00:00:00Z`, one)).text();
    assert.equal(some.match(/<UsageSummary /g)?.length, 4);
    assert.match(await (await read(one.customerResourceURI, one)).text(), /<accountId>77-\d{8}<\/accountId>/);
    assert.equal((await read(one.resourceURI, other)).status, 403);
    assert.equal((await read(one.resourceURI, { ...one, access_token: "guess" })).status, 401);
  });

  test("rotate: the former refresh token works until the new tokens are used", async () => {
    const tokens = await tokensFor("demo_residential");
    const refresh = async (refresh_token: string) =>
      post("/oauth/token", { grant_type: "refresh_token", refresh_token });
    assert.equal((await refresh(tokens.refresh_token)).status, 200);
    const again = (await (await refresh(tokens.refresh_token)).json()) as Tokens;
    assert.equal((await refresh(tokens.refresh_token)).status, 400);
    assert.equal((await read(tokens.resourceURI, again)).status, 200);
    await press("strict_rotation_on");
    assert.equal((await refresh(again.refresh_token)).status, 200);
    assert.equal((await refresh(again.refresh_token)).status, 400);
    await press("strict_rotation_off");
    await press("expire_tokens");
    assert.equal((await read(tokens.resourceURI, again)).status, 401);
  });

  test("end when they are revoked, or their authorization is deleted", async () => {
    const one = await tokensFor("demo_residential");
    assert.equal((await post("/oauth/revoke", { token: one.refresh_token })).status, 200);
    assert.equal((await read(one.resourceURI, one)).status, 403);
    const other = await tokensFor("demo_residential");
    assert.match(await (await read(other.authorizationURI, other)).text(), /<status>1<\/status>/);
    assert.equal((await read(other.authorizationURI, other, "DELETE")).status, 204);
    assert.equal((await read(other.resourceURI, other)).status, 403);
  });
});
