/** The grid of properties and months: which months are billed, and what to do about the others. */
import { Group, Popover, Stack, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { sayWord } from "../app/language.ts";
import { month as writeMonth, monthOfYear } from "./format.ts";
import { STATES, type CoverageCell } from "./coverage-states.ts";
import { useCoverageWords } from "./coverage.words.ts";
import { TextLink } from "./link.tsx";
import "./coverage-grid.css";

export interface CoverageRow {
  property_id: number;
  name: string;
  cells: Map<string, CoverageCell>;
}

export function CoverageGrid({ rows, months }: { rows: CoverageRow[]; months: string[] }) {
  const say = useCoverageWords();
  const frame = useRef<HTMLDivElement>(null);
  // On a narrow page the latest months are what matters.
  useEffect(() => {
    frame.current?.scrollTo({ left: frame.current.scrollWidth });
  }, []);
  return (
    <Stack gap="sm">
      <div ref={frame} className="wide" role="region" aria-label={say("name")} tabIndex={0}>
        <table className="coverage">
          <thead>
            <tr>
              <td />
              {months.map((month, at) => (
                <th key={month} scope="col">
                  {monthOfYear(month)}
                  {at === 0 || month.slice(5, 7) === "01" ? <span>{month.slice(0, 4)}</span> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ property_id, name, cells }) => (
              <tr key={property_id}>
                <th scope="row">
                  <TextLink to="/properties/$id" params={{ id: String(property_id) }} className="plain">
                    {name}
                  </TextLink>
                </th>
                {months.map((month) => (
                  <td key={month}>
                    <Cell cell={cells.get(month)} property={name} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Legend />
    </Stack>
  );
}

function Cell({ cell, property }: { cell: CoverageCell | undefined; property: string }) {
  const say = useCoverageWords();
  const [isOpen, setOpen] = useState(false);
  if (cell === undefined) return null;
  const { state, cause, effective_month, utility_bill_ids } = cell;
  const name = say("cell", { property, month: writeMonth(effective_month), state: sayWord(say, "state", state) });
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom" withArrow trapFocus={false} width={260}>
      <Popover.Target>
        <button type="button" className="cell" data-state={state} aria-label={name} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown>
        <Text fw={600} size="sm">
          {name}
        </Text>
        {cause === null ? null : <Text size="sm">{sayWord(say, "cause", cause)}</Text>}
        {utility_bill_ids.map((id) => (
          <TextLink key={id} to="/bills/$id" params={{ id: String(id) }} size="sm" display="block">
            #{id}
          </TextLink>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}

const LEGEND = STATES.toReversed().filter((state) => state !== "not_due");

function Legend() {
  const say = useCoverageWords();
  return (
    <Group gap="md" component="ul" p={0} m={0} style={{ listStyle: "none" }} aria-label={say("legend")}>
      {LEGEND.map((state) => (
        <Group key={state} gap={6} component="li">
          <span className="cell" data-state={state} />
          <Text size="sm">{sayWord(say, "state", state)}</Text>
        </Group>
      ))}
    </Group>
  );
}
