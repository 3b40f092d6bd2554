/** What the rules say about the bills of a property: closed with a note, or settled at the bill. */
import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { propertyFindingsQuery } from "../../data/findings.ts";
import { BillLink } from "../../parts/bill-link.tsx";
import { FindingItem } from "../../parts/finding-item.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useRecordWords } from "./records.words.ts";

export function Findings({ propertyId }: { propertyId: number }) {
  const say = useRecordWords();
  const [state, setState] = useState<"open" | "closed">("open");
  const findings = useQuery(propertyFindingsQuery(propertyId, state));
  const count = findings.data?.length;
  return (
    <Section
      title={say("findings.title")}
      sentence={
        count === undefined
          ? undefined
          : count === 0
            ? say(`findings.none.${state}`)
            : say(`findings.${state}`, { count })
      }
      beside={
        <SegmentedControl
          size="xs"
          aria-label={say("findings.which")}
          value={state}
          onChange={(value) => setState(value)}
          data={[
            { value: "open", label: say("findings.isOpen") },
            { value: "closed", label: say("findings.isClosed") },
          ]}
        />
      }
    >
      <Loaded query={findings} height={80}>
        {(listed) =>
          listed.length === 0 ? (
            <Text size="sm" c="dimmed">
              {say("findings.what")}
            </Text>
          ) : (
            <Stack gap="md">
              {listed.map((finding) => (
                <FindingItem key={finding.id} finding={finding}>
                  <BillLink id={finding.utility_bill_id} />
                </FindingItem>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}
