/** One import: what its dry run found, the questions it has, its refused rows, and the confirmation. */
import { Button, CloseButton, Group, NativeSelect, Progress, SimpleGrid, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { BillImport } from "@meterbook/client";
import { sayWord, useLanguage } from "../../app/language.ts";
import {
  importProfilesQuery,
  importQuery,
  isUnderWay,
  REFUSALS_SHOWN,
  refusalsQuery,
  useCancelImport,
  useConfirmImport,
} from "../../data/imports.ts";
import { retryUpload, uploadOfImport } from "../../data/uploads.ts";
import { day, month, number, withDays } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { useMay } from "../../parts/permissions.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { StateMark, type Tone } from "../../parts/state-mark.tsx";
import { useCommon } from "../../words/common.ts";
import { sentenceText } from "../../words/service-sentence.ts";
import { useBringWords } from "./bring-bills.words.ts";
import { refusalInSpanish } from "./refusals.es.ts";

export const IMPORT_TONES: Record<string, Tone> = {
  waiting: "busy",
  reading: "busy",
  checked: "warn",
  importing: "busy",
  done: "good",
  failed: "bad",
  cancelled: "quiet",
};

export function ImportReview({ id }: { id: number }) {
  const say = useBringWords();
  const common = useCommon();
  const navigate = useNavigate({ from: "/bring-bills" });
  const found = useQuery(importQuery(id));
  const close = () => void navigate({ search: (before) => ({ ...before, import: undefined }) });
  return (
    <Loaded query={found}>
      {(data) => (
        <Section
          title={say("import.title", { name: data.name })}
          sentence={
            <StateMark tone={IMPORT_TONES[data.state] ?? "quiet"}>{sayWord(say, "import.state", data.state)}</StateMark>
          }
          beside={<CloseButton aria-label={common("act.close")} onClick={close} />}
        >
          <Found data={data} />
        </Section>
      )}
    </Loaded>
  );
}

function Found({ data }: { data: BillImport }) {
  const say = useBringWords();
  const { state, errors } = data;
  const isBeingRead = state === "waiting" || state === "reading";
  const isRead =
    !isBeingRead && (state === "checked" || state === "importing" || state === "done" || data.bills_found > 0);
  return (
    <Stack gap="lg">
      <Advance data={data} />
      {errors === null ? null : <StateMark tone="bad">{sentenceText(errors, "invalid")}</StateMark>}
      {state === "failed" ? <ChooseProfile data={data} /> : null}
      {isRead ? <Counts data={data} /> : null}
      {data.columns_unread.length > 0 ? (
        <div>
          <Text fw={600}>{say("import.unread")}</Text>
          <Text size="sm">
            {data.columns_unread
              .map(({ column, similar_to }) =>
                similar_to === null ? column : say("import.unreadAs", { column, similar: similar_to }),
              )
              .join(", ")}
          </Text>
        </div>
      ) : null}
      <ReadPeriods data={data} />
      <Months data={data} />
      {data.rows_refused > 0 ? <Refusals data={data} /> : null}
      <Decide data={data} />
    </Stack>
  );
}

function Advance({ data }: { data: BillImport }) {
  const say = useBringWords();
  if (!isUnderWay(data)) return null;
  const { state, rows_read, rows_total, bills_found, bills_created, bills_known, bills_edited } = data;
  const saved = bills_created + bills_known + bills_edited;
  const [done, all] = state === "importing" ? [saved, bills_found] : [rows_read, rows_total];
  const text = say(state === "importing" ? "import.saved" : "import.rows", { done: number(done), all: number(all) });
  return (
    <Stack gap={4}>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Progress value={all === null || all === 0 ? 100 : (done / all) * 100} animated={!all} aria-label={text} />
    </Stack>
  );
}

function Counts({ data }: { data: BillImport }) {
  const say = useBringWords();
  const isPlan = data.state === "checked";
  const figures = [
    ["bills_created", data.bills_created],
    ["bills_known", data.bills_known],
    ["bills_edited", data.bills_edited],
    ["rows_refused", data.rows_refused],
    ["rows_skipped", data.rows_skipped],
    ["accounts_created", data.accounts_created],
    ["meters_created", data.meters_created],
    ["properties_created", data.properties_created],
  ] as const;
  return (
    <div>
      <Text fw={600} mb="xs">
        {say(isPlan ? "import.plan" : "import.result")}
      </Text>
      <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} spacing="sm" m={0}>
        {figures.map(([word, value]) => (
          <div key={word}>
            <Text component="dt" size="sm" c="dimmed">
              {say(`import.${word}`)}
            </Text>
            <Text
              component="dd"
              m={0}
              fz="lg"
              fw={650}
              c={word === "rows_refused" && value > 0 ? "var(--bad)" : undefined}
            >
              {number(value)}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </div>
  );
}

/** A question of the dry run: several profiles read the file, or none was found. */
function ChooseProfile({ data }: { data: BillImport }) {
  const say = useBringWords();
  const mayEdit = useMay("edit");
  const navigate = useNavigate({ from: "/bring-bills" });
  const profiles = useQuery(importProfilesQuery);
  const upload = uploadOfImport(data.id);
  const [chosen, setChosen] = useState("");
  if (!mayEdit) return null;
  // The service has no file to send again: only the page that sent it has.
  if (upload === undefined) return <Text size="sm">{say("import.dropAgain")}</Text>;
  const again = () => {
    retryUpload(upload.key, { ...upload.given, profile: chosen });
    void navigate({ search: (before) => ({ ...before, import: undefined }) });
  };
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={say("import.profile")}
        description={say("import.profileHint")}
        value={chosen}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
        data={[
          { value: "", label: say("import.choose") },
          ...(profiles.data ?? []).map(({ name, title }) => ({ value: name, label: `${title} (${name})` })),
        ]}
      />
      <Button disabled={chosen === ""} onClick={again}>
        {say("import.sendAgain")}
      </Button>
    </Group>
  );
}

function ReadPeriods({ data: { read_periods } }: { data: BillImport }) {
  const say = useBringWords();
  if (read_periods === null) return null;
  const { read_date_is, rows, periods } = read_periods;
  return (
    <div>
      <Text fw={600}>{say("import.periods")}</Text>
      <Text size="sm">
        {say(read_date_is === "period_end" ? "import.periodsEnd" : "import.periodsStart", { count: rows })}
      </Text>
      <Stack component="ul" gap={2} pl="md" m={0}>
        {periods.slice(0, PERIODS_SHOWN).map(({ sheet, row, first_day, last_day }) => (
          <Text component="li" size="sm" key={`${sheet} ${row}`}>
            {say("import.period", { row, first: day(first_day), last: day(last_day) })}
          </Text>
        ))}
      </Stack>
    </div>
  );
}

const PERIODS_SHOWN = 5;

/** Which months of which properties get other figures. */
function Months({ data: { property_months } }: { data: BillImport }) {
  const say = useBringWords();
  if (property_months.length === 0) return null;
  return (
    <div>
      <Text fw={600}>{say("import.months")}</Text>
      <div className="wide" tabIndex={0} role="region" aria-label={say("import.months")}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" className="named">
                {say("import.property")}
              </Table.Th>
              <Table.Th scope="col">{say("import.first")}</Table.Th>
              <Table.Th scope="col">{say("import.last")}</Table.Th>
              <Table.Th scope="col" ta="right">
                {say("import.meters")}
              </Table.Th>
              <Table.Th scope="col">{say("import.note")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {property_months.map((each) => (
              <PropertyMonths key={`${each.property_id} ${each.property_name}`} each={each} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </div>
  );
}

function PropertyMonths({ each }: { each: BillImport["property_months"][number] }) {
  const say = useBringWords();
  const common = useCommon();
  const { property_id, property_name, first_month, last_month, meters, new_energy_types, partial_months } = each;
  const notes = [
    property_id === null ? say("import.newProperty") : null,
    new_energy_types.length === 0
      ? null
      : say("import.newTypes", {
          types: new_energy_types.map((type) => sayWord(common, "energy", type)).join(", "),
        }),
    partial_months.length === 0 ? null : say("import.partial", { months: partial_months.map(month).join(", ") }),
    each.meters_ending === 0 ? null : say("import.ending", { count: each.meters_ending }),
  ].filter((note) => note !== null);
  return (
    <Table.Tr>
      <Table.Th scope="row" className="named" fw={400}>
        {property_id === null ? (
          property_name
        ) : (
          <TextLink to="/properties/$id" params={{ id: String(property_id) }}>
            {property_name}
          </TextLink>
        )}
      </Table.Th>
      <Table.Td>{month(first_month)}</Table.Td>
      <Table.Td>{month(last_month)}</Table.Td>
      <Table.Td className="number">{number(meters)}</Table.Td>
      <Table.Td miw={220}>{notes.join(" ")}</Table.Td>
    </Table.Tr>
  );
}

function Refusals({ data }: { data: BillImport }) {
  const say = useBringWords();
  const refusals = useQuery(refusalsQuery(data));
  const isSpanish = useLanguage() === "es";
  const isNarrow = useIsNarrow();
  return (
    <div>
      <Text fw={600}>{say("import.refused", { count: data.rows_refused })}</Text>
      <Loaded query={refusals}>
        {(rows) => (
          <>
            <div className="wide" tabIndex={0} role="region" aria-label={say("import.refusals")}>
              <Table verticalSpacing="xs">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th scope="col" className="named narrow">
                      {say("import.row")}
                    </Table.Th>
                    {isNarrow ? null : (
                      <>
                        <Table.Th scope="col">{say("import.column")}</Table.Th>
                        <Table.Th scope="col">{say("import.value")}</Table.Th>
                      </>
                    )}
                    <Table.Th scope="col">{say("import.why")}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map(({ id, sheet, row, column, value, reason, detail }) => {
                    const why = withDays(isSpanish ? refusalInSpanish({ reason, detail }) : detail);
                    return (
                      <Table.Tr key={id}>
                        <Table.Th scope="row" className="named narrow" fw={400}>
                          {sheet === null ? row : `${sheet} ${row}`}
                        </Table.Th>
                        {isNarrow ? (
                          <Table.Td style={{ overflowWrap: "anywhere" }}>
                            <Text size="sm" c="dimmed">
                              {[column, value].filter((part) => part !== null && part !== "").join(": ")}
                            </Text>
                            {why}
                          </Table.Td>
                        ) : (
                          <>
                            <Table.Td>{column ?? ""}</Table.Td>
                            <Table.Td miw={110} style={{ overflowWrap: "anywhere" }}>
                              {value ?? ""}
                            </Table.Td>
                            <Table.Td miw={260}>{why}</Table.Td>
                          </>
                        )}
                      </Table.Tr>
                    );
                  })}
                </Table.Tbody>
              </Table>
            </div>
            {rows.length >= REFUSALS_SHOWN ? (
              <Text size="sm" c="dimmed">
                {say("import.refusalsCut", { count: REFUSALS_SHOWN })}
              </Text>
            ) : null}
          </>
        )}
      </Loaded>
    </div>
  );
}

const ENDED = new Set<string>(["done", "failed", "cancelled"]);

function Decide({ data }: { data: BillImport }) {
  const say = useBringWords();
  const common = useCommon();
  const mayEdit = useMay("edit");
  const confirm = useConfirmImport(data.id);
  const cancel = useCancelImport(data.id);
  if (!mayEdit || ENDED.has(data.state)) return null;
  const good = data.bills_created + data.bills_edited;
  return (
    <Stack gap="xs">
      <Refusal error={confirm.error ?? cancel.error} />
      <Group gap="sm">
        {data.state === "checked" ? (
          <Button loading={confirm.isPending} disabled={data.bills_found === 0} onClick={() => confirm.mutate()}>
            {good === 0 ? say("import.confirmNone") : say("import.confirm", { count: good })}
          </Button>
        ) : null}
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {data.state === "checked" ? say("import.dismiss") : common("act.cancel")}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {say(data.state === "importing" ? "import.cancelHint" : "import.nothingYet")}
      </Text>
    </Stack>
  );
}
