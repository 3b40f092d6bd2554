import assert from "node:assert/strict";
import { test } from "node:test";
import { networkOf } from "./network-of.ts";

test("an IPv4 address counts as itself, an IPv6 address as its network", () => {
  assert.equal(networkOf("203.0.113.5"), "203.0.113.5");
  assert.equal(networkOf("::ffff:203.0.113.5"), "203.0.113.5");
  assert.equal(networkOf("2001:db8:1:2:3:4:5:6"), networkOf("2001:db8:1:2::1"));
  assert.notEqual(networkOf("2001:db8:1:2::1"), networkOf("2001:db8:1:3::1"));
});
