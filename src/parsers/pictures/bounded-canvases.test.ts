/** The canvases of a page's layers are bounded together, and free their pixels when they are done with. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { boundedCanvases, TooManyPixels } from "./bounded-canvases.ts";

test("canvases in use together have at most so many pixels, and one that is done with counts no more", () => {
  const { Factory, releaseAll } = boundedCanvases(1000);
  const factory = new Factory();
  const first = factory.create(20, 30);
  assert.throws(() => factory.create(20, 21), TooManyPixels);
  factory.create(20, 20);
  factory.destroy(first);
  assert.equal(first.canvas, null);
  const second = factory.create(10, 10);
  assert.throws(() => factory.reset(second, 30, 30), TooManyPixels);
  releaseAll();
  factory.create(100, 10);
  assert.throws(() => factory.create(1, 1), TooManyPixels);
});

test("a canvas for which there is no memory takes no pixels", () => {
  const { Factory } = boundedCanvases(1.5 * 2 ** 40);
  const factory = new Factory();
  assert.throws(() => factory.create(2 ** 20, 2 ** 20), /There is no memory/);
  assert.throws(() => factory.create(2 ** 20, 2 ** 20), /There is no memory/);
});
