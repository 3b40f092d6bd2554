/** Opens the report of the bills to pay. */
import {
  listBookedBills,
  listCarriedBills,
  readBookedIds,
  type BookedBillFilter,
} from "../../store/bills/booked-bills.ts";
import { listBookings } from "../../store/bills/bookings.ts";
import { atOneMoment, type Db } from "../../store/db.ts";
import { listBilledPlaces, sumCharges } from "../../store/reports/booked-lines.ts";
import { sumPayable } from "../../store/reports/payable-sums.ts";
import { makeTable } from "../parts/open-table.ts";
import { readParts } from "../parts/read-parts.ts";
import { bookedOptions } from "./booked-options.ts";
import { invoicedPeriod } from "./invoiced-period.ts";
import type { OpenPortfolioTable } from "./open-table.ts";
import { payableColumns, payableOpening, payableRows, SOON_DAYS, type BillsPart } from "./payable.ts";
import { portfolioWords } from "./words/words.ts";

export const openAccountsPayable: OpenPortfolioTable = async (db, companyId, options) => {
  const { today, language } = options;
  const words = portfolioWords(language);
  const { filter, nextSince } = await bookedOptions(db, options);
  const head = {
    title: words.sentence("payable.title"),
    basis: "as billed" as const,
    period: await invoicedPeriod(db, companyId, filter),
    columns: payableColumns(words),
    rule: words.sentence("payable.rule"),
    charts: [],
    nextSince,
  };
  return makeTable({
    head,
    opening: async () => payableOpening(await sumPayable(db, companyId, filter, { today, soonDays: SOON_DAYS }), words),
    rows: payableRows({ today, nextSince }, words),
    read: readBills(db, companyId, filter),
  });
};

const readBills = (db: Db, companyId: number, filter: BookedBillFilter): AsyncIterable<BillsPart> =>
  readParts(readBookedIds(db, companyId, filter, "due_date"), (ids) =>
    atOneMoment(db, async (trx) => ({
      bills: await listBookedBills(trx, companyId, ids, "due_date"),
      bookings: await listBookings(trx, companyId, ids, filter.window),
      places: await listBilledPlaces(trx, companyId, ids),
      charges: await sumCharges(trx, companyId, ids),
      carried: new Set(await listCarriedBills(trx, companyId, ids)),
    })),
  );
