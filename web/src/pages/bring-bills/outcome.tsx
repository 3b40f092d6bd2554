/** What became of a document, in a sentence, with the way to it. */
import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Document } from "@meterbook/client";
import { billPlaceQuery } from "../../data/uploads.ts";
import { useFindingSentence } from "../../parts/bill/finding-sentence.ts";
import { day, money } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { useBringWords } from "./bring-bills.words.ts";

export function Outcome({ document: { id, state, findings, utility_bill_id } }: { document: Document }) {
  const say = useBringWords();
  const sentence = useFindingSentence();
  const wrong = findings.find(({ severity }) => severity === "error") ?? findings[0];
  if ((state === "accepted" || state === "known") && utility_bill_id !== null)
    return <BillOutcome id={utility_bill_id} isKnown={state === "known"} />;
  if (state === "review")
    return (
      <div>
        <StateMark tone="warn">{say("outcome.review")}</StateMark>
        {wrong === undefined ? null : (
          <Text size="sm" c="dimmed">
            {sentence(wrong)}
          </Text>
        )}
        <TextLink to="/review/$id" params={{ id: String(id) }} size="sm">
          {say("outcome.look")}
        </TextLink>
      </div>
    );
  if (state === "waiting") return <StateMark tone="busy">{say("upload.reading")}</StateMark>;
  if (state === "unpacked") return <StateMark tone="good">{say("outcome.unpacked")}</StateMark>;
  if (state === "rejected") return <StateMark tone="quiet">{say("outcome.rejected")}</StateMark>;
  return <StateMark tone="good">{say("outcome.known")}</StateMark>;
}

function BillOutcome({ id, isKnown }: { id: number; isKnown: boolean }) {
  const say = useBringWords();
  const { data: place } = useQuery(billPlaceQuery(id));
  const word = isKnown ? "outcome.known" : place?.isCovered === true ? "outcome.covered" : "outcome.accepted";
  return (
    <Group gap={8}>
      <StateMark tone={word === "outcome.covered" ? "quiet" : "good"}>{say(word)}</StateMark>
      <TextLink to="/bills/$id" params={{ id: String(id) }} size="sm">
        {place === undefined
          ? say("outcome.bill", { id })
          : say("outcome.billOf", { day: day(place.invoice_date), amount: money(place.amount_due) })}
      </TextLink>
      {place?.property == null ? null : (
        <TextLink to="/properties/$id" params={{ id: String(place.property.id) }} size="sm">
          {place.property.name ?? `#${place.property.id}`}
        </TextLink>
      )}
    </Group>
  );
}
