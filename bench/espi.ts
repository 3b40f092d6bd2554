/**
 * How fast a day becomes Green Button XML, and in how much memory: 100,000 bills of as many meters, written piece by piece
 * and thrown away, against the same bills written as JSON. Prints bills a second, bytes, the ratio and, run with
 * `--expose-gc`, the heap that is held.
 */
import { espiFeed } from "../src/formats/espi/feed.ts";
import type { EspiBill } from "../src/formats/espi/bill.ts";
import { DAY } from "../src/formats/espi/espi.fixtures.ts";
import { sandboxBills } from "../test/sandbox-bills.ts";

const BILLS = Number(process.argv[2] ?? 100_000);
const samples = sandboxBills();

/** The bills of the sandbox repeated, each time for other accounts and meters. */
function* drawBills(count: number): Generator<EspiBill> {
  for (let index = 0; index < count; index++) {
    const sample = samples[index % samples.length];
    if (sample === undefined) return;
    const { bill, meters, account } = sample;
    const at = index * 1000;
    const moved = <T extends { utility_meter_id: number }>(line: T) => ({
      ...line,
      utility_meter_id: line.utility_meter_id + at,
    });
    yield {
      account,
      meters: meters.map((meter) => ({ ...meter, id: meter.id + at })),
      bill: {
        ...bill,
        id: at + bill.id,
        utility_account_id: at + bill.utility_account_id,
        charges: bill.charges.map(moved),
        usages: bill.usages.map(moved),
      },
    };
  }
}

function measure(name: string, write: (bills: Iterable<EspiBill>) => Iterable<string>) {
  for (const _ of write(drawBills(5000)));
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let bytes = 0;
  const start = process.cpuUsage();
  const pieces = write(drawBills(BILLS));
  let left = BILLS;
  let heap = 0;
  for (const piece of pieces) {
    bytes += Buffer.byteLength(piece);
    // Measured before the end, because then the generator drops all that it holds.
    if (--left !== 0) continue;
    globalThis.gc?.();
    heap = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  }
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  const rate = Math.round(BILLS / seconds).toLocaleString("en-US");
  const kept = globalThis.gc === undefined ? "" : `, ${heap.toFixed(1)} MB of heap held at the last bill`;
  console.log(
    `${name} ${rate} bills/s, ${(bytes / 2 ** 20).toFixed(0)} MB in ${seconds.toFixed(1)} s of processor${kept}`,
  );
  return seconds;
}

console.log(`${BILLS} bills, each of its own account and meters`);
const espi = measure("ESPI", (bills) => espiFeed(DAY, bills));
const json = measure("JSON", function* (bills) {
  for (const { bill } of bills) yield JSON.stringify(bill);
});
console.log(`ratio ${(espi / json).toFixed(1)} times the JSON`);
