/** What is derived for whole properties: their months, by energy type or in all, and the degree days at their weather station. */
import { sql } from "kysely";
import type { RolledMonth } from "../domain/roll-up.ts";
import { MONTH_FIGURES } from "../records/month.ts";
import type { Sql, Trx } from "./db.ts";
import type { MonthRange } from "./months.ts";

export type PropertyMonthRow = Awaited<ReturnType<typeof listPropertyMonths>>[number];
export type DegreeDayRow = Awaited<ReturnType<typeof listDegreeDays>>[number];

/** Stands in the column of energy types for the property as a whole. */
const WHOLE = "";

/** Months of the property as a whole, or one row for each type of energy it uses. */
export function listPropertyMonths(
  db: Sql,
  companyId: number,
  propertyId: number,
  by: "property" | "energy_type",
  { from, to }: MonthRange = {},
) {
  return db
    .selectFrom("property_months")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("property_id", "=", propertyId)
    .where("energy_type", by === "property" ? "=" : "<>", WHOLE)
    .$if(from !== undefined, (query) => query.where("effective_month", ">=", from ?? ""))
    .$if(to !== undefined, (query) => query.where("effective_month", "<", to ?? ""))
    .orderBy("energy_type")
    .orderBy("effective_month")
    .execute();
}

const COMPARED = [...MONTH_FIGURES, "estimated", "month_complete"] as const;

/** Makes the stored months of a property equal to those given; returns how many rows had to be written or deleted. */
export async function replacePropertyMonths(
  trx: Trx,
  companyId: number,
  propertyId: number,
  months: RolledMonth[],
): Promise<number> {
  const given = months.map(({ energy_type, ...month }) => ({ ...month, energy_type: energy_type ?? WHOLE }));
  const keyOf = (row: { energy_type: string; effective_month: string }) => `${row.energy_type} ${row.effective_month}`;
  const rows = [
    ...(await listPropertyMonths(trx, companyId, propertyId, "property")),
    ...(await listPropertyMonths(trx, companyId, propertyId, "energy_type")),
  ];
  const stored = new Map(rows.map((row) => [keyOf(row), row]));
  const wanted = new Set(given.map(keyOf));
  const gone = rows.filter((row) => !wanted.has(keyOf(row))).map(({ id }) => id);
  const changed = given.filter((month) => {
    const row = stored.get(keyOf(month));
    return row === undefined || COMPARED.some((name) => row[name] !== month[name]);
  });
  if (gone.length > 0) {
    await trx.deleteFrom("property_months").where("company_id", "=", companyId).where("id", "in", gone).execute();
  }
  // In parts: PostgreSQL takes 65,535 values in a statement.
  for (let from = 0; from < changed.length; from += PART) {
    await trx
      .insertInto("property_months")
      .values(
        changed.slice(from, from + PART).map((month) => ({ company_id: companyId, property_id: propertyId, ...month })),
      )
      .onConflict((conflict) =>
        conflict.columns(["company_id", "property_id", "energy_type", "effective_month"]).doUpdateSet((eb) => ({
          ...Object.fromEntries(COMPARED.map((name) => [name, eb.ref(`excluded.${name}`)])),
          updated_at: sql`now()`,
        })),
      )
      .execute();
  }
  return gone.length + changed.length;
}

/** Rows of one statement. */
const PART = 1000;

/** Weather belongs to no company: the property of the company says which station is meant. */
export function listDegreeDays(db: Sql, companyId: number, propertyId: number, { from, to }: MonthRange = {}) {
  return db
    .selectFrom("properties as property")
    .innerJoin("degree_days as month", "month.weather_station_alpha_id", "property.weather_station_alpha_id")
    .selectAll("month")
    .where("property.company_id", "=", companyId)
    .where("property.id", "=", propertyId)
    .$if(from !== undefined, (query) => query.where("month.effective_month", ">=", from ?? ""))
    .$if(to !== undefined, (query) => query.where("month.effective_month", "<", to ?? ""))
    .orderBy("month.effective_month")
    .execute();
}
