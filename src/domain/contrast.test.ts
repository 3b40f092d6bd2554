import assert from "node:assert/strict";
import { test } from "node:test";
import { BLACK, CONTRAST_MIN, contrastOf, readableOn, textColourOn, WHITE } from "./contrast.ts";

test("the contrast of two colours is that of WCAG", () => {
  assert.equal(contrastOf(BLACK, WHITE), 21);
  assert.equal(contrastOf(WHITE, WHITE), 1);
  // The least dark grey that text on white may have, and the first that it may not.
  assert.ok(contrastOf("#767676", WHITE) >= CONTRAST_MIN && contrastOf("#777777", WHITE) < CONTRAST_MIN);
});

/** Every colour of a coarse cube. */
const COLOURS = ["00", "33", "66", "77", "99", "cc", "ff"].flatMap((red, _, all) =>
  all.flatMap((green) => all.map((blue) => `#${red}${green}${blue}`)),
);

test("text on any colour is read in black or white", () => {
  for (const colour of COLOURS) assert.ok(contrastOf(textColourOn(colour), colour) >= CONTRAST_MIN, colour);
  assert.equal(textColourOn("#ffee00"), BLACK);
  assert.equal(textColourOn("#0b5cad"), WHITE);
});

test("any colour becomes readable on light and on dark papers, and a readable one stays", () => {
  const [light, dark] = [
    [WHITE, "#eef4fb"],
    ["#0d1319", "#1b2733"],
  ];
  for (const colour of COLOURS) {
    for (const paper of light) assert.ok(contrastOf(readableOn(colour, light, BLACK), paper) >= CONTRAST_MIN, colour);
    for (const paper of dark) assert.ok(contrastOf(readableOn(colour, dark, WHITE), paper) >= CONTRAST_MIN, colour);
  }
  assert.equal(readableOn("#0b5cad", light, BLACK), "#0b5cad");
});
