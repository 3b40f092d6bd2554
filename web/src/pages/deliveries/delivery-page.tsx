/** One delivery: how it stands, what is wrong and what to do, who gets it, its files, and how each run went. */
import { Anchor, Button, Group, Stack, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { DataDeliveryWithRuns } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import {
  deliveryQuery,
  useDeleteDelivery,
  useRunDelivery,
  useSwitchDelivery,
  useTestDelivery,
} from "../../data/deliveries.ts";
import { propertiesQuery } from "../../data/properties.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { moment, number } from "../../parts/format.ts";
import { ButtonLink } from "../../parts/link.tsx";
import { useMay } from "../../parts/permissions.ts";
import { Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { LoadedPage, Section } from "../../parts/section.tsx";
import { StateMark, type Tone } from "../../parts/state-mark.tsx";
import { useCommon } from "../../words/common.ts";
import { useAllPropertiesWords } from "../reports/all-properties.words.ts";
import { useReportsWords } from "../reports/reports.words.ts";
import { useDeliveriesWords } from "./deliveries.words.ts";
import { contentOf, hadNothingNew, placeOf, runTone, scheduleOf, stateOf, troubleOf } from "./delivery-words.ts";
import { TestResult } from "./test-result.tsx";

export function DeliveryPage() {
  const { id } = useParams({ from: "/signed-in/deliveries/$id" });
  const delivery = useQuery(deliveryQuery(Number(id)));
  const say = useDeliveriesWords();
  return (
    <LoadedPage query={delivery} title={say("one")}>
      {(known) => <Delivery delivery={known} />}
    </LoadedPage>
  );
}

function Delivery({ delivery }: { delivery: DataDeliveryWithRuns }) {
  const say = useDeliveriesWords();
  const sayReport = useReportsWords();
  const sayPortfolio = useAllPropertiesWords();
  const properties = useQuery(propertiesQuery);
  const nameOf = (propertyId: number) => properties.data?.find(({ id }) => id === propertyId)?.name;
  const lead = [
    `${contentOf(say, { sayReport, sayPortfolio }, delivery, nameOf)}.`,
    `${scheduleOf(say, delivery)}.`,
    `${placeOf(say, delivery)}.`,
  ].join(" ");
  return (
    <Page title={delivery.name} lead={lead}>
      <Standing delivery={delivery} />
      {delivery.destination["kind"] === "email" ? <People delivery={delivery} /> : null}
      <Files delivery={delivery} />
      <History delivery={delivery} />
    </Page>
  );
}

function Standing({ delivery }: { delivery: DataDeliveryWithRuns }) {
  const say = useDeliveriesWords();
  const mayEdit = useMay("edit");
  const [latest] = delivery.runs;
  const isQuiet = latest?.delivered_at != null && hadNothingNew(delivery, latest);
  const { tone, text } = isQuiet
    ? { tone: "quiet" as const, text: say("state.nothingNew", { moment: moment(latest.delivered_at) }) }
    : stateOf(say, delivery);
  const trouble = troubleOf(say, delivery, delivery);
  const [run] = delivery.runs;
  const isTriedAgain = delivery.state === "waiting" && run !== undefined && run.attempts > 0;
  return (
    <Section title={say("one.state")}>
      <Stack gap="sm" align="flex-start">
        <div aria-live="polite">
          <StateMark tone={tone}>{text}</StateMark>
          {delivery.state === "running" && run !== undefined ? (
            <Text size="sm">{say("one.rows", { count: run.rows_written })}</Text>
          ) : null}
          {trouble === null || delivery.state === "replaced" ? null : (
            <Text maw={640} style={{ overflowWrap: "anywhere" }}>
              {trouble}
            </Text>
          )}
          {isTriedAgain ? <Text size="sm">{say("one.try", { moment: moment(run.next_attempt_at) })}</Text> : null}
          <Text size="sm" c="dimmed">
            {delivery.active ? say("next", { moment: moment(delivery.next_delivery_at) }) : say("state.paused")}
          </Text>
        </div>
        {mayEdit && !delivery.archived ? <Acts delivery={delivery} /> : null}
      </Stack>
    </Section>
  );
}

function Acts({ delivery }: { delivery: DataDeliveryWithRuns }) {
  const say = useDeliveriesWords();
  const { id, active, state } = delivery;
  const navigate = useNavigate();
  const run = useRunDelivery(id);
  const test = useTestDelivery();
  const change = useSwitchDelivery(id);
  const remove = useDeleteDelivery(id);
  const [isAsking, asking] = useDisclosure(false);
  return (
    <Stack gap="sm" w="100%">
      <Group gap="sm">
        <Button loading={run.isPending} disabled={state === "running"} onClick={() => run.mutate()}>
          {say("act.run")}
        </Button>
        <ButtonLink variant="default" to="/deliveries/$id/edit" params={{ id: String(id) }}>
          {say("act.edit")}
        </ButtonLink>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate(id)}>
          {say("act.test")}
        </Button>
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate(!active)}>
          {say(active ? "act.pause" : "act.resume")}
        </Button>
        <Button variant="default" onClick={asking.open}>
          {say("act.delete")}
        </Button>
      </Group>
      <Refusal error={run.error ?? change.error ?? test.error} />
      {run.isSuccess && (state === "running" || state === "waiting") ? (
        <Text size="sm" role="status">
          {say("run.started")}
        </Text>
      ) : null}
      {test.data === undefined ? null : <TestResult delivery={delivery} result={test.data} />}
      <Confirm
        isOpen={isAsking}
        title={say("ask.delete")}
        act={say("act.delete")}
        isPending={remove.isPending}
        error={remove.error}
        onAct={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: "/deliveries" }) })}
        onClose={asking.close}
      >
        <Text>{say("ask.deleteText")}</Text>
      </Confirm>
    </Stack>
  );
}

const PEOPLE_TONES: Record<string, Tone> = { active: "good", stopped: "quiet", refused: "bad" };

function People({ delivery: { recipients } }: { delivery: DataDeliveryWithRuns }) {
  const say = useDeliveriesWords();
  return (
    <Section title={say("people.title")} sentence={say("people.sentence")}>
      <div className="wide" tabIndex={0} role="region" aria-label={say("people.title")}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{say("people.address")}</Table.Th>
              <Table.Th scope="col">{say("people.state")}</Table.Th>
              <Table.Th scope="col">{say("people.last")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {recipients.map(({ address, state, since, last_mailed_at }) => (
              <Table.Tr key={address}>
                <Table.Th scope="row" fw={400} miw={210} style={{ overflowWrap: "anywhere" }}>
                  {address}
                </Table.Th>
                <Table.Td miw={180}>
                  <StateMark tone={PEOPLE_TONES[state] ?? "quiet"}>{sayWord(say, "people", state)}</StateMark>
                  {since === null ? null : (
                    <Text size="sm" c="dimmed">
                      {say("people.since", { moment: moment(since) })}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td style={{ whiteSpace: "nowrap" }}>{moment(last_mailed_at)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Section>
  );
}

const FILES_SHOWN = 10;
const KILOBYTE = 1000;

function Files({ delivery: { files } }: { delivery: DataDeliveryWithRuns }) {
  const say = useDeliveriesWords();
  const common = useCommon();
  const [shown, setShown] = useState(FILES_SHOWN);
  return (
    <Section title={say("files.title")} sentence={files.length === 0 ? say("files.empty") : say("files.sentence")}>
      {files.length === 0 ? null : (
        <Stack component="ul" gap={6} p={0} m={0} style={{ listStyle: "none" }}>
          {files.slice(0, shown).map(({ name, bytes, expiring_link }) => (
            <li key={expiring_link}>
              <Anchor href={expiring_link} style={{ overflowWrap: "anywhere" }}>
                {name}
              </Anchor>{" "}
              <Text span size="sm" c="dimmed">
                {number(Math.max(1, bytes / KILOBYTE))} kB
              </Text>
            </li>
          ))}
        </Stack>
      )}
      {files.length > shown ? (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: "flex-start" }}
          onClick={() => setShown(shown + 5 * FILES_SHOWN)}
        >
          {common("act.more")}
        </Button>
      ) : null}
    </Section>
  );
}

function History({ delivery }: { delivery: DataDeliveryWithRuns }) {
  const say = useDeliveriesWords();
  const { runs } = delivery;
  return (
    <Section title={say("history.title")} sentence={runs.length === 0 ? say("history.none") : undefined}>
      {runs.length === 0 ? null : (
        <div className="wide" tabIndex={0} role="region" aria-label={say("history.title")}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{say("history.due")}</Table.Th>
                <Table.Th scope="col">{say("history.state")}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {say("history.rows")}
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  {say("history.tries")}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {runs.map((run) => (
                <Table.Tr key={run.id}>
                  <Table.Th scope="row" fw={400} style={{ whiteSpace: "nowrap" }}>
                    {moment(run.due_at)}
                    <Text size="sm" c="dimmed">
                      {sayWord(say, "why", run.reason)}
                    </Text>
                  </Table.Th>
                  <Table.Td miw={200}>
                    <StateMark tone={hadNothingNew(delivery, run) ? "quiet" : runTone(run)}>
                      {run.delivered_at === null
                        ? sayWord(say, "state", run.state)
                        : hadNothingNew(delivery, run)
                          ? say("state.nothingNew", { moment: moment(run.delivered_at) })
                          : say("state.arrived", { moment: moment(run.delivered_at) })}
                    </StateMark>
                    {run.status_detail === null ? null : (
                      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                        {troubleOf(say, delivery, run)}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td className="number">{number(run.rows_written)}</Table.Td>
                  <Table.Td className="number">{number(run.attempts)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Section>
  );
}
