/** One report: its answer, its figures and its table, with its files and its link. */
import { Button, Group, Menu, Spoiler, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Report } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { REPORT_FORMATS, reportAddress, reportQuery, type ReportAsked } from "../../data/reports.ts";
import { day } from "../../parts/format.ts";
import { Icon } from "../../parts/icons.tsx";
import { useMay } from "../../parts/may.ts";
import { Empty } from "../../parts/page.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { ReportTable, ROWS_SHOWN } from "./report-table.tsx";
import { ReportTiles } from "./report-tiles.tsx";
import { useReportsWords } from "./reports.words.ts";
import { ScheduleReport } from "./schedule-report.tsx";
import { ShareReport } from "./share-report.tsx";

export function Preview({ asked }: { asked: ReportAsked }) {
  const say = useReportsWords();
  const mayShare = useMay("edit");
  const report = useQuery(reportQuery(asked));
  return (
    <Loaded query={report} height={400}>
      {(data) => (
        <Section
          title={`${data.property.name}: ${sayWord(say, "type", data.report_type)}`}
          sentence={sentenceOf(data, say)}
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
                      href={reportAddress(asked, format)}
                      {...(format === "html" ? { target: "_blank" } : { download: true })}
                    >
                      {say(`format.${format}`)}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
              {mayShare ? <ScheduleReport asked={asked} /> : null}
              {mayShare ? <ShareReport asked={asked} /> : null}
            </Group>
          }
        >
          <Text size="lg" style={{ textWrap: "pretty" }}>
            {data.answer}
          </Text>
          <ReportTiles tiles={data.tiles} />
          {data.rows.length === 0 ? (
            <Empty icon="report" title={say("empty")} text={say("emptyText")} />
          ) : (
            <ReportTable report={data} propertyId={asked.propertyId} />
          )}
          <Spoiler maxHeight={0} showLabel={say("rule")} hideLabel={say("rule")}>
            <Text size="sm">{data.rule}</Text>
            {data.notes.length === 0 ? null : (
              <Stack gap={4} mt="sm">
                <Text fw={600} size="sm">
                  {say("notes")}
                </Text>
                {data.notes.map((note) => (
                  <Text key={note} size="sm">
                    {note}
                  </Text>
                ))}
              </Stack>
            )}
          </Spoiler>
        </Section>
      )}
    </Loaded>
  );
}

/** People take the last day of a period as covered. */
const lastDay = (end: string): string => new Date(Date.parse(end) - 86_400_000).toISOString();

function sentenceOf({ rows, period, estimated, missing }: Report, say: ReturnType<typeof useReportsWords>): string {
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
