import assert from "node:assert/strict";
import { test } from "node:test";
import { isUnder, readTypedAddress, siteOf } from "./typed-address.ts";

test("addresses are read as people type them", () => {
  const cases: [string, string | null][] = [
    ["example.com", "https://example.com/"],
    ["  WWW.Example.COM/MyAccount/ ", "https://www.example.com/MyAccount/"],
    ["http://example.com", "http://example.com/"],
    ["localhost:8090/northgate-electric", "https://localhost:8090/northgate-electric"],
    ["", null],
    ["my utility", null],
    ["ftp://example.com", null],
    ["javascript://example.com", null],
    ["person@example.com", null],
    ["https://name:word@example.com/", null],
  ];
  for (const [typed, url] of cases) assert.equal(readTypedAddress(typed)?.href ?? null, url, typed);
});

test("www, a final dot, the scheme and the names of this machine make no difference; the port does", () => {
  const site = (url: string): string => siteOf(new URL(url));
  assert.equal(site("http://www.example.com/x"), site("https://example.com."));
  assert.equal(site("http://127.0.0.1:8090"), site("https://localhost:8090/a"));
  assert.equal(site("http://[::1]:8090"), site("http://localhost:8090"));
  assert.notEqual(site("http://localhost:8090"), site("http://localhost:8091"));
  assert.notEqual(site("https://example.com"), site("https://example.com.evil.example"));
  assert.notEqual(site("https://example.com"), site("https://bills.example.com"));
});

test("a folder includes itself and its subfolders, not folders with the same prefix", () => {
  const under = (path: string, folder: string): boolean => isUnder(new URL(path, "https://example.com"), folder);
  for (const path of ["/power", "/power/", "/Power/bills", "/power/?x=1"]) assert.ok(under(path, "/power"), path);
  for (const path of ["/", "/powerhouse", "/x/power"]) assert.ok(!under(path, "/power"), path);
  assert.ok(under("/anything", "/"));
});
