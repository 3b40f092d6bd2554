import assert from "node:assert/strict";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { describe, test } from "node:test";
import type { Row } from "../records/table.ts";
import { ABOUT, manyRows, ROWS, TAIL, tableOf } from "./tables.fixtures.ts";
import { readAhead } from "./read-ahead.ts";
import { writeTable } from "./write-table.ts";

const FAULT = new Error("the database went away");

/** Rows that fail after a number of them, and record when reading ends. */
function source(count: number, { failing = false } = {}) {
  const seen = { ended: false };
  async function* parts(): AsyncGenerator<Row[]> {
    try {
      yield* manyRows(count);
      if (failing) throw FAULT;
    } finally {
      seen.ended = true;
    }
  }
  return { seen, parts: parts() };
}

describe("the beginning of a table", () => {
  test("is the whole of a short one, with its tail", async () => {
    const ahead = await readAhead(tableOf([ROWS.slice(0, 1), ROWS.slice(1)]));
    assert.deepEqual(ahead.first, ROWS);
    assert.deepEqual(ahead.tail, TAIL);
    assert.deepEqual((await Array.fromAsync(ahead.parts)).flat(), ROWS);
  });

  test("of a long one is a part, and no row after it is lost or duplicated", async () => {
    const ahead = await readAhead(tableOf(manyRows(4321)), 1000);
    assert.equal(ahead.tail, null);
    assert.equal(ahead.first.length, 1500);
    const bills = (await Array.fromAsync(ahead.parts)).flat().map(({ bills: cell }) => (cell as number[])[0]);
    assert.deepEqual(
      bills,
      Array.from({ length: 4321 }, (_, place) => place + 1),
    );
  });
});

test("the answer of a table is made while its rows are read, and a failure of it comes when it is asked for", async () => {
  const steps: string[] = [];
  async function* parts(): AsyncGenerator<Row[]> {
    await setTimeout(5);
    yield [...ROWS];
    steps.push("rows");
  }
  const opening = () => {
    steps.push("opening");
    return Promise.reject(FAULT);
  };
  const ahead = await readAhead({ ...tableOf(parts()), opening }, 1000, { withOpening: true });
  assert.deepEqual(steps, ["opening", "rows"]);
  await assert.rejects(ahead.opening(), FAULT);
  assert.deepEqual(steps, ["opening", "rows"]);
});

describe("a table that is written", () => {
  for (const format of ["json", "csv", "xlsx", "html", "pdf"] as const) {
    test(`as ${format} fails with an error before anything is sent`, async () => {
      const { parts, seen } = source(100, { failing: true });
      await assert.rejects(writeTable(tableOf(parts), format, ABOUT), FAULT);
      assert.equal(seen.ended, true);
    });
  }

  for (const format of ["json", "csv", "xlsx", "html"] as const) {
    test(`as ${format} breaks off when it fails on the way`, async () => {
      const { parts } = source(10_000, { failing: true });
      const { body } = await writeTable(tableOf(parts), format, ABOUT);
      await assert.rejects(body.toArray(), FAULT);
    });

    test(`as ${format} is read no further when its reader goes away`, async () => {
      const { parts, seen } = source(100_000);
      const { body } = await writeTable(tableOf(parts), format, ABOUT);
      await once(body, "readable");
      body.destroy();
      if (!body.closed) await once(body, "close");
      while (!seen.ended) await new Promise((resolve) => setImmediate(resolve));
    });

    test(`as ${format} is read no further when its body was never read`, async () => {
      const { parts, seen } = source(100_000);
      const { body } = await writeTable(tableOf(parts), format, ABOUT);
      body.destroy();
      while (!seen.ended) await new Promise((resolve) => setImmediate(resolve));
    });
  }
});
