/** The limits that a rebuild is compared with: the arithmetic alone, and COPY of the same rows without any arithmetic. */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { deriveMeter } from "../src/domain/months/meter-derivation.ts";
import type { MeterBill } from "../src/domain/months/meter-bill.ts";
import { deriveProperty } from "../src/domain/property/property-derivation.ts";
import { ledgerOf } from "../src/domain/property/roll-up-ledger.ts";
import { withCopies } from "../src/store/derived/copies.ts";
import type { Db } from "../src/store/db.ts";
import { readBillsOfMeters } from "../src/store/derived/meter-bills.ts";
import { listRebuildParts, lockMetersOfPart, type RebuiltMeter } from "../src/store/derived/rebuild.ts";

const LINES = [
  "select utility_meter_id, utility_bill_id, id, amount, utility_charge_type, start_date, end_date from utility_charges",
  `select utility_meter_id, utility_bill_id, id, amount, utility_usage_type, start_date, end_date, measurement_unit,
    estimated_meter_read, kbtus, lbs_co2, gallons, supply from utility_usages`,
  "select id, estimated, period_start, period_end from utility_bills where not archived",
];
const ROWS = ["meter_months", "property_months", "summed_months", "snapshots"];

/**
 * COPY of every line out, discarded; then of all derived rows in, from a file, into empty tables, which are empty again
 * afterwards. Seconds.
 */
export async function plainCopies(url: string): Promise<{ out: number; in: number; seconds: number }> {
  const folder = await mkdtemp(join(tmpdir(), "meterbook-rows-"));
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const columnsOf = new Map<string, string>();
    for (const table of ROWS) {
      const { rows } = await client.query<{ names: string }>(
        `select string_agg(column_name, ', ') as names from information_schema.columns
         where table_name = $1 and column_name not in ('id', 'created_at', 'updated_at')`,
        [table],
      );
      columnsOf.set(table, rows[0]?.names ?? "");
      const out = client.query(copyTo(`copy ${table} (${columnsOf.get(table)}) to stdout`));
      await pipeline(out, createWriteStream(join(folder, table)));
    }
    await client.query(`truncate ${ROWS.join(", ")}`);
    const began = performance.now();
    for (const query of LINES) await pipeline(client.query(copyTo(`copy (${query}) to stdout`)), nowhere());
    const between = performance.now();
    for (const table of ROWS) {
      const into = client.query(copyFrom(`copy ${table} (${columnsOf.get(table)}) from stdin`));
      await pipeline(createReadStream(join(folder, table)), into);
    }
    const ended = performance.now();
    await client.query(`truncate ${ROWS.join(", ")}`);
    return { out: (between - began) / 1000, in: (ended - between) / 1000, seconds: (ended - began) / 1000 };
  } finally {
    await client.end();
    await rm(folder, { recursive: true });
  }
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Properties held in memory; more of them would measure the memory. */
const SAMPLES = 20;

/** The same rules on bills that are already in memory, for as many properties, by repeating a few of them. */
export async function arithmeticAlone(db: Db, companyId: number, properties: number): Promise<{ seconds: number }> {
  const samples = await readSamples(db, companyId);
  const began = performance.now();
  for (let turn = 0; turn < properties / samples.length; turn++) {
    for (const meters of samples) {
      const whole = meters.map((meter) => ({ ...meter, months: deriveMeter(meter).months }));
      deriveProperty({ sq_ft: 10_000, property_use: null, ledger: ledgerOf(whole), weather: [] });
    }
  }
  return { seconds: (performance.now() - began) / 1000 };
}

type Sample = (RebuiltMeter & { bills: MeterBill[] })[];

async function readSamples(db: Db, companyId: number): Promise<Sample[]> {
  const parts = (await listRebuildParts(db, companyId, 1)).slice(0, SAMPLES);
  const samples: Sample[] = [];
  for (const part of parts) {
    await withCopies(db, async (trx, copies) => {
      const meters = await lockMetersOfPart(trx, companyId, part);
      const bills = new Map<number, MeterBill[]>();
      await readBillsOfMeters(
        copies,
        companyId,
        meters.map(({ id }) => id),
        (id, of) => void bills.set(id, of),
      );
      samples.push(meters.map((meter) => ({ ...meter, bills: bills.get(meter.id) ?? [] })));
    });
  }
  return samples;
}
