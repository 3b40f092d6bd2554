import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { newCompany } from "./callers.ts";

test("the admin whose sign-in failed signs in again, and then once for all", async (t) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const isFirst = asked.length === 1;
    response.writeHead(isFirst ? 503 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(isFirst ? { title: "Not yet" } : { token: "t", id: asked.length }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await assert.rejects(newCompany(url, "Too early"));
  await newCompany(url, "First");
  await newCompany(url, "Second");
  const signIns = asked.filter((path) => path.endsWith("/auth/login"));
  assert.equal(signIns.length, 1 + 1 + 2, "the failed one, the admin, and the user of each company");
});
