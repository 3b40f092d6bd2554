/** The periods of reads, whatever their days, order and gaps: they follow each other, and no amount is lost or moved. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { addDays } from "../calendar.ts";
import { readRows, sheetRow } from "./imports.fixtures.ts";

/** Reads of up to three meters in any order: the number of days to the next read of the meter, and whether the row has amounts. */
const Reads = fc
  .array(
    fc.array(fc.record({ days: fc.integer({ min: 1, max: 400 }), isBare: fc.boolean() }), {
      minLength: 1,
      maxLength: 8,
    }),
    { minLength: 1, maxLength: 3 },
  )
  .chain((meters) => {
    const rows = meters.flatMap((reads, meter) => {
      let day = "2010-01-01";
      return reads.map(({ days, isBare }, index) => {
        const read = { meter, index, day, isBare };
        day = addDays(day, days);
        return read;
      });
    });
    return fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length });
  });

for (const read_date_is of ["period_end", "period_start"] as const)
  test(`every read has the days to its neighbor, or a refusal (${read_date_is})`, () => {
    const step = read_date_is === "period_end" ? -1 : 1;
    fc.assert(
      fc.property(Reads, (reads) => {
        const rows = reads.map(({ meter, day, isBare }, at) => {
          const row = sheetRow(at + 2, null, { read_date: day, meter_num: `M${meter}`, isBoundary: isBare });
          return isBare ? { ...row, usages: [], charges: [] } : row;
        });
        const { bills, refusals } = readRows(rows, { read_date_is });
        const expected = reads.flatMap(({ meter, index, day, isBare }, at) => {
          const neighbor = reads.find((each) => each.meter === meter && each.index === index + step)?.day;
          if (isBare) return [];
          const days = neighbor === undefined ? ["none"] : [day, neighbor].toSorted();
          return [`${at + 2} ${days.join(" ")}`];
        });
        const found = [
          ...bills.flatMap(({ statement }) =>
            statement.meters.flatMap(({ usages }) =>
              usages.map(({ place, start_date, end_date }) => `${place.row} ${start_date} ${end_date}`),
            ),
          ),
          ...refusals.map(({ row, reason }) => {
            assert.equal(reason, read_date_is === "period_end" ? "no_read_before" : "no_read_after");
            return `${row} none`;
          }),
        ];
        assert.deepEqual(found.toSorted(), expected.toSorted());
      }),
      { numRuns: 200 },
    );
  });
