import assert from "node:assert/strict";
import { test } from "node:test";
import { isTotp, totpAt } from "./totp.ts";

/** The secret of the standard's appendix B, "12345678901234567890". */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test("codes are those that the standard prints, in six digits", () => {
  const printed: [number, string][] = [
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ];
  for (const [seconds, code] of printed) assert.equal(totpAt(SECRET, seconds * 1000), code);
});

test("a code counts within one step of its time, and no longer", () => {
  const at = 1_111_111_111_000;
  const code = totpAt(SECRET, at);
  for (const steps of [-1, 0, 1]) assert.equal(isTotp(SECRET, code, at + steps * 30_000), true);
  for (const steps of [-2, 2]) assert.equal(isTotp(SECRET, code, at + steps * 30_000), false);
});
