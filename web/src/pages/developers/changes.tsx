/** What is created, edited and archived now: the end of the change feed, which follows by itself. */
import { Code, Stack, Switch, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Change } from "@meterbook/client";
import { newestChangesQuery } from "../../data/changes.ts";
import { moment } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { Empty } from "../../parts/page.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useDevelopersWords } from "./developers.words.ts";

export function Changes() {
  const say = useDevelopersWords();
  const [isFollowed, setFollowed] = useState(true);
  const newest = useQuery(newestChangesQuery(isFollowed));
  return (
    <Section
      title={say("changes.title")}
      sentence={say("changes.sentence")}
      beside={
        <Switch
          label={say("changes.follow")}
          checked={isFollowed}
          onChange={(event) => setFollowed(event.currentTarget.checked)}
        />
      }
    >
      <Loaded query={newest}>
        {({ changes }) =>
          changes.length === 0 ? (
            <Empty title={say("changes.none")} text={say("changes.noneText")} />
          ) : (
            <Stack gap="xs">
              <div
                className="wide"
                role="region"
                aria-label={say("changes.title")}
                tabIndex={0}
                style={{ maxHeight: 420, overflowY: "auto" }}
              >
                <Table stickyHeader miw={520}>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{say("changes.event")}</Table.Th>
                      <Table.Th>{say("changes.record")}</Table.Th>
                      <Table.Th>{say("changes.when")}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {changes.toReversed().map((change) => (
                      <Table.Tr key={change.id}>
                        <Table.Td>
                          <Code>{change.event_type}</Code>
                        </Table.Td>
                        <Table.Td>
                          <RecordLink change={change} />
                        </Table.Td>
                        <Table.Td>{moment(change.occurred_at)}</Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </div>
              <Text size="sm" c="dimmed">
                {say("changes.shown", { count: changes.length })}
              </Text>
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

function RecordLink({ change: { svc_object_type, record_id } }: { change: Change }) {
  const name = `${svc_object_type} ${record_id}`;
  const params = { id: String(record_id) };
  if (svc_object_type === "UtilityBill")
    return (
      <TextLink to="/bills/$id" params={params}>
        {name}
      </TextLink>
    );
  if (svc_object_type === "Property")
    return (
      <TextLink to="/properties/$id" params={params}>
        {name}
      </TextLink>
    );
  if (svc_object_type === "Authorization")
    return (
      <TextLink to="/connections/$id" params={params}>
        {name}
      </TextLink>
    );
  return name;
}
