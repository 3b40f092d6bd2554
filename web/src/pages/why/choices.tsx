/** What is compared: the property, a service or a meter, in two months or twelve months each. */
import { Group, SegmentedControl, Select } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { PropertyVariance } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { lastMonths, lastOf, monthParameter } from "../../data/months.ts";
import { month as writeMonth, monthName } from "../../parts/format.ts";
import { useCommon } from "../../words/common.ts";
import { useWhyWords } from "./why.words.ts";

/** As far back as months are offered. */
const MONTHS_OFFERED = 72;
const YEAR = 12;

/** `variance` is what is shown; undefined while it loads or when the choice was refused. */
export function Choices({ variance }: { variance: PropertyVariance | undefined }) {
  const say = useWhyWords();
  const search = useSearch({ from: "/signed-in/properties/$id/why" });
  const navigate = useNavigate({ from: "/properties/$id/why" });
  const isYear = search.months === YEAR;
  const months = lastMonths(MONTHS_OFFERED)
    .toReversed()
    .map((each) => ({
      value: monthParameter(each),
      label: isYear ? say("choose.to", { month: writeMonth(each) }) : monthName(each),
    }));
  const shown = (span: PropertyVariance["period"] | undefined) =>
    span === undefined ? null : monthParameter(lastOf(span));
  const choose = (key: "month" | "against") => (value: string | null) =>
    void navigate({
      search: (before) => ({
        ...before,
        ...(value === null ? {} : { [key]: value }),
        // Another month is compared with the same of the year before, unless a person says otherwise.
        ...(key === "month" ? { against: undefined } : {}),
      }),
      resetScroll: false,
    });
  return (
    <Group align="flex-end" gap="md">
      <Scopes variance={variance} />
      <SegmentedControl
        aria-label={say("choose.span")}
        value={String(isYear ? YEAR : 1)}
        data={[
          { value: "1", label: say("span.1") },
          { value: "12", label: say("span.12") },
        ]}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, against: undefined, months: value === "12" ? YEAR : undefined }),
            resetScroll: false,
          })
        }
      />
      <Select
        label={say(isYear ? "choose.months" : "choose.month")}
        data={months}
        value={search.month ?? shown(variance?.period)}
        onChange={choose("month")}
        allowDeselect={false}
        searchable
        w={200}
      />
      <Select
        label={say("choose.against")}
        data={months}
        value={search.against ?? shown(variance?.against)}
        onChange={choose("against")}
        allowDeselect={false}
        searchable
        w={200}
      />
    </Group>
  );
}

function Scopes({ variance }: { variance: PropertyVariance | undefined }) {
  const say = useWhyWords();
  const common = useCommon();
  const { type, meter } = useSearch({ from: "/signed-in/properties/$id/why" });
  const navigate = useNavigate({ from: "/properties/$id/why" });
  const value = meter !== undefined ? `meter ${meter}` : type !== undefined ? `type ${type}` : "";
  const services = variance?.energy_types ?? [];
  const data = [
    { value: "", label: say("table.total") },
    ...services.map(({ energy_type }) => ({
      value: `type ${energy_type}`,
      label: sayWord(common, "energy", energy_type),
    })),
    ...(variance?.meters ?? []).map(({ utility_meter_id: id, meter_num, energy_type }) => ({
      value: `meter ${id}`,
      label: say("scope.meterOf", { service: sayWord(common, "energy", energy_type), meter: meter_num ?? `#${id}` }),
    })),
  ];
  return (
    <Select
      label={say("choose.what")}
      data={data}
      value={data.some((each) => each.value === value) ? value : null}
      allowDeselect={false}
      searchable
      onChange={(chosen) => {
        const [kind, id = ""] = (chosen ?? "").split(" ");
        void navigate({
          search: (before) => ({
            ...before,
            cause: undefined,
            type: kind === "type" ? id : undefined,
            meter: kind === "meter" ? Number(id) : undefined,
          }),
          resetScroll: false,
        });
      }}
      w={240}
    />
  );
}
