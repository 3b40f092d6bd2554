/** Reports: chosen, read, downloaded and shared. */
import { Group, SegmentedControl, Select, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { sayWord, useLanguage } from "../../app/language.ts";
import { propertiesQuery } from "../../data/properties.ts";
import { reportTypesQuery, type ReportAsked, type ReportType } from "../../data/reports.ts";
import { HowToBegin } from "../../parts/how-to-begin.tsx";
import { Empty, Page } from "../../parts/page.tsx";
import { endAfter, lastDayOf } from "../../parts/period.ts";
import { AllProperties } from "./all-properties.tsx";
import { Preview } from "./preview.tsx";
import { useReportsWords } from "./reports.words.ts";
import { SharedLinks } from "./shared-links.tsx";

/** The one that most people want first. */
const FIRST: ReportType = "energy_history_detail_report";

export function ReportsPage() {
  const say = useReportsWords();
  const { about = "one" } = useSearch({ from: "/signed-in/reports" });
  const navigate = useNavigate({ from: "/reports" });
  return (
    <Page title={say("title")}>
      <Stack gap="lg">
        <SegmentedControl
          className="not-printed"
          aria-label={say("about")}
          style={{ alignSelf: "flex-start" }}
          value={about}
          // The types of the two differ.
          onChange={(value) => void navigate({ search: value === "all" ? { about: value } : {} })}
          data={[
            { value: "one" as const, label: say("about.one") },
            { value: "all" as const, label: say("about.all") },
          ]}
        />
        {about === "all" ? <AllProperties /> : <OneProperty />}
      </Stack>
    </Page>
  );
}

function OneProperty() {
  const say = useReportsWords();
  const { property, report = FIRST, from, to } = useSearch({ from: "/signed-in/reports" });
  const navigate = useNavigate({ from: "/reports" });
  const properties = useQuery(propertiesQuery);
  const language = useLanguage();
  const types = useQuery(reportTypesQuery(language));
  const only = properties.data?.length === 1 ? properties.data[0]?.id : undefined;
  const propertyId = property ?? only;
  const asked: ReportAsked | null =
    // The address may name a type that does not exist: the service then says which there are.
    propertyId === undefined ? null : { propertyId, type: report as ReportType, from, to, language };
  const choose = (more: { property?: number; report?: string; from?: string; to?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...more }) });
  if (properties.data?.length === 0)
    return (
      <Empty icon="report" title={say("noProperty")} text={say("noPropertyText")}>
        <HowToBegin />
      </Empty>
    );
  return (
    <Stack gap="lg">
      <Group align="flex-end" className="not-printed">
        <Select
          label={say("property")}
          searchable
          data={(properties.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={propertyId === undefined ? null : String(propertyId)}
          onChange={(value) => choose(value === null ? {} : { property: Number(value) })}
          w={{ base: "100%", sm: 280 }}
        />
        <Select
          label={say("report")}
          data={(types.data?.reports_types ?? []).map((type) => ({ value: type, label: sayWord(say, "type", type) }))}
          description={types.data?.reports.find((each) => each.report_type === report)?.description}
          value={report}
          allowDeselect={false}
          onChange={(value) => choose({ report: value ?? FIRST })}
          w={{ base: "100%", sm: 320 }}
        />
        <TextInput
          type="date"
          label={say("from")}
          value={from ?? ""}
          onChange={({ currentTarget: { value } }) => choose({ from: value || undefined })}
        />
        <TextInput
          type="date"
          label={say("to")}
          value={to === undefined ? "" : lastDayOf(to)}
          onChange={({ currentTarget: { value } }) => choose({ to: value === "" ? undefined : endAfter(value) })}
        />
      </Group>
      {asked === null ? (
        <Empty icon="report" title={say("choose")} text={say("chooseText")} />
      ) : (
        <Preview asked={asked} />
      )}
      <div className="not-printed">
        <SharedLinks />
      </div>
    </Stack>
  );
}
