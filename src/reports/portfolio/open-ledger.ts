/** Opens the report of the bookings of bills. */
import { listBookedBills, readBookedIds, type BookedBillFilter } from "../../store/bills/booked-bills.ts";
import { listBookings } from "../../store/bills/bookings.ts";
import { atOneMoment, type Db } from "../../store/db.ts";
import { listBookedLines, listMeterPlaces } from "../../store/reports/booked-lines.ts";
import { sumLedger } from "../../store/reports/ledger-sums.ts";
import { makeTable } from "../parts/open-table.ts";
import { readParts } from "../parts/read-parts.ts";
import { bookedOptions } from "./booked-options.ts";
import { invoicedPeriod } from "./invoiced-period.ts";
import { ledgerColumns, ledgerOpening, ledgerRows, type BookingsPart } from "./ledger.ts";
import type { OpenPortfolioTable } from "./open-table.ts";
import { portfolioWords } from "./words/words.ts";

export const openGeneralLedger: OpenPortfolioTable = async (db, companyId, options) => {
  const words = portfolioWords(options.language);
  const { filter, nextSince } = await bookedOptions(db, options);
  const head = {
    title: words.sentence("ledger.title"),
    basis: "as billed" as const,
    period: await invoicedPeriod(db, companyId, filter),
    columns: ledgerColumns(words),
    rule: words.sentence("ledger.rule"),
    charts: [],
    nextSince,
  };
  const { property_id } = filter;
  return makeTable({
    head,
    opening: async () => ledgerOpening(await sumLedger(db, companyId, filter), words),
    rows: ledgerRows({ property_id, nextSince }, words),
    read: readBookings(db, companyId, filter),
  });
};

const readBookings = (db: Db, companyId: number, filter: BookedBillFilter): AsyncIterable<BookingsPart> =>
  readParts(readBookedIds(db, companyId, filter, "invoice_date"), (ids) =>
    atOneMoment(db, async (trx) => {
      const lines = await listBookedLines(trx, companyId, ids);
      const meters = [...new Set(lines.map(({ utility_meter_id }) => utility_meter_id))];
      return {
        bills: await listBookedBills(trx, companyId, ids, "invoice_date"),
        bookings: await listBookings(trx, companyId, ids, filter.window),
        lines,
        places: await listMeterPlaces(trx, companyId, meters),
      };
    }),
  );
