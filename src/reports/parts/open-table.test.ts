import assert from "node:assert/strict";
import { test } from "node:test";
import type { TableHead, TableRows } from "../../records/table.ts";
import { makeTable } from "./open-table.ts";

const HEAD: TableHead = { title: "", basis: null, period: null, columns: [], rule: "", charts: [] };

/** Returns numbers, and logs what was read and returned. */
function numbers() {
  const log: string[] = [];
  async function* read() {
    try {
      for (const number of [1, 2, 3]) {
        log.push(`read ${number}`);
        yield await Promise.resolve(number);
      }
    } finally {
      log.push("closed");
    }
  }
  const teller: TableRows<number> = {
    rowsOf(number) {
      log.push(`told ${number}`);
      return [{ number }];
    },
    tail: () => ({ totals: {}, estimated: null, missing: null, notes: [...log] }),
  };
  return {
    log,
    table: makeTable({ head: HEAD, opening: () => ({ answer: "", tiles: [] }), rows: teller, read: read() }),
  };
}

test("a part is read when its rows are requested, and returned before the next is read", async () => {
  const { log, table } = numbers();
  assert.deepEqual(log, []);
  for await (const [row] of table.parts) assert.equal(log.at(-1), `told ${String(row?.["number"])}`);
  assert.deepEqual(table.tail().notes, ["read 1", "told 1", "read 2", "told 2", "read 3", "told 3", "closed"]);
});

test("stopping in the middle ends the reading", async () => {
  const { log, table } = numbers();
  for await (const _ of table.parts) break;
  assert.deepEqual(log, ["read 1", "told 1", "closed"]);
});
