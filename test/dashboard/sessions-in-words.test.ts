/** A session is described by its program and its place, not by the texts of the protocol. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf, programOf } from "../../web/src/pages/settings/program-of.ts";

test("the place of a session is this computer, a private network, or its address", () => {
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) assert.equal(placeOf(address), "here", address);
  for (const address of ["10.1.2.3", "192.168.0.7", "172.16.0.1", "172.31.255.1", "fd12::1", "fe80::1"])
    assert.equal(placeOf(address), "network", address);
  for (const address of ["172.32.0.1", "203.0.113.5", "2001:db8::1", "100.64.0.1"])
    assert.equal(placeOf(address), null, address);
});

test("a program is a browser and its system, or what it calls itself", () => {
  const edge = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0";
  assert.equal(programOf(edge), "Edge, Windows");
  assert.equal(programOf("curl/8.5"), "curl/8.5");
  assert.equal(programOf(null), null);
});
