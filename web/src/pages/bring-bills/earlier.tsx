/** What was brought before: imports of spreadsheets, and files. */
import { Button, Group, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BillImport, Document } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { importsQuery } from "../../data/imports.ts";
import { EARLIER_DAYS, uploadedQuery } from "../../data/uploads.ts";
import { moment, number } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { useCommon } from "../../words/common.ts";
import { useBringWords } from "./bring-bills.words.ts";
import { IMPORT_TONES } from "./import-review.tsx";
import { Outcome } from "./outcome.tsx";

const SHOWN = 10;

export function Earlier() {
  const say = useBringWords();
  const imports = useQuery(importsQuery);
  const documents = useQuery(uploadedQuery);
  return (
    <>
      <Loaded query={imports} height={80}>
        {(all) => (all.length === 0 ? null : <Imports all={all} />)}
      </Loaded>
      <Loaded query={documents} height={80}>
        {(all) => (
          <Section title={say("earlier.files")} sentence={say("earlier.filesSentence", { days: EARLIER_DAYS })}>
            {all.length === 0 ? <Text c="dimmed">{say("earlier.none")}</Text> : <Files all={all} />}
          </Section>
        )}
      </Loaded>
    </>
  );
}

function Imports({ all }: { all: BillImport[] }) {
  const say = useBringWords();
  const common = useCommon();
  const [shown, setShown] = useState(SHOWN);
  return (
    <Section title={say("earlier.imports")}>
      <div className="wide" tabIndex={0} role="region" aria-label={say("earlier.imports")}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" className="named">
                {say("earlier.file")}
              </Table.Th>
              <Table.Th scope="col">{say("earlier.state")}</Table.Th>
              <Table.Th scope="col" ta="right">
                {say("import.bills_created")}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                {say("import.rows_refused")}
              </Table.Th>
              <Table.Th scope="col">{say("earlier.when")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {all.slice(0, shown).map(({ id, name, state, bills_created, rows_refused, created_at }) => (
              <Table.Tr key={id}>
                <Table.Th scope="row" className="named" fw={400}>
                  <TextLink to="/bring-bills" search={{ import: id }} style={{ overflowWrap: "anywhere" }}>
                    {name}
                  </TextLink>
                </Table.Th>
                <Table.Td miw={150}>
                  <StateMark tone={IMPORT_TONES[state] ?? "quiet"}>{sayWord(say, "import.state", state)}</StateMark>
                </Table.Td>
                <Table.Td className="number">{number(bills_created)}</Table.Td>
                <Table.Td className="number">{number(rows_refused)}</Table.Td>
                <Table.Td style={{ whiteSpace: "nowrap" }}>{moment(created_at)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {all.length > shown ? (
        <Group>
          <Button variant="default" size="xs" onClick={() => setShown(shown + SHOWN * 5)}>
            {common("act.more")}
          </Button>
        </Group>
      ) : null}
    </Section>
  );
}

function Files({ all }: { all: Document[] }) {
  const common = useCommon();
  const [shown, setShown] = useState(SHOWN);
  return (
    <Stack gap="sm" align="stretch">
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
        {all.slice(0, shown).map((document) => (
          <li key={document.id} className="row">
            <Group justify="space-between" gap={4} align="baseline">
              <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
                {document.name}
              </Text>
              <Text size="sm" c="dimmed">
                {moment(document.fetched_at)}
              </Text>
            </Group>
            <Outcome document={document} />
          </li>
        ))}
      </Stack>
      {all.length > shown ? (
        <Group>
          <Button variant="default" size="xs" onClick={() => setShown(shown + SHOWN)}>
            {common("act.more")}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}
