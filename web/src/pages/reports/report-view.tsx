/** A report as it is read: its answer, its figures and its table, with its files. */
import { Button, Group, Menu, Spoiler, Stack, Text } from "@mantine/core";
import type { PortfolioReport, Report } from "@meterbook/client";
import type { ReactNode } from "react";
import { REPORT_FORMATS } from "../../data/reports.ts";
import { day } from "../../parts/format.ts";
import { Icon } from "../../parts/icons.tsx";
import { Empty } from "../../parts/page.tsx";
import { Section } from "../../parts/section.tsx";
import { ReportTable, ROWS_SHOWN } from "./report-table.tsx";
import { ReportTiles } from "./report-tiles.tsx";
import { useReportsWords } from "./reports.words.ts";

interface ReportViewProps {
  report: Report | PortfolioReport;
  title: string;
  /** Where the report is had as a file. */
  addressOf: (format: string) => string;
  /** The property of the rows; null when they are of several. */
  propertyId: number | null;
  /** What else can be done with it. */
  beside?: ReactNode;
  /** Said instead of a table without rows. */
  empty: { title: string; text: string };
  /** Between the figures and the table. */
  charts?: ReactNode;
}

export function ReportView({ report, title, addressOf, propertyId, beside, empty, charts }: ReportViewProps) {
  const say = useReportsWords();
  return (
    <Section
      title={title}
      sentence={sentenceOf(report, say)}
      beside={
        <Group gap="xs">
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" leftSection={<Icon name="down" size={16} />}>
                {say("download")}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {REPORT_FORMATS.map((format) => (
                <Menu.Item
                  key={format}
                  component="a"
                  href={addressOf(format)}
                  {...(format === "html" ? { target: "_blank" } : { download: true })}
                >
                  {say(`format.${format}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          {beside}
        </Group>
      }
    >
      <Text size="lg" style={{ textWrap: "pretty" }}>
        {report.answer}
      </Text>
      <ReportTiles tiles={report.tiles} />
      {charts}
      {report.rows.length === 0 ? (
        <Empty icon="report" title={empty.title} text={empty.text} />
      ) : (
        <ReportTable report={report} propertyId={propertyId} />
      )}
      <Spoiler maxHeight={0} showLabel={say("rule")} hideLabel={say("rule")}>
        <Text size="sm">{report.rule}</Text>
        {report.notes.length === 0 ? null : (
          <Stack gap={4} mt="sm">
            <Text fw={600} size="sm">
              {say("notes")}
            </Text>
            {report.notes.map((note) => (
              <Text key={note} size="sm">
                {note}
              </Text>
            ))}
          </Stack>
        )}
      </Spoiler>
    </Section>
  );
}

/** People take the last day of a period as covered. */
const lastDay = (end: string): string => new Date(Date.parse(end) - 86_400_000).toISOString();

function sentenceOf(
  { rows, period, estimated, missing }: ReportViewProps["report"],
  say: ReturnType<typeof useReportsWords>,
): string {
  return [
    period === null ? null : `${day(period.start_date)} – ${day(lastDay(period.end_date))}.`,
    `${say("rows", { count: rows.length })}.`,
    estimated === null || estimated === 0 ? null : say("estimated", { count: estimated }),
    missing === null || missing === 0 ? null : say("missing", { count: missing }),
    rows.length > ROWS_SHOWN ? say("shown", { count: ROWS_SHOWN }) : null,
  ]
    .filter((part) => part !== null)
    .join(" ");
}
