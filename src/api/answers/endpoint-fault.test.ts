/** Which addresses of companies are refused before anything is sent to them. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { endpointFault } from "./endpoint-fault.ts";

describe("an endpoint", () => {
  const outside = { allowLoopback: false };
  const inside = { allowLoopback: true };
  test("is good over https, or on this machine where that is allowed", () => {
    for (const good of ["https://example.com/", "https://example.com:8443/x", "https://93.184.215.14/"])
      assert.equal(endpointFault(good, outside), null, good);
    for (const local of [
      "http://127.0.0.1:9000/",
      "http://localhost:9000/",
      "http://[::1]:9000/",
      "http://127.1:9000/",
    ]) {
      assert.equal(endpointFault(local, inside), null, local);
      assert.match(endpointFault(local, outside) ?? "", /METERBOOK_ALLOW_LOCAL_WEBHOOKS/, local);
    }
  });

  test("is refused when it can only be meant to reach something private", () => {
    for (const bad of [
      "http://example.com/",
      "https://10.0.0.1/",
      "https://192.168.1.1/",
      "https://169.254.169.254/latest/meta-data/",
      "https://0x0a000001/",
      "https://[fd00::1]/",
      "https://[::ffff:10.0.0.1]/",
      "https://user:secret@example.com/",
      "https://example.com:22/",
      "ftp://example.com/",
      "javascript:alert(1)",
      "example.com",
      "",
    ]) {
      for (const allowed of [outside, inside]) {
        const fault = endpointFault(bad, allowed);
        assert.ok(fault !== null && !fault.includes("secret"), bad);
      }
    }
  });
});
