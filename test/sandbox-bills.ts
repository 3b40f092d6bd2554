/** Bills of every account of the sandbox as records, straight from its truth: what a perfect reader of the files would have saved. */
import { truthOf } from "../sandbox/world/truth.ts";
import { SCENARIOS } from "../sandbox/world/scenarios.ts";
import { createWorld } from "../sandbox/world/world.ts";
import { wireDay } from "../src/records/wire.ts";
import type { EspiBill } from "../src/formats/espi/bill.ts";
import {
  groupId,
  makeBill,
  makeCharge,
  makeEspiBill,
  makeMeter,
  makeUsage,
} from "../src/formats/espi/espi.fixtures.ts";

const UTILITIES = ["northgate-electric", "clearwater-gas-water"] as const;

type TrueBill = ReturnType<typeof truthOf>["accounts"][number]["bills"][number];
type TrueMeter = TrueBill["meters"][number];

/** Of an account: a year and a month. Older ones are of the same kinds, but for those with an estimated read. */
const NEWEST = 13;

/** The newest of each account, and all that are estimated. Ids count up over all bills, those of accounts and meters come back with each bill of the same one. */
export function sandboxBills(): EspiBill[] {
  const world = createWorld();
  const idOf = countedIds();
  return UTILITIES.flatMap((utility) =>
    SCENARIOS.flatMap(({ username }) =>
      truthOf(world.accountsOf(utility, username) ?? []).accounts.flatMap(({ acct_num, bills }) =>
        bills
          .filter(({ estimated }, at) => estimated || at >= bills.length - NEWEST)
          .map((bill): EspiBill => {
            const account = `${username} ${acct_num}`;
            const meters = bill.meters.map((meter) => ({
              ...meter,
              id: idOf("meter", `${account} ${meter.meter_num}`),
            }));
            return {
              ...makeEspiBill(recordOf(bill, meters, idOf("account", account), idOf("bill"), idOf)),
              account: { acct_num, utility_company_name: utility },
              meters: meters.map(({ id, meter_num, energy_type, service_address }) =>
                makeMeter({ id, meter_num, energy_type, service_address }),
              ),
            };
          }),
      ),
    ),
  );
}

type IdOf = ReturnType<typeof countedIds>;

function recordOf(bill: TrueBill, meters: (TrueMeter & { id: number })[], account: number, id: number, idOf: IdOf) {
  const line = { utility_bill_id: id, utility_account_id: account };
  return {
    ...makeBill(),
    id,
    utility_account_id: account,
    invoice_date: wireDay(bill.invoice_date),
    account_holder_name: bill.account_holder_name,
    amount_due: bill.amount_due,
    previous_balance: bill.previous_balance,
    amount_paid: bill.amount_paid,
    estimated: bill.estimated,
    charges: meters.flatMap((meter) =>
      meter.charges.map((charge) => makeCharge({ ...charge, ...line, ...places(charge, meter.id, idOf("charge")) })),
    ),
    usages: meters.flatMap((meter) =>
      meter.usages.map((usage) => makeUsage({ ...usage, ...line, ...places(usage, meter.id, idOf("usage")) })),
    ),
  };
}

const places = ({ start_date, end_date }: { start_date: string; end_date: string }, meter: number, id: number) => ({
  id,
  utility_meter_id: meter,
  line_item_group_id: groupId(id),
  start_date: wireDay(start_date),
  end_date: wireDay(end_date),
});

function countedIds() {
  const known = new Map<string, number>();
  let last = 0;
  return (kind: string, name?: string): number => {
    const key = `${kind} ${name ?? last}`;
    const id = known.get(key) ?? ++last;
    known.set(key, id);
    return id;
  };
}
