import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { identityOf, meterKey } from "../bills/bill-identity.ts";
import { readRows, sheetRow } from "./imports.fixtures.ts";
import { isCorrection, matchBill, type Verdict } from "./match-bill.ts";
import type { Row } from "./row.ts";
import { noExistingBills, type BillToCompare, type ExistingBill, type ExistingLine } from "./existing-bills.ts";

/** The days as in the sheet, the last one included. */
function incoming(period: string, over: Partial<Row> = {}): BillToCompare {
  const { bills } = readRows([sheetRow(2, period, over)]);
  const [bill] = bills;
  assert.ok(bill);
  const { identity_key, content_key } = identityOf(bill.statement);
  return { statement: bill.statement, identity_key, content: () => content_key };
}

/** The same bill as stored in the database. */
function existing(bill: BillToCompare, over: Partial<ExistingBill> = {}): ExistingBill {
  const lines = bill.statement.meters.flatMap((meter) =>
    meter.usages.map(({ start_date, end_date }): ExistingLine => {
      const { energy_type, association_type, meter_num } = meter;
      return { meter: meterKey(meter), energy_type, association_type, meter_num, start_date, end_date, is_use: true };
    }),
  );
  const { identity_key, statement } = bill;
  const of = { id: 1, identity_key, content: bill.content(), invoice_date: statement.invoice_date, lines };
  return { archived: false, imported_by: "earlier_import", corrected: false, fetched_order: 1, ...of, ...over };
}

function verdictOn(bill: BillToCompare, ...bills: ExistingBill[]): string {
  const account = noExistingBills();
  account.see(bills);
  return said(matchBill(bill, account));
}

function said(verdict: Verdict): string {
  if (verdict.kind === "known") return `known by ${verdict.by}`;
  if (verdict.kind === "written")
    return isCorrection(verdict) ? `instead of ${[verdict.version ?? [], verdict.redated].flat().join()}` : "new";
  return `${verdict.reason} ${verdict.others.map(({ id, first_day, last_day }) => `${id} ${first_day}..${last_day}`).join()}`;
}

const COSTLIER = { charges: [{ amount: "21.00", type: "usage_cost" as const, description: "Usage cost" }] };
const january = incoming("2023-01-01..2023-01-31");

describe("an imported bill", () => {
  test("is new to an account without bills, and known to one that has it, even archived", () => {
    assert.equal(verdictOn(january), "new");
    assert.equal(verdictOn(january, existing(january)), "known by 1");
    assert.equal(verdictOn(january, existing(january, { archived: true, lines: [] })), "known by 1");
  });

  test("replaces an earlier import's bill of the same days, and the same bill with other days", () => {
    const corrected = incoming("2023-01-01..2023-01-31", COSTLIER);
    assert.equal(verdictOn(corrected, existing(january)), "instead of 1");
    assert.equal(verdictOn(incoming("2023-01-01..2023-01-29"), existing(january)), "instead of 1");
  });

  test("is written but replaces nothing when a later version is live", () => {
    const corrected = incoming("2023-01-01..2023-01-31", COSTLIER);
    assert.equal(verdictOn(corrected, existing(january, { invoice_date: "2023-03-01" })), "new");
  });

  test("does not replace a bill with another meter for which only the cost is known", () => {
    const other = existing(january);
    const [line] = other.lines;
    assert.ok(line);
    const water: ExistingLine = { ...line, energy_type: "WATER", meter_num: "W1", is_use: false };
    const both = { ...other, identity_key: "both", lines: [line, water] };
    assert.match(verdictOn(incoming("2023-01-01..2023-01-29"), both), /^overlaps_imported_bill 1/);
  });

  test("is refused when a bill of an earlier import shares some of its days", () => {
    const longer = incoming("2023-01-01..2023-03-31");
    assert.equal(verdictOn(longer, existing(january)), "overlaps_imported_bill 1 2023-01-01..2023-01-31");
    assert.equal(verdictOn(longer, existing(january, { archived: true, lines: [] })), "new");
    assert.equal(verdictOn(incoming("2023-01-01..2023-03-31", { meter_num: "M8" }), existing(january)), "new");
    assert.equal(verdictOn(incoming("2023-01-31..2023-02-27"), existing(january)), "new");
  });

  test("is known when a portal gave all of it, and written when a portal gave a part", () => {
    const portal = existing(january, { imported_by: "not_imported", content: "otherwise" });
    assert.equal(verdictOn(january, portal), "known by 1");
    const longer = incoming("2023-01-01..2023-03-31");
    assert.equal(verdictOn(longer, portal), "new");
  });

  test("is known when the portal spells the meter number differently, or one of the two has no number", () => {
    const unnumbered = incoming("2023-01-01..2023-01-31", { meter_num: null });
    for (const bill of [january, unnumbered]) {
      for (const meter_num of ["m-7", null]) {
        const lines = existing(january).lines.map((line) => ({ ...line, meter_num }));
        assert.equal(
          verdictOn(bill, existing(january, { imported_by: "not_imported", content: "otherwise", lines })),
          "known by 1",
        );
      }
    }
    const lines = existing(january).lines.map((line) => ({ ...line, meter_num: "M8" }));
    const other = existing(january, {
      imported_by: "not_imported",
      identity_key: "another",
      content: "otherwise",
      lines,
    });
    assert.equal(verdictOn(january, other), "new");
  });

  test("that was imported before is known, even if a portal has since given a part of it", () => {
    const both = incoming("2023-01-01..2023-02-28");
    const before = existing(both, { id: 5, archived: true, lines: [] });
    assert.equal(verdictOn(both, before, existing(january, { imported_by: "not_imported" })), "known by 5");
  });
});

const NONE = { version: null, redated: [] };

describe("a bill of one day", () => {
  const day = incoming("2023-01-10..2023-01-10");

  test("is not a shared read day: it is refused within a bill of an earlier import, and so is such a bill around it", () => {
    assert.equal(verdictOn(day, existing(january)), "overlaps_imported_bill 1 2023-01-01..2023-01-31");
    assert.equal(verdictOn(january, existing(day)), "overlaps_imported_bill 1 2023-01-10..2023-01-10");
    assert.equal(verdictOn(incoming("2023-01-11..2023-01-11"), existing(day)), "new");
  });

  test("is known when the portal gave its days", () => {
    assert.equal(
      verdictOn(day, existing(january, { imported_by: "not_imported", content: "otherwise" })),
      "known by 1",
    );
    assert.equal(verdictOn(january, existing(day, { imported_by: "not_imported" })), "new");
  });
});

describe("a bill compared with others of the same file", () => {
  const account = (...bills: BillToCompare[]) => {
    const own = noExistingBills();
    for (const bill of bills) own.add(bill, NONE);
    return own;
  };

  test("is new, even if it shares a read day", () => {
    assert.equal(said(matchBill(incoming("2023-01-31..2023-02-28"), account(january))), "new");
  });

  test("of the same period replaces the other, if their dates show which is the later one", () => {
    const corrected = incoming("2023-01-01..2023-01-31", { ...COSTLIER, invoice_date: "2023-02-20" });
    assert.match(said(matchBill(corrected, account(january))), /^instead of -1$/);
  });

  test("is refused when it corrects only a part of another bill, which would remain", () => {
    const both = incoming("2023-01-01..2023-01-31");
    const meters = [
      ...both.statement.meters,
      ...incoming("2023-01-01..2023-01-31", { meter_num: "M8" }).statement.meters,
    ];
    const statement = { ...both.statement, meters };
    const own = account({ ...both, statement, identity_key: "both" });
    const part = incoming("2023-01-01..2023-01-31", { ...COSTLIER, invoice_date: "2023-02-20" });
    assert.match(said(matchBill(part, own)), /^overlaps_other_row/);
  });

  test("names days that several meters of a bill share once", () => {
    const both = (period: string): BillToCompare => {
      const one = incoming(period);
      const meters = [...one.statement.meters, ...incoming(period, { meter_num: "M8" }).statement.meters];
      return { ...one, statement: { ...one.statement, meters }, identity_key: period };
    };
    const own = account(both("2023-01-01..2023-01-31"));
    assert.equal(
      said(matchBill(both("2023-01-01..2023-02-20"), own)),
      "overlaps_other_row null 2023-01-01..2023-01-31",
    );
  });

  test("changes nothing for the next bill when it is older than the live bill", () => {
    const own = noExistingBills();
    own.see([existing(january, { invoice_date: "2023-03-01" })]);
    own.add(incoming("2023-01-01..2023-01-31", COSTLIER), NONE);
    const later = incoming("2023-01-01..2023-01-31", { ...COSTLIER, invoice_date: "2023-02-20" });
    assert.equal(said(matchBill(later, own)), "new");
  });

  test("is distinguished from every other written bill, however often one is corrected", () => {
    const own = account(january);
    const [february, again] = ["2023-02-20", "2023-03-20"].map((invoice_date) =>
      incoming("2023-01-01..2023-01-31", { ...COSTLIER, invoice_date }),
    );
    assert.ok(february && again);
    const other = incoming("2023-05-01..2023-05-31");
    for (const bill of [february, other, again]) {
      const verdict = matchBill(bill, own);
      assert.equal(verdict.kind, "written");
      if (verdict.kind === "written") own.add(bill, verdict);
    }
    assert.deepEqual(
      own.versionsOf(other.identity_key).map(({ archived }) => archived),
      [false],
    );
  });

  test("is refused when only the account shows that both belong to one meter", () => {
    const overlapping = incoming("2023-01-20..2023-02-20");
    assert.equal(said(matchBill(overlapping, account(january))), "overlaps_other_row null 2023-01-01..2023-01-31");
    assert.match(said(matchBill(january, account(january))), /^overlaps_other_row/);
  });

  test("is not compared with a bill that an earlier bill of the file replaced", () => {
    const old = existing(incoming("2023-01-01..2023-02-09"));
    const [first, second] = [january, incoming("2023-02-01..2023-02-28")];
    const own = noExistingBills();
    own.see([old]);
    assert.match(said(matchBill(second, own)), /^overlaps_imported_bill 1/);
    assert.equal(said(matchBill(first, own)), "instead of 1");
    own.add(first, { version: null, redated: [1] });
    assert.equal(said(matchBill(second, own)), "new");
    own.see([old]);
    assert.equal(said(matchBill(second, own)), "new");
  });
});
