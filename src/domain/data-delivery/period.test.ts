import assert from "node:assert/strict";
import { test } from "node:test";
import { dayIn, fileStart, periodName, periodOf, slugOf } from "./period.ts";

test("the months before are counted from the month of the due day", () => {
  assert.deepEqual(periodOf("last_month", "2026-01-03"), { start_date: "2025-12-01", end_date: "2026-01-01" });
  assert.deepEqual(periodOf("last_12_months", "2026-11-21"), { start_date: "2025-11-01", end_date: "2026-11-01" });
  assert.equal(periodOf("new", "2026-11-21"), null);
  assert.equal(periodOf("all", "2026-11-21"), null);
});

test("the day is in the delivery's time zone", () => {
  assert.equal(dayIn("2026-03-01T02:00:00.000Z", "America/Chicago"), "2026-02-28");
  assert.equal(dayIn("2026-03-01T02:00:00.000Z", "UTC"), "2026-03-01");
});

test("files are named by their months, or by the day; files of `new` records also by the run, so that none overwrites another", () => {
  const of = (period: "new" | "last_month" | "last_12_months" | "all") =>
    periodName({ period, months: periodOf(period, "2026-11-21"), dueOn: "2026-11-21", runId: 17 });
  assert.equal(of("last_month"), "2026-10");
  assert.equal(of("last_12_months"), "2025-11-to-2026-10");
  assert.equal(of("all"), "2026-11-21");
  assert.equal(of("new"), "2026-11-21-17");
});

test("files of two deliveries never have the same name, whatever their names and properties", () => {
  const periods = ["2026-10", "2025-11-to-2026-10", "2026-11-21", "2026-11-21-17"];
  const names = ["bills", "bills-d3", "bills-d3-4", "bills-3", "d3", "bills-d3-12-2026-10"].flatMap((slug, index) =>
    [3, 4, 12, 312].flatMap((number) => {
      const id = number * 10 + index;
      const starts = [
        fileStart({ id, slug }),
        ...[3, 4, 12].map((property) => `${fileStart({ id, slug })}-${property}`),
      ];
      return starts.flatMap((start) => periods.map((period) => ({ id, name: `${start}-${period}.csv` })));
    }),
  );
  for (const { id, name } of names) {
    const others = names.filter((other) => other.name === name && other.id !== id);
    assert.deepEqual(others, [], name);
    assert.equal(/.*-d(\d+)-/.exec(name)?.[1], String(id));
  }
});

test("a name becomes a part of a file name with safe characters only", () => {
  assert.equal(slugOf("Bills of the month", "x"), "bills-of-the-month");
  assert.equal(slugOf("  Übersicht / Zürich\u0000..\\ ", "x"), "ubersicht-zurich");
  assert.equal(slugOf("../../etc/passwd", "x"), "etc-passwd");
  assert.equal(slugOf("電気", "delivery"), "delivery");
  assert.ok(slugOf("a".repeat(500), "x").length <= 60);
});
