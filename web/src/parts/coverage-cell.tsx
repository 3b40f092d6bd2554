/** What is the matter with a month of a meter, which days it is about, and the ways to what settles it. */
import { CloseButton, Popover, Stack, Text } from "@mantine/core";
import { sayWord } from "../app/language.ts";
import { monthParameter } from "../data/months.ts";
import { useCommon } from "../words/common.ts";
import { BillLink } from "./bill-link.tsx";
import type { CoverageCell } from "./coverage-states.ts";
import { useCellWords } from "./coverage-cell.words.ts";
import { TextLink } from "./link.tsx";
import { period } from "./period.ts";

/** Where the cause is settled; a cause that is not here needs nothing. Bills are listed in any case. */
const WAYS: Record<string, "bring" | "review" | "connections" | "meter"> = {
  no_bill: "bring",
  bill_late: "bring",
  document_in_review: "review",
  sign_in_refused: "connections",
  not_collected: "connections",
  not_on_newer_bill: "meter",
};

const PAGES = { bring: "/bring-bills", review: "/review", connections: "/connections" } as const;

interface CellDetailProps {
  cell: CoverageCell;
  name: string;
  close: () => void;
}

export function CellDetail({ cell, name, close }: CellDetailProps) {
  const say = useCellWords();
  const common = useCommon();
  const { cause, effective_month, periods, utility_bill_ids, meter } = cell;
  const id = meter.property_id === null ? null : String(meter.property_id);
  const way = WAYS[cause ?? ""];
  const service = sayWord(common, "energy", meter.energy_type);
  return (
    <Popover
      opened
      onChange={(isOpen) => (isOpen ? undefined : close())}
      onClose={close}
      position="bottom"
      withArrow
      trapFocus
      // Not the span that it hangs from, but the cell beside it says that there is a dialog.
      withRoles={false}
      width={280}
      middlewares={{ flip: true, shift: { padding: 8 } }}
    >
      <Popover.Target>
        <span className="place" />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={name}>
        <Stack gap={6}>
          <Text fw={600} size="sm" pr="lg">
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {say("meter", { service, number: meter.meter_num ?? `#${meter.utility_meter_id}` })}
          </Text>
          {cause === null ? null : <Text size="sm">{sayWord(say, "cause", cause)}</Text>}
          {periods.slice(0, 3).map(({ start_date, end_date }) => (
            <Text key={start_date} size="sm" c="dimmed">
              {say("days", { days: period(start_date, end_date) })}
            </Text>
          ))}
          {way === undefined ? null : way === "meter" ? (
            id === null ? null : (
              <TextLink to="/properties/$id" params={{ id }} search={{ meter: meter.utility_meter_id }} size="sm">
                {say("way.meter")}
              </TextLink>
            )
          ) : (
            <TextLink to={PAGES[way]} size="sm">
              {say(`way.${way}`)}
            </TextLink>
          )}
          {utility_bill_ids.map((bill) => (
            <BillLink key={bill} id={bill} />
          ))}
          {id === null || utility_bill_ids.length === 0 ? null : (
            <TextLink
              to="/properties/$id/months/$month"
              params={{ id, month: monthParameter(effective_month) }}
              size="sm"
            >
              {say("way.month")}
            </TextLink>
          )}
          {utility_bill_ids.length === 0 && way === undefined && id !== null ? (
            <TextLink to="/properties/$id" params={{ id }} size="sm">
              {say("way.property")}
            </TextLink>
          ) : null}
          {/* Last, so that the first way has the focus, and there is something to focus where there is no way. */}
          <CloseButton
            aria-label={common("act.close")}
            size="sm"
            onClick={close}
            style={{ position: "absolute", top: 8, right: 8 }}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
