/** The parts of the change by service and meter. */
import { Table } from "@mantine/core";
import type { PropertyVariance } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { exactChange, money } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import type { WhyScope } from "./scope.ts";
import { useWhyWords } from "./why.words.ts";

type Parts = PropertyVariance["parts"];
interface Row {
  key: string;
  name: string;
  isMeter: boolean;
  scope: WhyScope;
  cost: number | null;
  cost_against: number | null;
  change: number;
  parts: Parts;
}

export function VarianceTable({ variance }: { variance: PropertyVariance }) {
  const say = useWhyWords();
  const common = useCommon();
  const { energy_types, meters } = variance;
  const causes = Object.keys(variance.parts).filter(
    (cause) => partOf(variance.parts, cause) !== 0 || meters.some(({ parts }) => partOf(parts, cause) !== 0),
  );
  const rows: Row[] = energy_types.flatMap((service) => {
    const own = meters.filter(({ energy_type }) => energy_type === service.energy_type);
    const name = sayWord(common, "energy", service.energy_type);
    return [
      { ...service, key: service.energy_type, name, isMeter: false, scope: { type: service.energy_type } },
      // A service of one meter has its figures.
      ...(own.length === 1 ? [] : own).map((meter) => ({
        ...meter,
        key: String(meter.utility_meter_id),
        name: meter.meter_num ?? `#${meter.utility_meter_id}`,
        isMeter: true,
        scope: { meter: meter.utility_meter_id },
      })),
    ];
  });
  const whole: Row = { ...variance, key: "whole", name: say("table.total"), isMeter: false, scope: {} };
  return (
    <Section title={say("table.title")} sentence={say("table.sentence")}>
      <div className="wide" role="region" aria-label={say("table.title")} tabIndex={0}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{say("table.what")}</Table.Th>
              <Table.Th scope="col" className="number">
                {say("table.change")}
              </Table.Th>
              {causes.map((cause) => (
                <Table.Th key={cause} scope="col" className="number" title={sayWord(say, "does", cause)}>
                  {sayWord(say, "part", cause)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...rows, whole].map((row) => (
              <Table.Tr key={row.key} fw={row.key === "whole" ? 600 : 400}>
                <Table.Th scope="row" pl={row.isMeter ? "xl" : undefined} fw={row.isMeter ? 400 : 600}>
                  <TextLink
                    to="/properties/$id/why"
                    params={{ id: String(variance.property_id) }}
                    search={(before) => ({
                      ...before,
                      type: undefined,
                      meter: undefined,
                      cause: undefined,
                      ...row.scope,
                    })}
                    size="sm"
                  >
                    {row.name}
                  </TextLink>
                </Table.Th>
                <Table.Td className="number" title={`${money(row.cost_against)} → ${money(row.cost)}`}>
                  {exactChange(row.change)}
                </Table.Td>
                {causes.map((cause) => (
                  <Table.Td key={cause} className="number">
                    {partOf(row.parts, cause) === 0 ? "" : exactChange(partOf(row.parts, cause))}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Section>
  );
}

/** Causes that a newer service adds are shown, too. */
const partOf = (parts: Parts, cause: string): number => ({ ...parts } as Record<string, number>)[cause] ?? 0;
