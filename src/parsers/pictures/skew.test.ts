import assert from "node:assert/strict";
import { test } from "node:test";
import { skewOf } from "./skew.ts";

/** Rows of dashes, as if the page was rotated clockwise by this much. */
function dashes(degrees: number) {
  const [width, height] = [600, 800];
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const data = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const [along, across] = [x * cos + y * sin, y * cos - x * sin];
    return Math.floor(across / 4) % 5 === 0 && Math.floor(along / 5) % 2 === 0 ? 20 : 250;
  });
  return { width, height, data };
}

for (const degrees of [-5, -2.3, -0.4, 0, 0.7, 3, 5]) {
  test(`a page that lies ${degrees} degrees crooked is turned back by that`, () => {
    assert.ok(Math.abs((skewOf(dashes(degrees)) ?? 99) + degrees) <= 0.1, String(skewOf(dashes(degrees))));
  });
}

test("a page without ink has no angle", () => {
  assert.equal(skewOf({ width: 600, height: 800, data: new Uint8Array(480_000).fill(250) }), null);
});
