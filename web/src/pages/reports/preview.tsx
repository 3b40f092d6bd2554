/** One report as a table, with its files and its link. */
import { Button, Group, Menu, Spoiler, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Report } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { REPORT_FORMATS, reportAddress, reportQuery, type ReportAsked } from "../../data/reports.ts";
import { day, money, month, moment, number, UNKNOWN } from "../../parts/format.ts";
import { Icon } from "../../parts/icons.tsx";
import { TextLink } from "../../parts/link.tsx";
import { useMay } from "../../parts/may.ts";
import { Empty } from "../../parts/page.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useReportsWords } from "./reports.words.ts";
import { ScheduleReport } from "./schedule-report.tsx";
import { ShareReport } from "./share-report.tsx";

/** More rows than anybody reads on a page; files have all. */
const ROWS_SHOWN = 500;

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
          {data.rows.length === 0 ? (
            <Empty icon="report" title={say("empty")} text={say("emptyText")} />
          ) : (
            <ReportTable report={data} />
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

function sentenceOf({ rows, period, estimated, missing }: Report, say: ReturnType<typeof useReportsWords>): string {
  return [
    period === null ? null : `${day(period.start_date)} – ${day(period.end_date)}.`,
    `${say("rows", { count: rows.length })}.`,
    estimated === null || estimated === 0 ? null : say("estimated", { count: estimated }),
    missing === null || missing === 0 ? null : say("missing", { count: missing }),
    rows.length > ROWS_SHOWN ? say("shown", { count: ROWS_SHOWN }) : null,
  ]
    .filter((part) => part !== null)
    .join(" ");
}

type Column = Report["columns"][number];
type CellValue = Report["rows"][number][string];

const WRITERS: Record<string, (value: number) => string> = {
  money,
  percent: (value) => `${number(value, 1)} %`,
  integer: (value) => number(value),
};

function cellText({ type }: Column, value: CellValue | undefined): string {
  if (value === null || value === undefined) return UNKNOWN;
  if (typeof value === "number") return (WRITERS[type] ?? ((known) => number(known, 2)))(value);
  if (typeof value === "boolean") return value ? "✓" : "";
  if (Array.isArray(value)) return value.join(", ");
  if (type === "month") return month(`${value}-01T00:00:00.000Z`);
  if (type === "date") return day(`${value}T00:00:00.000Z`);
  return type === "instant" ? moment(value) : value;
}

function Cell({ column, value }: { column: Column; value: CellValue | undefined }) {
  if (column.type !== "bills" || !Array.isArray(value)) return cellText(column, value);
  return value.map((id) => (
    <TextLink key={id} to="/bills/$id" params={{ id: String(id) }} mr={6}>
      #{id}
    </TextLink>
  ));
}

const isNumeric = ({ type }: Column): boolean => ["money", "number", "integer", "percent"].includes(type);

function ReportTable({ report: { columns, rows, totals, title } }: { report: Report }) {
  const say = useReportsWords();
  return (
    <div
      className="wide"
      role="region"
      aria-label={title}
      tabIndex={0}
      style={{ maxHeight: "65vh", overflowY: "auto" }}
    >
      <Table stickyHeader verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr bg="var(--paper)">
            {columns.map((column) => (
              <Table.Th
                key={column.key}
                scope="col"
                title={column.meaning}
                ta={isNumeric(column) ? "right" : "left"}
                style={{ minWidth: 90 }}
              >
                {column.label}
                {column.unit === null ? null : (
                  <Text span size="xs" c="dimmed" display="block">
                    {column.unit}
                  </Text>
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, ROWS_SHOWN).map((row, place) => (
            // Rows of a report have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <Table.Tr key={place}>
              {columns.map((column) => (
                <Table.Td key={column.key} className={isNumeric(column) ? "number" : ""}>
                  <Cell column={column} value={row[column.label]} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {Object.values(totals).some((value) => value !== null) ? (
          <Table.Tfoot>
            <Table.Tr>
              {columns.map((column, place) => (
                <Table.Td key={column.key} className={isNumeric(column) ? "number" : ""} fw={600}>
                  {place === 0
                    ? say("total")
                    : (totals[column.label] ?? null) === null
                      ? ""
                      : cellText(column, totals[column.label])}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        ) : null}
      </Table>
    </div>
  );
}
