/** The service documents itself: the document, the guides and the problems, for people and for programs, sent no oftener than needed. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { describe, test } from "node:test";
import { lexer, walkTokens } from "marked";
import { sharedApp } from "../../../test/app.ts";
import { PROBLEM_KINDS } from "../../errors.ts";

const { server } = await sharedApp();
const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

const reference = await get("/docs");
const assets = [...reference.body.matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => String(path));

describe("the OpenAPI document and the files of the reference", () => {
  test("are compressed for clients that accept it, with a tag of their own", async () => {
    for (const path of ["/openapi.json", ...assets]) {
      const plain = await get(path);
      const small = await get(path, { "accept-encoding": "br, gzip" });
      assert.equal(plain.statusCode, 200, path);
      assert.equal(plain.headers["content-encoding"], undefined, path);
      assert.equal(small.headers["content-encoding"], "gzip", path);
      assert.deepEqual(gunzipSync(small.rawPayload), plain.rawPayload, path);
      assert.notEqual(small.headers.etag, plain.headers.etag, path);
      assert.equal((await get(path, { "accept-encoding": "gzip;q=0" })).headers["content-encoding"], undefined, path);
    }
  });

  test("are not sent again to a client that has them", async () => {
    for (const path of ["/openapi.json", ...assets]) {
      for (const encoding of ["identity", "gzip"]) {
        const { headers } = await get(path, { "accept-encoding": encoding });
        const again = await get(path, { "accept-encoding": encoding, "if-none-match": String(headers.etag) });
        assert.equal(again.statusCode, 304, path);
        assert.equal(again.body, "", path);
        assert.equal(again.headers.etag, headers.etag, path);
      }
    }
  });

  test("of the reference have names that change with them, and are kept for good", async () => {
    assert.equal(assets.length, 6);
    for (const path of assets) {
      assert.match(path, /^\/docs\/assets\/[0-9a-f]{12}-[\w.-]+\.(js|css|svg)$/);
      assert.match(String((await get(path)).headers["cache-control"]), /immutable/);
    }
    for (const name of ["swagger-ui.css", "..%2f..%2fpackage.json", "000000000000-reference.js"])
      assert.equal((await get(`/docs/assets/${name}`)).statusCode, 404, name);
  });

  test("name the record of every id", async () => {
    const { body } = await get("/openapi.json");
    assert.match(body, /"Id of the property\."/);
    assert.doesNotMatch(body, /"Id of the (\W|\{)/);
  });

  test("answer a HEAD with the headers alone", async () => {
    const { statusCode, body, headers } = await server.inject({ method: "HEAD", url: "/openapi.json" });
    assert.deepEqual([statusCode, body], [200, ""]);
    assert.match(String(headers["content-type"]), /json/);
  });
});

describe("the pages of the documentation", () => {
  test("run nothing but the files of the reference", async () => {
    for (const path of ["/", "/docs", "/docs/guides", "/docs/quick-start", "/problems", "/problems/conflict"]) {
      const page = await get(path);
      assert.equal(page.statusCode, 200, path);
      const policy = String(page.headers["content-security-policy"]);
      assert.match(policy, /^default-src 'none'; style-src 'self'; /, path);
      assert.equal(/script-src 'self'/.test(policy), path === "/docs", path);
      assert.equal(/unsafe|https?:/.test(policy), false, path);
      assert.equal(/<script(?![^>]* src=)|<style|\son\w+=|style="/.test(page.body), false, path);
    }
  });

  test("link to each other without a dead end, and lose no link of their text", async () => {
    const pages = new Map<string, string>();
    const links: { on: string; target: string }[] = [];
    const open = ["/"];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (pages.has(path)) continue;
      const page = await get(path);
      assert.equal(page.statusCode, 200, `${path}, linked to on ${links.find(({ target }) => target === path)?.on}`);
      pages.set(path, page.body);
      if (!/html/.test(String(page.headers["content-type"]))) continue;
      for (const [, target] of page.body.matchAll(/<(?:a|img)\b[^>]* (?:href|src)="([/#][^"]*)"/g)) {
        const to = String(target).startsWith("#") ? `${path}${target}` : String(target);
        links.push({ on: path, target: to });
        open.push(String(to.split("#")[0]));
      }
      const twin = path.startsWith("/docs/") ? await get(`${path}.md`) : undefined;
      if (twin?.statusCode !== 200) continue;
      for (const target of targetsOf(twin.body)) {
        assert.match(target, /^(https?:|mailto:|\/|#)/, `${path}.md`);
        if (target.startsWith("/")) open.push(String(target.split("#")[0]));
        const onPage = target.replace(/^(\/docs\/[^#]*)\.md(?=#|$)/, "$1");
        assert.ok(page.body.includes(`="${onPage}"`), `${path}: ${target} is lost`);
      }
    }
    // The reference makes its anchors itself.
    const dead = links.filter(({ target }) => {
      const [path = "", anchor] = target.split("#");
      return path !== "/docs" && anchor !== undefined && !pages.get(path)?.includes(`id="${anchor}"`);
    });
    assert.deepEqual(dead, []);
    const expected = [
      "quick-start",
      "receive-webhooks",
      "connectors",
      "architecture",
      "decisions",
      "files/env.example",
    ];
    for (const path of [...expected.map((name) => `/docs/${name}`), "/docs", "/problems/invalid"])
      assert.ok(pages.has(path), path);
  });

  test("show guides as text too, and nothing else of the repository", async () => {
    const guide = await get("/docs/quick-start.md");
    assert.match(String(guide.headers["content-type"]), /^text\/markdown/);
    assert.match(guide.body, /^# The first bill by curl/);
    const elsewhere = ["journey.svg", "..%2fREADME", "decisions.md", "assets", "architecture.html"];
    const files = [
      "files/.env.example",
      "files/..%2f..%2fpackage.json",
      "files/package.json",
      "decisions/..%2foperate",
    ];
    for (const name of ["nothing", ...elsewhere, ...files])
      assert.equal((await get(`/docs/${name}`)).statusCode, 404, name);
  });

  test("serve the files that they speak of as what they are", async () => {
    const expected = {
      "env.example": [/^text\/plain/, /^# METERBOOK_ALLOWED_ORIGINS=$/m],
      "sample-feed.xml": [/^application\/xml/, /^<\?xml/],
      "webhooks.json": [/^application\/json/, /^\{/],
      "journey.svg": [/^image\/svg/, /^<svg/],
    } as const;
    for (const [name, [type, start]] of Object.entries(expected)) {
      const { headers, body } = await get(`/docs/files/${name}`);
      assert.match(String(headers["content-type"]), type, name);
      assert.match(body, start, name);
      assert.match(String(headers["content-security-policy"]), /^default-src 'none'; .*sandbox$/);
    }
  });
});

/** Of every link and picture of a Markdown text. */
function targetsOf(text: string): string[] {
  const targets: string[] = [];
  void walkTokens(lexer(text), (token) => {
    if (token.type === "link" || token.type === "image") targets.push(String(token["href"]));
  });
  return targets;
}

describe("the page of a problem", () => {
  test("says what to do, with a whole example and the operations that answer it", async () => {
    for (const [slug, { status, advice }] of Object.entries(PROBLEM_KINDS)) {
      const { body } = await get(`/problems/${slug}.md`);
      assert.ok(body.includes(advice), slug);
      const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(body)?.[1] ?? "") as Record<string, unknown>;
      assert.equal(example["status"], status, slug);
      assert.equal(example["type"], `http://localhost:8080/problems/${slug}`);
      assert.equal((await get(`/problems/${slug}`)).statusCode, 200, slug);
    }
    const { body } = await get("/problems/wrong-login.md");
    assert.match(body, /- \[POST \/v1\/auth\/login\]\(\/docs#\/Access\/login\): Sign in/);
  });

  test("is the type of the refusal itself", async () => {
    const { type } = (await get("/v1/me")).json<{ type: string }>();
    assert.equal((await get(new URL(type).pathname)).statusCode, 200);
  });
});

test("llms.txt leads programs to everything", async () => {
  const { body, headers } = await get("/llms.txt");
  assert.match(String(headers["content-type"]), /^text\/plain/);
  const paths = [...body.matchAll(/\]\(http:\/\/localhost:8080(\/[^)]+)\)/g)].map(([, path]) => String(path));
  assert.ok(paths.includes("/openapi.json"));
  assert.ok(paths.includes("/docs/quick-start.md"));
  assert.equal(paths.includes("/docs/architecture.md"), false, "guides alone");
  for (const path of paths) assert.equal((await get(path)).statusCode, 200, path);
});
