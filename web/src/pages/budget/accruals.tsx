/** What is used and not billed yet: each stretch of days with its cost, how that is estimated, and the bills it rests on. */
import { Button, Group, Table, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Accrual, Accruals as Answer } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { accrualsAddress, accrualsQuery } from "../../data/budgets.ts";
import { BillLink } from "../../parts/bill-link.tsx";
import { day, money, number, percentChange, unitName } from "../../parts/format.ts";
import { Icon } from "../../parts/icons.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { period } from "../../parts/period.ts";
import { useIsNarrow } from "../../parts/narrow.ts";
import { useCommon } from "../../words/common.ts";
import { useBudgetWords } from "./budget.words.ts";

interface AccrualsProps {
  /** Null: all properties. */
  propertyId: number | null;
  /** Without it the end of the last month. */
  asOf: string | undefined;
  onChange: (asOf: string | undefined) => void;
}

export function Accruals({ propertyId, asOf, onChange }: AccrualsProps) {
  const say = useBudgetWords();
  const accruals = useQuery(accrualsQuery(propertyId, asOf));
  const { data } = accruals;
  const [typed, setTyped] = useState<string | null>(null);
  const shown = asOf ?? data?.as_of.slice(0, 10);
  return (
    <Section
      title={say("accruals.title")}
      sentence={data === undefined ? undefined : <Summary answer={data} />}
      beside={
        <Group gap="sm" align="flex-end">
          <TextInput
            type="date"
            label={say("accruals.asOf")}
            value={typed ?? shown ?? ""}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value);
              // A year that is half typed is no year.
              if (/^[12]\d{3}-/.test(value)) onChange(value);
            }}
          />
          <Button
            component="a"
            href={shown === undefined ? undefined : accrualsAddress(propertyId, shown)}
            download
            variant="default"
            leftSection={<Icon name="down" size={16} />}
          >
            {say("accruals.csv")}
          </Button>
        </Group>
      }
    >
      <Loaded query={accruals} height={240}>
        {({ accruals: rows, property_id }) =>
          rows.length === 0 ? null : <AccrualTable rows={rows} isOfAll={property_id === null} />
        }
      </Loaded>
    </Section>
  );
}

function Summary({ answer: { as_of, cost, meters, accruals } }: { answer: Answer }) {
  const say = useBudgetWords();
  const sentence =
    cost === null
      ? say("accruals.unknown", { day: day(as_of) })
      : accruals.length === 0
        ? say("accruals.nothing", { day: day(as_of) })
        : say("accruals.sentence", { day: day(as_of), cost: money(cost) });
  return (
    <>
      {sentence} {say("accruals.meters", meters)}
    </>
  );
}

/** Of a large portfolio there are thousands. */
const SHOWN_AT_ONCE = 50;

function AccrualTable({ rows, isOfAll }: { rows: Accrual[]; isOfAll: boolean }) {
  const say = useBudgetWords();
  const common = useCommon();
  const [count, setCount] = useState(SHOWN_AT_ONCE);
  // On a narrow page the cost stands beside the meter, and all else below the meter.
  const isNarrow = useIsNarrow();
  return (
    <>
      <div className="wide" role="region" aria-label={say("accruals.title")} tabIndex={0}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              {isOfAll && !isNarrow ? (
                <Table.Th scope="col" className="named">
                  {say("accruals.property")}
                </Table.Th>
              ) : null}
              <Table.Th scope="col">{say("accruals.meter")}</Table.Th>
              {isNarrow ? null : <Table.Th scope="col">{say("accruals.days")}</Table.Th>}
              <Table.Th scope="col" className="number">
                {say("accruals.cost")}
              </Table.Th>
              {isNarrow ? null : (
                <>
                  <Table.Th scope="col" className="number">
                    {say("accruals.use")}
                  </Table.Th>
                  <Table.Th scope="col" miw={240}>
                    {say("accruals.how")}
                  </Table.Th>
                </>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, count).map((row) => (
              <AccrualRow
                key={`${row.utility_meter_id} ${row.start_date}`}
                row={row}
                isOfAll={isOfAll}
                isNarrow={isNarrow}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {rows.length > count ? (
        <Button variant="default" onClick={() => setCount(count + SHOWN_AT_ONCE)} style={{ alignSelf: "center" }}>
          {common("act.more")}
        </Button>
      ) : null}
    </>
  );
}

const PERCENT = 100;

function AccrualRow({ row, isOfAll, isNarrow }: { row: Accrual; isOfAll: boolean; isNarrow: boolean }) {
  const say = useBudgetWords();
  const common = useCommon();
  const { property_id, property_name, energy_type, meter_num, utility_meter_id, acct_num, utility_company_name } = row;
  const { start_date, end_date, unbilled_days, cost, usage, usage_unit, method, reason, price_factor, basis } = row;
  const how =
    reason !== null
      ? sayWord(say, "reason", reason)
      : method === "same_days_year_before"
        ? say("method.same_days_year_before", {
            change: percentChange(price_factor === null ? null : (price_factor - 1) * PERCENT),
          })
        : say("method.last_bill_per_day");
  const property =
    property_id === null ? null : (
      <TextLink to="/properties/$id/budget" params={{ id: String(property_id) }}>
        {property_name ?? `#${property_id}`}
      </TextLink>
    );
  const meter = `${sayWord(common, "energy", energy_type)} ${meter_num ?? `#${utility_meter_id}`}`;
  const account = [utility_company_name, acct_num].filter((part) => part !== null).join(" ");
  const count = unbilled_days === null ? null : say("accruals.count", { count: unbilled_days });
  const used = usage === null ? number(null) : `${number(usage)} ${unitName(usage_unit)}`;
  const estimated = basis.length === 0 ? how : <Basis how={how} basis={basis} />;
  if (isNarrow)
    return (
      <Table.Tr>
        <Table.Td>
          {isOfAll ? <div>{property}</div> : null}
          {meter}
          <Text size="xs" c="dimmed">
            {account}
          </Text>
          <Text size="sm">
            {period(start_date, end_date)}
            {count === null ? null : `, ${count}`}
          </Text>
          <Text size="sm" component="div">
            {estimated}
          </Text>
        </Table.Td>
        <Table.Td className="number" style={{ verticalAlign: "top" }}>
          {money(cost)}
          <Text size="xs" c="dimmed">
            {used}
          </Text>
        </Table.Td>
      </Table.Tr>
    );
  return (
    <Table.Tr>
      {isOfAll ? (
        <Table.Th scope="row" className="named">
          {property}
        </Table.Th>
      ) : null}
      <Table.Td>
        {meter}
        <Text size="xs" c="dimmed">
          {account}
        </Text>
      </Table.Td>
      <Table.Td style={{ whiteSpace: "nowrap" }}>
        {period(start_date, end_date)}
        <Text size="xs" c="dimmed">
          {count}
        </Text>
      </Table.Td>
      <Table.Td className="number">{money(cost)}</Table.Td>
      <Table.Td className="number">{used}</Table.Td>
      <Table.Td>{estimated}</Table.Td>
    </Table.Tr>
  );
}

/** How it was estimated; opened, the bills that it rests on. */
function Basis({ how, basis }: { how: string; basis: Accrual["basis"] }) {
  const say = useBudgetWords();
  return (
    <details>
      <summary>{how}</summary>
      {basis.map(({ utility_bill_id, role, days }) => (
        <Text key={`${role} ${utility_bill_id}`} size="xs" c="dimmed">
          {sayWord(say, "role", role)}, {say("accruals.count", { count: days })}:{" "}
          <BillLink id={utility_bill_id} size="xs" underline="always" />
        </Text>
      ))}
    </details>
  );
}
