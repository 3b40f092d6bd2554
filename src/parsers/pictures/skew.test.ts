import assert from "node:assert/strict";
import { test } from "node:test";
import { randomOf } from "../../../test/scanned.ts";
import { tiltOf } from "./skew.ts";

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
    const { skew, lines } = tiltOf(dashes(degrees)) ?? { skew: 99, lines: 0 };
    assert.ok(Math.abs(skew + degrees) <= 0.1, String(skew));
    assert.ok(lines > 2, String(lines));
  });
}

test("a page without ink has no angle", () => {
  assert.equal(tiltOf({ width: 600, height: 800, data: new Uint8Array(480_000).fill(250) }), null);
});

test("ink that is strewn by chance has no lines", () => {
  const random = randomOf(3);
  const data = Uint8Array.from({ length: 480_000 }, () => (random() < 0.05 ? 20 : 250));
  const { lines } = tiltOf({ width: 600, height: 800, data }) ?? { lines: 99 };
  assert.ok(lines < 1.3, String(lines));
});
