/** What the rules say about the bills of a property: closed with a note, or settled at the bill. */
import { Button, SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { propertyFindingsQuery } from "../../data/findings.ts";
import { BillLink } from "../../parts/bill-link.tsx";
import { FindingItem } from "../../parts/finding-item.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { useRecordWords } from "./records.words.ts";

/** Of each the bill is asked for. */
const SHOWN = 10;

export function Findings({ propertyId }: { propertyId: number }) {
  const say = useRecordWords();
  const common = useCommon();
  const [state, setState] = useState<"open" | "closed">("open");
  const findings = useQuery(propertyFindingsQuery(propertyId, state));
  const count = findings.data?.items.length;
  const [shown, setShown] = useState(SHOWN);
  return (
    <Section
      title={say("findings.title")}
      sentence={
        count === undefined
          ? undefined
          : count === 0
            ? say(`findings.none.${state}`)
            : findings.data?.hasMore === true
              ? say(`findings.many.${state}`, { count })
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
        {({ items: listed }) =>
          listed.length === 0 ? (
            <Text size="sm" c="dimmed">
              {say("findings.what")}
            </Text>
          ) : (
            <Stack gap="md">
              {listed.slice(0, shown).map((finding) => (
                <FindingItem key={finding.id} finding={finding}>
                  <BillLink id={finding.utility_bill_id} />
                </FindingItem>
              ))}
              {listed.length > shown ? (
                <Button variant="default" onClick={() => setShown(shown + SHOWN)} style={{ alignSelf: "flex-start" }}>
                  {common("act.more")}
                </Button>
              ) : null}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}
