/** The ranking of properties by the change of their cost. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ranked } from "../../web/src/pages/home/ranked.ts";

test("a ranking without rows says whether no property goes that way, or none can be compared", () => {
  const properties = [{ change: 20 }, { change: 0 }, { change: null }];
  assert.deepEqual(ranked(properties, "rise").rows, [{ change: 20 }]);
  assert.deepEqual(ranked(properties, "fall"), { rows: [], empty: "rank.noFall" });
  assert.deepEqual(ranked([{ change: -20 }], "rise"), { rows: [], empty: "rank.noRise" });
  assert.deepEqual(ranked([{ change: null }], "rise"), { rows: [], empty: "rank.none" });
  assert.deepEqual(ranked([], "fall"), { rows: [], empty: "rank.none" });
});
