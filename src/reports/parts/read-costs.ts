/** Reads the monthly cost of each type of energy of a property and its complete months, for charts. */
import type { Sql } from "../../store/db.ts";
import { listPropertyMonths } from "../../store/derived/property-months.ts";

export async function readCosts(db: Sql, companyId: number, propertyId: number) {
  const types = await listPropertyMonths(db, companyId, propertyId, "energy_type");
  const whole = await listPropertyMonths(db, companyId, propertyId, "property");
  const complete = whole.filter(({ month_complete }) => month_complete);
  return { types, completeMonths: new Set(complete.map(({ effective_month }) => effective_month)) };
}
