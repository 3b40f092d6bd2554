/** One bill: its file beside what was read from it, what the rules say about it, its history, and how it is corrected or voided. */
import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { BillLineage, UtilityAccountWithMeters, UtilityBill } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { accountQuery } from "../../data/accounts.ts";
import { billQuery, lineageQuery } from "../../data/bills.ts";
import { BillLines, useMeterName } from "../../parts/bill/bill-lines.tsx";
import { BillValues, writeValue } from "../../parts/bill/bill-values.tsx";
import { useBillWords } from "../../parts/bill/bill.words.ts";
import { FileBeside } from "../../parts/bill/file-beside.tsx";
import { PagePictures } from "../../parts/bill/page-pictures.tsx";
import { marksOf, metersOfBill, valuesOfBill, type ShownMeter } from "../../parts/bill/shown-bill.ts";
import { SumsView } from "../../parts/bill/sums-view.tsx";
import { sumsOf } from "../../parts/bill/sums.ts";
import { day, money, number } from "../../parts/format.ts";
import { useMay } from "../../parts/permissions.ts";
import { Empty, Page } from "../../parts/page.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { BillFacts } from "./bill-facts.tsx";
import { BillFindings } from "./bill-findings.tsx";
import { BillHistory } from "./bill-history.tsx";
import { CorrectBill } from "./correct-bill.tsx";
import { VoidBill } from "./void-bill.tsx";
import { useBillPageWords } from "./bill-page.words.ts";

export function BillPage() {
  const { id } = useParams({ from: "/signed-in/bills/$id" });
  // Another bill is another page: nothing that was typed for this one stays.
  return <Bill key={id} id={Number(id)} />;
}

function Bill({ id }: { id: number }) {
  const say = useBillPageWords();
  const bill = useQuery(billQuery(id));
  const lineage = useQuery(lineageQuery(id));
  const account = useQuery({
    ...accountQuery(bill.data?.utility_account_id ?? 0),
    enabled: bill.data !== undefined,
  });
  const invoice = bill.data?.invoice_number;
  const title = invoice == null ? say("title", { id }) : say("title.invoice", { number: invoice });
  const lead =
    bill.data === undefined || account.data === undefined
      ? undefined
      : say("lead", {
          utility: account.data.utility_company_name,
          account: account.data.acct_num,
          day: day(bill.data.invoice_date),
        });
  return (
    <Page title={title} lead={lead}>
      <Loaded query={bill} height={500}>
        {(known) => (
          <Loaded query={lineage} height={500}>
            {(from) => <Whole bill={known} lineage={from} account={account.data} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface WholeProps {
  bill: UtilityBill;
  lineage: BillLineage;
  account: UtilityAccountWithMeters | undefined;
}

function Whole({ bill, lineage, account }: WholeProps) {
  const say = useBillPageWords();
  const words = useBillWords();
  const mayEdit = useMay("edit");
  // Somebody comes from the month that this line is a part of.
  const { line } = useSearch({ from: "/signed-in/bills/$id" });
  const [isCorrecting, setCorrecting] = useState(false);
  const meters = metersOfBill(bill, lineage, account);
  const values = valuesOfBill(lineage);
  const marks = marksOf(values, meters, {
    value: (value) => `${sayWord(words, "field", value.name)}: ${writeValue(value)}`,
    line: ({ kind, description, amount, unit }) =>
      `${description}: ${kind === "charge" ? money(amount) : `${number(amount, 3)} ${unit ?? ""}`}`,
  });
  const { document } = lineage;
  const nameOf = useMeterName();
  const meterName = (id: number): string => {
    const at = meters.findIndex((meter) => meter.id === id);
    const meter = meters[at];
    return meter === undefined ? `#${id}` : nameOf(meter, at);
  };
  return (
    <Stack gap="lg">
      <Group gap="sm" justify="space-between">
        <Group gap="xs">
          <State bill={bill} />
          {bill.estimated ? <Badge variant="default">{say("estimated")}</Badge> : null}
        </Group>
        {mayEdit && !bill.archived && !isCorrecting ? (
          <Group gap="sm">
            <Button variant="default" onClick={() => setCorrecting(true)}>
              {say("correct")}
            </Button>
            <VoidBill id={bill.id} />
          </Group>
        ) : null}
      </Group>
      <FileBeside
        key={line}
        first={line}
        file={(turn) =>
          document === null ? (
            <Empty icon="bill" title={say("file.none")} text={sayWord(say, "file.noneText", lineage.origin)} />
          ) : (
            <PagePictures document={document} marks={marks} onChoose={turn} />
          )
        }
        lines={(turn) => (
          <>
            {isCorrecting ? (
              <CorrectBill
                bill={bill}
                reading={document?.reading ?? null}
                nameOf={meterName}
                onEnd={() => setCorrecting(false)}
              />
            ) : (
              <Read bill={bill} reading={document?.reading ?? null} values={values} meters={meters} onShow={turn} />
            )}
            <BillFindings bill={bill} accepted={lineage.accepted_findings} />
            <BillFacts bill={bill} lineage={lineage} meters={meters} nameOf={meterName} />
            <BillHistory id={bill.id} />
          </>
        )}
      />
    </Stack>
  );
}

function Read({
  bill,
  reading,
  values,
  meters,
  onShow,
}: {
  bill: UtilityBill;
  reading: NonNullable<BillLineage["document"]>["reading"];
  values: ReturnType<typeof valuesOfBill>;
  meters: ShownMeter[];
  onShow: () => void;
}) {
  const say = useBillPageWords();
  const sums = sumsOf({
    meters: meters.map(({ lines }) => ({
      charges: lines.filter(({ kind }) => kind === "charge").map(({ amount }) => amount),
      printed_total: null,
    })),
    current_charges: bill.total_charges,
    previous_balance: bill.previous_balance,
    amount_paid: bill.amount_paid,
    deferred_amount: reading?.deferred_amount ?? null,
    adjustments: reading?.adjustments ?? null,
    amount_due: bill.amount_due,
  });
  return (
    <>
      <Section title={say("values")}>
        <BillValues values={values} onShow={onShow} />
      </Section>
      <Section title={say("lines")}>
        <BillLines meters={meters} onShow={onShow} />
        {bill.charges.length === 0 ? null : <SumsView sums={sums} />}
      </Section>
    </>
  );
}

function State({ bill: { archived, archive_reason, counted_days } }: { bill: UtilityBill }) {
  const say = useBillPageWords();
  if (!archived && counted_days?.length === 0)
    return (
      <Group gap="xs">
        <Badge variant="outline" color="gray" c="dimmed">
          {say("state.covered")}
        </Badge>
        <Text size="sm">{say("covered")}</Text>
      </Group>
    );
  if (!archived)
    return (
      <Badge variant="outline" color="green" c="var(--good)">
        {say("state.live")}
      </Badge>
    );
  return (
    <Group gap="xs">
      <Badge variant="outline" color="gray" c="dimmed">
        {say("state.archived")}
      </Badge>
      <Text size="sm">{archive_reason === null ? null : sayWord(say, "archived", archive_reason)}</Text>
    </Group>
  );
}
