/** The links by which reports are shared, to copy or to end. */
import { Button, CopyButton, Group, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { sayWord } from "../../app/language.ts";
import { reportLinksQuery, useEndReportLink } from "../../data/reports.ts";
import { day, moment } from "../../parts/format.ts";
import { useMay } from "../../parts/permissions.ts";
import { Loaded, Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { useReportsWords } from "./reports.words.ts";

/** For those who may share. */
export function SharedLinks() {
  return useMay("edit") ? <Links /> : null;
}

function Links() {
  const say = useReportsWords();
  const common = useCommon();
  const links = useQuery(reportLinksQuery);
  const end = useEndReportLink();
  return (
    <Loaded query={links}>
      {(rows) => (
        <Section title={say("links.title")} sentence={rows.length === 0 ? say("links.none") : undefined}>
          {rows.length === 0 ? null : (
            <div className="wide" role="region" aria-label={say("links.title")} tabIndex={0}>
              <Table verticalSpacing="xs">
                <Table.Thead>
                  <Table.Tr>
                    {(["report", "for", "state", "until", "opened"] as const).map((key) => (
                      <Table.Th key={key} scope="col">
                        {say(`links.${key}`)}
                      </Table.Th>
                    ))}
                    <Table.Td />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows
                    .toReversed()
                    .map(({ id, property_name, report_type, note, state, expires_at, last_opened_at, link }) => (
                      <Table.Tr key={id}>
                        <Table.Th scope="row" fw={400}>
                          {property_name}
                          <Text size="xs" c="dimmed">
                            {sayWord(say, "type", report_type)}
                          </Text>
                        </Table.Th>
                        <Table.Td>{note}</Table.Td>
                        <Table.Td>{sayWord(say, "state", state)}</Table.Td>
                        <Table.Td>{day(expires_at)}</Table.Td>
                        <Table.Td>{last_opened_at === null ? say("links.never") : moment(last_opened_at)}</Table.Td>
                        <Table.Td>
                          {link === null ? null : (
                            <Group gap="xs" wrap="nowrap" justify="flex-end">
                              <CopyButton value={link}>
                                {({ copied, copy }) => (
                                  <Button size="compact-sm" variant="default" onClick={copy}>
                                    {common(copied ? "act.copied" : "act.copy")}
                                  </Button>
                                )}
                              </CopyButton>
                              <Button
                                size="compact-sm"
                                variant="default"
                                loading={end.isPending && end.variables === id}
                                onClick={() => end.mutate(id)}
                              >
                                {say("links.end")}
                              </Button>
                            </Group>
                          )}
                        </Table.Td>
                      </Table.Tr>
                    ))}
                </Table.Tbody>
              </Table>
            </div>
          )}
        </Section>
      )}
    </Loaded>
  );
}
