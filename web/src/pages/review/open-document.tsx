/** One document in review: its pages beside the best reading and the findings, and the decisions about it. */
import { Alert, Button, Group, Kbd, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { DocumentWithReading } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { accountQuery } from "../../data/accounts.ts";
import { billsChanged } from "../../data/bills.ts";
import { documentQuery, useRereadDocument } from "../../data/documents.ts";
import { BillLines } from "../../parts/bill/bill-lines.tsx";
import { BillValues } from "../../parts/bill/bill-values.tsx";
import { FileBeside } from "../../parts/bill/file-beside.tsx";
import { PagePictures } from "../../parts/bill/page-pictures.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { marksOf, marksOfFindings, metersOfReading, valuesOfReading } from "../../parts/bill/shown-bill.ts";
import { SumsView } from "../../parts/bill/sums-view.tsx";
import { sumsOf } from "../../parts/bill/sums.ts";
import { day, money, moment, number } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { useMay } from "../../parts/permissions.ts";
import { Loading } from "../../parts/page.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { AcceptDialog } from "./accept-dialog.tsx";
import { isAllowed, type Act } from "./allowed-act.ts";
import { EnterBill } from "./enter-bill.tsx";
import { FindingList } from "./finding-list.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { useKeysOn } from "./keys-help.tsx";
import { useNotice } from "../../parts/notice.ts";
import { useReviewWords } from "./review.words.ts";

interface OpenDocumentProps {
  id: number;
  /** What was asked for by a key or a button. */
  act: Act | null;
  setAct: (act: Act | null) => void;
  onDecided: () => void;
  /** Null without another document. */
  onNext: (() => void) | null;
}

export function OpenDocument(props: OpenDocumentProps) {
  const document = useQuery(documentQuery(props.id));
  const state = document.data?.state;
  const wasReading = useRef(false);
  useEffect(() => {
    // Read again: it may be back in the queue, or a bill.
    if (wasReading.current && state !== "waiting") void billsChanged();
    wasReading.current = state === "waiting";
  }, [state]);
  return (
    <Loaded query={document} height={600}>
      {(known) => <Opened {...props} document={known} />}
    </Loaded>
  );
}

function Opened({ document, act, setAct, onDecided, onNext }: OpenDocumentProps & { document: DocumentWithReading }) {
  const say = useReviewWords();
  const notice = useNotice();
  const mayEdit = useMay("edit");
  const { id, state, reading, findings, utility_account_id } = document;
  const account = useQuery({ ...accountQuery(utility_account_id ?? 0), enabled: utility_account_id !== null });
  const reread = useRereadDocument();
  const isWaiting = state === "review";
  const may = (asked: Act) => isAllowed(asked, { document, mayEdit });
  const askReread = () => {
    setAct(null);
    if (may("reread")) reread.mutate(id, { onSuccess: () => notice(say("reread.started")) });
  };
  const isReadAgain = act === "reread";
  const { current: latest } = useRef({ askReread });
  latest.askReread = askReread;
  useEffect(() => {
    if (isReadAgain) latest.askReread();
  }, [isReadAgain, latest]);
  const isEntering = act === "enter" && may("enter");
  const values = reading === null ? [] : valuesOfReading(reading);
  const meters = reading === null ? [] : metersOfReading(reading);
  const marks = [
    ...marksOf(values, meters, {
      value: ({ name }) => name,
      line: ({ kind, description, amount, unit }) =>
        `${description}: ${kind === "charge" ? money(amount) : `${number(amount, 3)} ${unit ?? ""}`}`,
    }),
    ...marksOfFindings(findings),
  ];
  const errors = findings.filter(({ severity }) => severity === "error");
  const buttons: { act: Act; key: string; isMain?: boolean }[] = [
    { act: "accept", key: "a", isMain: true },
    { act: "enter", key: "e" },
    { act: "reject", key: "x" },
    { act: "reread", key: "r" },
  ];
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} component="h2" m={0}>
            {utility_account_id === null
              ? say("noAccount")
              : account.data === undefined
                ? " "
                : `${account.data.utility_company_name} · ${account.data.acct_num}`}
          </Text>
          <Text size="sm" c="dimmed">
            {say(document.uploaded_by === null ? "fetched" : "uploaded", { moment: moment(document.fetched_at) })}
          </Text>
        </div>
        {mayEdit && isWaiting && !isEntering ? (
          <Group gap="xs">
            {buttons.map((button) => (
              <Button
                key={button.act}
                size="sm"
                variant={button.isMain ? "filled" : "default"}
                disabled={!may(button.act)}
                loading={button.act === "reread" && reread.isPending}
                onClick={() => setAct(button.act)}
                rightSection={<KeyHint letter={button.key} />}
              >
                {button.act === "enter" && reading !== null ? say("act.correct") : say(`act.${button.act}`)}
              </Button>
            ))}
          </Group>
        ) : null}
      </Group>
      <Refusal error={reread.error} />
      {state === "waiting" ? (
        <Stack gap="xs">
          <Text>{say("state.waiting")}</Text>
          <Loading height={60} />
        </Stack>
      ) : isWaiting ? null : (
        <Settled document={document} onNext={onNext} />
      )}
      {isWaiting && reading === null ? <Alert variant="outline">{say("noReading")}</Alert> : null}
      <FileBeside
        file={(turn) => <PagePictures document={document} marks={marks} onChoose={turn} />}
        lines={(turn) =>
          isEntering ? (
            <EnterBill document={document} onEnd={() => setAct(null)} onEntered={onDecided} />
          ) : (
            <>
              <Section title={say("findings")}>
                <FindingList findings={findings} onShow={turn} />
              </Section>
              {reading === null ? null : (
                <>
                  <Section title={say("values")}>
                    <BillValues values={values} onShow={turn} />
                  </Section>
                  <Section title={say("lines")}>
                    <BillLines meters={meters} onShow={turn} />
                    <SumsView sums={sumsOf(summedReading(reading))} />
                  </Section>
                </>
              )}
            </>
          )
        }
      />
      {mayEdit && isWaiting ? (
        <>
          <AcceptDialog
            isOpen={act === "accept" && may("accept")}
            id={id}
            errors={errors}
            onClose={() => setAct(null)}
            onDone={onDecided}
          />
          <RejectDialog isOpen={act === "reject"} id={id} onClose={() => setAct(null)} onDone={onDecided} />
        </>
      ) : null}
    </Stack>
  );
}

const summedReading = (reading: NonNullable<DocumentWithReading["reading"]>) => ({
  meters: reading.meters.map(({ charges, printed_total }) => ({
    // Parts of charges of the account are in no total of a meter.
    charges: charges.map(({ amount }) => amount),
    printed_total: charges.some(({ part_of }) => part_of != null) ? null : (printed_total ?? null),
  })),
  current_charges: reading.current_charges,
  previous_balance: reading.previous_balance,
  amount_paid: reading.amount_paid,
  deferred_amount: reading.deferred_amount,
  adjustments: reading.adjustments,
  amount_due: reading.budget_amount === null ? reading.amount_due : null,
});

function KeyHint({ letter }: { letter: string }) {
  const [keysOn] = useKeysOn();
  return keysOn ? (
    <Kbd size="xs" visibleFrom="md" aria-hidden>
      {letter}
    </Kbd>
  ) : null;
}

/** What became of a document that no longer waits. */
function Settled({ document, onNext }: { document: DocumentWithReading; onNext: (() => void) | null }) {
  const say = useReviewWords();
  const { state, utility_bill_id, decision_note, decided_at } = document;
  return (
    <Alert variant="outline" color="gray">
      <Group gap="sm">
        <Text>
          {sayWord(say, "state", state)} {decided_at === null ? "" : day(decided_at)}
          {decision_note === null ? "" : ` ${say("note", { note: decision_note })}`}
        </Text>
        {utility_bill_id === null ? null : (
          <TextLink to="/bills/$id" params={{ id: String(utility_bill_id) }}>
            {say("toBill")}
          </TextLink>
        )}
        {onNext === null ? null : (
          <Button size="compact-sm" variant="default" onClick={onNext}>
            {say("next")}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
