/** The bills of a service as they are: for each account a bar per bill, as wide as its own days. */
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { UtilityBill, UtilityMeter } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { billBars, billBarsData, type BillBar } from "../../charts/bill-bars.ts";
import { ChartSection } from "../../charts/chart-section.tsx";
import { energyColor, usePalette } from "../../charts/palette.ts";
import { pointsOf } from "../../charts/points.ts";
import { billsOfServiceQuery, BILLS_SHOWN } from "../../data/bills.ts";
import { metersQuery } from "../../data/meters.ts";
import type { EnergyType } from "../../data/properties.ts";
import { money, number } from "../../parts/format.ts";
import type { Figure } from "../../parts/month-figures.ts";
import { Empty } from "../../parts/page.tsx";
import { period } from "../../parts/period.ts";
import { Loaded } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { usePropertyWords } from "./property.words.ts";

interface AsBilledProps {
  propertyId: number;
  type: EnergyType;
  figure: Figure;
  sqFt: number | null;
}

export function AsBilled({ propertyId, type, figure, sqFt }: AsBilledProps) {
  const say = usePropertyWords();
  const bills = useQuery(billsOfServiceQuery(propertyId, type));
  const meters = useQuery(metersQuery(propertyId));
  return (
    <Loaded query={meters} height={400}>
      {(all) => (
        <Loaded query={bills} height={400}>
          {(listed) => {
            const own = all.filter(({ energy_type }) => energy_type === type);
            const accounts = [...Map.groupBy(own, ({ utility_account }) => utility_account.id).values()];
            if (listed.length === 0)
              return <Empty icon="bill" title={say("billed.none")} text={say("billed.noneText")} />;
            return (
              <Stack gap="lg">
                {accounts.map((ofAccount) => (
                  <AccountChart
                    key={ofAccount[0]?.utility_account.id}
                    meters={ofAccount}
                    bills={listed}
                    shown={{ figure, sqFt, type }}
                  />
                ))}
                {listed.length === BILLS_SHOWN ? (
                  <Text size="sm" c="dimmed">
                    {say("billed.cut", { count: BILLS_SHOWN })}
                  </Text>
                ) : null}
              </Stack>
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

interface Billed extends BillBar {
  id: number;
}

interface AccountChartProps {
  meters: UtilityMeter[];
  bills: UtilityBill[];
  shown: { figure: Figure; sqFt: number | null; type: EnergyType };
}

function AccountChart({ meters, bills, shown }: AccountChartProps) {
  const say = usePropertyWords();
  const common = useCommon();
  const palette = usePalette();
  const navigate = useNavigate();
  const { figure, sqFt, type } = shown;
  const [first] = meters;
  if (first === undefined) return null;
  const account = first.utility_account;
  const ids = new Set(meters.map(({ id }) => id));
  const own = bills.filter(({ utility_account_id: id }) => id === account.id);
  const unit = unitOfBills(own, ids);
  const bars = own
    .flatMap((bill) => barOf(bill, { ids, figure, sqFt, unit }))
    .toSorted((one, other) => one.start.localeCompare(other.start));
  const writes: Record<Figure, (value: number | null) => string> = {
    cost: money,
    use: (value) => (value === null ? number(value) : `${number(value, 1)} ${unit ?? ""}`),
    price: (value) => number(value, 4),
    area: (value) => number(value, 3),
  };
  const units: Record<Figure, string> = {
    cost: say("unit.cost"),
    use: unit ?? "",
    price: say("unit.price", { unit: unit ?? "" }),
    area: say("unit.area"),
  };
  const write = writes[figure];
  const input = {
    bars,
    color: energyColor(palette, type),
    unit: units[figure],
    write,
    words: { bill: say("billed.days"), value: say(`figure.${figure}`), estimated: say("month.estimated") },
  };
  const name = say("billed.title", {
    service: sayWord(common, "energy", type),
    account: account.acct_num,
    utility: account.utility_company_name,
  });
  const data = billBarsData(input);
  const latest = bars.at(-1);
  const sentence =
    latest === undefined
      ? say("billed.none")
      : say("billed.sentence", { count: bars.length, days: latest.name, value: write(latest.value) });
  return (
    <ChartSection
      title={name}
      sentence={sentence}
      data={data}
      steps={pointsOf(data, false)}
      option={billBars(input, palette)}
      height={260}
      onPick={(at) => {
        const bar = bars[at];
        if (bar !== undefined) void navigate({ to: "/bills/$id", params: { id: String(bar.id) } });
      }}
    >
      <Text size="sm" c="dimmed">
        {say("billed.pick")}
      </Text>
    </ChartSection>
  );
}

const isUse = ({ utility_usage_type }: UtilityBill["usages"][number]): boolean => utility_usage_type === "usage_amount";

/** The unit that the bills print, when it is one: kWh and therms cannot be added. */
function unitOfBills(bills: UtilityBill[], meters: ReadonlySet<number>): string | null {
  const units = new Set(
    bills.flatMap(({ usages }) =>
      usages
        .filter((usage) => isUse(usage) && meters.has(usage.utility_meter_id))
        .map((usage) => usage.measurement_unit),
    ),
  );
  const [unit] = units;
  return units.size === 1 ? (unit ?? null) : null;
}

interface Asked {
  ids: ReadonlySet<number>;
  figure: Figure;
  sqFt: number | null;
  unit: string | null;
}

/** The part of a bill that is for these meters; nothing where the bill has no line of them. */
function barOf({ id, charges, usages, estimated }: UtilityBill, { ids, figure, sqFt, unit }: Asked): Billed[] {
  const charged = charges.filter(({ utility_meter_id }) => ids.has(utility_meter_id));
  const uses = usages.filter((usage) => isUse(usage) && ids.has(usage.utility_meter_id));
  const lines = [...(uses.length > 0 ? uses : charged)].filter(({ start_date }) => start_date !== null);
  const start = lines.reduce(
    (least, { start_date }) => (least === "" || (start_date ?? "") < least ? (start_date ?? "") : least),
    "",
  );
  const end = lines.reduce((most, { end_date }) => ((end_date ?? "") > most ? (end_date ?? "") : most), "");
  if (start === "" || end === "") return [];
  const cost = charged.length === 0 ? null : charged.reduce((sum, { amount }) => sum + amount, 0);
  // Delivered energy once, not again as supplied.
  const delivered = uses.filter(({ supply }) => !supply);
  const counted = delivered.length > 0 ? delivered : uses;
  const use = unit === null || counted.length === 0 ? null : counted.reduce((sum, { amount }) => sum + amount, 0);
  const values: Record<Figure, number | null> = {
    cost,
    use,
    price: cost === null || use === null || use === 0 ? null : cost / use,
    area: cost === null || sqFt === null || sqFt === 0 ? null : cost / sqFt,
  };
  const isEstimated = estimated || uses.some(({ estimated_meter_read }) => estimated_meter_read);
  return [{ id, name: period(start, end), start, end, value: values[figure], isEstimated }];
}
