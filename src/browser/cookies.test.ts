/** Cookies go to a browser and back without a change of what they are for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CookieJar } from "tough-cookie";
import { writeCookies } from "../connectors/cookies.ts";
import { browserCookies, serializeCookies } from "./cookies.ts";

const SET: [cookie: string, url: string][] = [
  ["__Host-session=a; Secure; Path=/; HttpOnly; SameSite=Strict", "https://portal.example/"],
  ["wide=b; Domain=portal.example; Secure; Path=/bills; SameSite=None", "https://www.portal.example/bills"],
  ["kept=c; Max-Age=3600", "https://www.portal.example/deep/page"],
  ["dated=d; Expires=Fri, 31 Dec 2100 00:00:00 GMT; SameSite=Lax", "http://127.0.0.1:8090/"],
];

test("names, values, hosts, paths and ends stay as they were", () => {
  const jar = new CookieJar();
  for (const [cookie, url] of SET) jar.setCookieSync(cookie, url);
  const began = Date.now();
  const inBrowser = browserCookies(writeCookies(jar));
  assert.deepEqual(
    inBrowser.map(({ name, domain, path, secure, httpOnly, sameSite }) => [
      name,
      domain,
      path,
      secure,
      httpOnly,
      sameSite,
    ]),
    [
      ["__Host-session", "portal.example", "/", true, true, "Strict"],
      ["wide", ".portal.example", "/bills", true, false, "None"],
      ["kept", "www.portal.example", "/deep", false, false, "Lax"],
      ["dated", "127.0.0.1", "/", false, false, "Lax"],
    ],
  );
  const ends = inBrowser.map(({ expires }) => expires);
  assert.deepEqual([ends[0], ends[1], ends[3]], [-1, -1, Date.UTC(2100, 11, 31) / 1000]);
  assert.ok(Math.abs((ends[2] ?? 0) - (began / 1000 + 3600)) < 5);

  const back = CookieJar.deserializeSync(serializeCookies(inBrowser));
  for (const [, url] of SET) assert.equal(back.getCookieStringSync(url), jar.getCookieStringSync(url), url);
  for (const url of ["https://other.portal.example/bills", "http://portal.example/", "https://elsewhere.example/"])
    assert.equal(back.getCookieStringSync(url), jar.getCookieStringSync(url), url);
});

test("what is no cookie of any host is left out", () => {
  const written = writeCookies(new CookieJar());
  assert.deepEqual(browserCookies({ ...written, cookies: [{ key: "x", value: "y" }] }), []);
});
