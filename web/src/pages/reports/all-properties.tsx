/** Reports over all properties: how they do, the bills to pay and the bookings. Each bill is exported once. */
import { Button, Group, NativeSelect, SegmentedControl, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { PortfolioReport } from "@meterbook/client";
import { sayWord, useLanguage } from "../../app/language.ts";
import {
  keepLastExport,
  lastExport,
  portfolioReportAddress,
  portfolioReportQuery,
  portfolioReportTypesQuery,
  type PortfolioReportAsked,
  type PortfolioReportType,
} from "../../data/portfolio-reports.ts";
import { useMe } from "../../data/session.ts";
import { moment } from "../../parts/format.ts";
import { useMay } from "../../parts/permissions.ts";
import { useNotice } from "../../parts/notice.ts";
import { dayOf, endAfter, lastDayOf, monthBefore, moved } from "../../parts/period.ts";
import { Loaded } from "../../parts/section.tsx";
import { useAllPropertiesWords } from "./all-properties.words.ts";
import { ReportView } from "./report-view.tsx";
import { ScheduleReport } from "./schedule-report.tsx";

const FIRST: PortfolioReportType = "portfolio_performance";
/** The page begins with bills of these days: older ones have mostly been paid. */
const RECENT_DAYS = 60;

const isOfBills = (type: string): boolean => type !== "portfolio_performance";

/** The days that a report begins with, until others are chosen: a month is booked when it is over. */
const BEGINS: Partial<Record<PortfolioReportType, () => { from: string; to?: string }>> = {
  accounts_payable: () => ({ from: moved(dayOf(new Date()), -RECENT_DAYS) }),
  general_ledger: () => monthBefore(new Date()),
};

export function AllProperties() {
  const say = useAllPropertiesWords();
  const { report = FIRST, from, to, bills = "all", days } = useSearch({ from: "/signed-in/reports" });
  const navigate = useNavigate({ from: "/reports" });
  const language = useLanguage();
  const types = useQuery(portfolioReportTypesQuery(language));
  const { company } = useMe();
  // The address may name a type that does not exist: the service then says which there are.
  const type = report as PortfolioReportType;
  const last = lastExport(company.id, type);
  // What is kept in the browser is read again when it was changed here.
  const [, setMarkedAt] = useState("");
  const isNew = isOfBills(type) && bills === "new";
  const begins = from === undefined && to === undefined && !isNew ? BEGINS[type] : undefined;
  const { from: shownFrom, to: shownTo } = begins?.() ?? { from, to };
  const isPayable = type === "accounts_payable";
  const asked: PortfolioReportAsked = isNew
    ? { type, language, since: last?.place }
    : isPayable && days === "due"
      ? { type, language, due_from: shownFrom, due_to: shownTo }
      : { type, language, from: shownFrom, to: shownTo };
  const choose = (more: {
    report?: string;
    from?: string;
    to?: string;
    bills?: "new" | undefined;
    days?: "due" | undefined;
  }) => void navigate({ search: (before) => ({ ...before, ...more }) });
  const notice = useNotice();
  const markExported = (place: string) => {
    const at = new Date().toISOString();
    keepLastExport(company.id, type, { place, at });
    setMarkedAt(at);
    notice(say("marked"));
  };
  return (
    <Stack gap="lg">
      <Group align="flex-end" className="not-printed">
        <Select
          label={say("report")}
          data={(types.data?.report_types ?? []).map((each) => ({ value: each, label: sayWord(say, "type", each) }))}
          description={types.data?.reports.find(({ report_type }) => report_type === type)?.description}
          value={type}
          allowDeselect={false}
          onChange={(next) => choose({ report: next ?? FIRST })}
          w={{ base: "100%", sm: 360 }}
        />
        {isOfBills(type) ? (
          <div>
            <Text size="sm" fw={600} mb={2} id="which-bills">
              {say("which")}
            </Text>
            <SegmentedControl
              aria-labelledby="which-bills"
              value={bills}
              onChange={(value) => choose({ bills: value === "new" ? value : undefined })}
              data={[
                { value: "all" as const, label: say("which.all") },
                { value: "new" as const, label: say("which.new") },
              ]}
            />
          </div>
        ) : null}
        {isNew ? null : (
          <Group align="flex-end">
            {isPayable ? (
              <NativeSelect
                label={say("days")}
                value={days ?? ""}
                onChange={({ currentTarget: { value } }) => choose({ days: value === "due" ? value : undefined })}
                data={[
                  { value: "", label: say("days.bill") },
                  { value: "due", label: say("days.due") },
                ]}
              />
            ) : null}
            <TextInput
              type="date"
              label={say(isPayable ? "from" : isOfBills(type) ? "dated" : "months")}
              value={shownFrom ?? ""}
              onChange={({ currentTarget: { value } }) => choose({ from: value || undefined, to: shownTo })}
            />
            <TextInput
              type="date"
              label={say("to")}
              value={shownTo === undefined ? "" : lastDayOf(shownTo)}
              onChange={({ currentTarget: { value } }) =>
                choose({ from: shownFrom, to: value === "" ? undefined : endAfter(value) })
              }
            />
          </Group>
        )}
      </Group>
      {isNew ? (
        <Text size="sm" c="dimmed">
          {last === null ? say("first") : say("last", { at: moment(last.at) })}
        </Text>
      ) : null}
      <Shown asked={asked} isNew={isNew} onExported={markExported} />
    </Stack>
  );
}

interface ShownProps {
  asked: PortfolioReportAsked;
  isNew: boolean;
  onExported: (place: string) => void;
}

function Shown({ asked, isNew, onExported }: ShownProps) {
  const say = useAllPropertiesWords();
  const mayEdit = useMay("edit");
  const report = useQuery(portfolioReportQuery(asked));
  return (
    <Loaded query={report} height={400}>
      {(data: PortfolioReport) => (
        <>
          <ReportView
            report={data}
            title={sayWord(say, "type", data.report_type)}
            // The file has what is shown: what was saved since is for the next one.
            addressOf={(format) => portfolioReportAddress(asked, format, data.next_since)}
            propertyId={null}
            beside={
              <>
                {mayEdit ? (
                  <ScheduleReport
                    of={{ portfolio: data.report_type }}
                    often={isOfBills(data.report_type) ? "weekly" : "monthly"}
                  />
                ) : null}
                <ExportedButton isNew={isNew} report={data} onExported={onExported} />
              </>
            }
            empty={
              isNew ? { title: say("noNew"), text: say("noNewText") } : { title: say("empty"), text: say("emptyText") }
            }
          />
          {isOfBills(data.report_type) ? (
            <Text size="sm" c="dimmed">
              {data.report_type === "accounts_payable" ? `${say("unpaid")} ` : ""}
              {say("costing")}
            </Text>
          ) : null}
        </>
      )}
    </Loaded>
  );
}

function ExportedButton({
  isNew,
  report: { next_since, rows },
  onExported,
}: {
  isNew: boolean;
  report: PortfolioReport;
  onExported: (place: string) => void;
}) {
  const say = useAllPropertiesWords();
  if (!isNew || next_since === undefined || rows.length === 0) return null;
  return (
    <Button onClick={() => onExported(next_since)} title={say("markText")}>
      {say("mark")}
    </Button>
  );
}
