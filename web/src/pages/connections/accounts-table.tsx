/** The accounts of a login: which are collected and since when, their bills as they arrive, and switching many at once. */
import { Button, Checkbox, Group, Progress, Stack, Table, Text, TextInput } from "@mantine/core";
import { useId, useRef, useState } from "react";
import type { AuthorizationProgress, AuthorizationWithAccounts } from "@meterbook/client";
import { switchAccounts, type AccountSwitch } from "../../data/authorizations.ts";
import { messageOf } from "../../data/meterbook.ts";
import { day, moment, number } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { dayOf } from "../../parts/period.ts";
import { useMay } from "../../parts/permissions.ts";
import { Section } from "../../parts/section.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { useCommon } from "../../words/common.ts";
import { useConnectionWords } from "./connections.words.ts";

type Account = AuthorizationWithAccounts["accounts"][number];

/** A run of switches: what became of each account so far. */
interface Run {
  all: number;
  /** By account: null when it worked. */
  outcomes: ReadonlyMap<number, unknown>;
  isOver: boolean;
}

export function AccountsTable({
  authorization: { id, accounts, revoked_at },
  progress,
}: {
  authorization: AuthorizationWithAccounts;
  progress: AuthorizationProgress | undefined;
}) {
  const say = useConnectionWords();
  const maySwitch = useMay("edit") && revoked_at === null;
  const [chosen, setSelected] = useState<ReadonlySet<number> | null>(null);
  const [run, setRun] = useState<Run | null>(null);
  const ending = useRef<AbortController>(null);
  const active = accounts.filter(({ status }) => status === "Active").length;
  // Of a new login mostly all accounts are wanted.
  const selected = chosen ?? new Set(active === 0 ? accounts.map((account) => account.id) : []);

  const start = async (change: Pick<AccountSwitch, "status" | "data_start_date">): Promise<void> => {
    const ids = accounts.filter((account) => selected.has(account.id)).map((account) => account.id);
    const controller = new AbortController();
    ending.current = controller;
    setRun({ all: ids.length, outcomes: new Map(), isOver: false });
    const onEach = (accountId: number, error: unknown) =>
      setRun((before) => before && { ...before, outcomes: new Map(before.outcomes).set(accountId, error) });
    await switchAccounts(id, { accounts: ids, ...change }, { signal: controller.signal, onEach });
    setRun((before) => before && { ...before, isOver: true });
    setSelected(new Set());
  };

  return (
    <Section
      title={say("table.title")}
      sentence={accounts.length === 0 ? say("table.none") : say("table.sentence", { active, count: accounts.length })}
    >
      {accounts.length === 0 ? null : (
        <>
          {maySwitch ? (
            <Switches
              count={selected.size}
              isRunning={run !== null && !run.isOver}
              onStart={(change) => void start(change)}
              onEnd={() => ending.current?.abort()}
            />
          ) : null}
          {run === null ? null : <RunState run={run} />}
          <div className="wide" tabIndex={0} role="region" aria-label={say("table.title")}>
            <Table verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  {maySwitch ? (
                    <Table.Th w={40}>
                      <Checkbox
                        aria-label={say("table.selectAll")}
                        checked={selected.size === accounts.length}
                        indeterminate={selected.size > 0 && selected.size < accounts.length}
                        onChange={({ currentTarget: { checked } }) =>
                          setSelected(new Set(checked ? accounts.map((account) => account.id) : []))
                        }
                      />
                    </Table.Th>
                  ) : null}
                  <Table.Th scope="col" className="named">
                    {say("table.account")}
                  </Table.Th>
                  <Table.Th scope="col">{say("table.state")}</Table.Th>
                  <Table.Th scope="col">{say("table.since")}</Table.Th>
                  <Table.Th scope="col" ta="right">
                    {say("table.bills")}
                  </Table.Th>
                  <Table.Th scope="col" ta="right">
                    {say("table.review")}
                  </Table.Th>
                  <Table.Th scope="col">{say("table.looked")}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {accounts.map((account) => (
                  <AccountRow
                    key={account.id}
                    account={account}
                    counts={progress?.accounts.find(({ utility_account_id }) => utility_account_id === account.id)}
                    outcome={run?.outcomes.get(account.id)}
                    isSelected={selected.has(account.id)}
                    onSelect={
                      maySwitch
                        ? (isSelected) => {
                            const next = new Set(selected);
                            if (isSelected) next.add(account.id);
                            else next.delete(account.id);
                            setSelected(next);
                          }
                        : null
                    }
                  />
                ))}
              </Table.Tbody>
            </Table>
          </div>
        </>
      )}
    </Section>
  );
}

function Switches({
  count,
  isRunning,
  onStart,
  onEnd,
}: {
  count: number;
  isRunning: boolean;
  onStart: (change: Pick<AccountSwitch, "status" | "data_start_date">) => void;
  onEnd: () => void;
}) {
  const say = useConnectionWords();
  const common = useCommon();
  const [from, setFrom] = useState("");
  const status = useId();
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        type="date"
        label={say("table.start")}
        description={say("table.startHint")}
        min="1990-01-01"
        max={dayOf(new Date())}
        value={from}
        onChange={({ currentTarget: { value } }) => setFrom(value)}
      />
      <Button
        disabled={count === 0}
        loading={isRunning}
        aria-describedby={status}
        onClick={() => onStart({ status: "Active", data_start_date: from === "" ? null : from })}
      >
        {say("table.activate")}
      </Button>
      <Button
        variant="default"
        disabled={count === 0 || isRunning}
        aria-describedby={status}
        onClick={() => onStart({ status: "Inactive" })}
      >
        {say("table.deactivate")}
      </Button>
      {isRunning ? (
        <Button variant="default" onClick={onEnd}>
          {common("act.cancel")}
        </Button>
      ) : null}
      <Text size="sm" c="dimmed" id={status} role="status" pb={8}>
        {say("table.selected", { count })}
      </Text>
    </Group>
  );
}

function RunState({ run: { all, outcomes, isOver } }: { run: Run }) {
  const say = useConnectionWords();
  const refused = [...outcomes.values()].filter((outcome) => outcome !== null).length;
  const switched = say("table.switching", { done: outcomes.size - refused, all });
  const text = refused === 0 ? switched : `${switched}, ${say("table.refused", { count: refused })}`;
  return (
    <Stack gap={4}>
      <Text size="sm" role="status">
        {text}
      </Text>
      {!isOver && outcomes.size < all ? <Progress value={(outcomes.size / all) * 100} aria-label={text} /> : null}
    </Stack>
  );
}

function AccountRow({
  account: { id, acct_num, status, data_start_date, utility_company },
  counts,
  outcome,
  isSelected,
  onSelect,
}: {
  account: Account;
  counts: AuthorizationProgress["accounts"][number] | undefined;
  /** Of the last switch: null when it worked, undefined when it was not part of it. */
  outcome: unknown;
  isSelected: boolean;
  onSelect: ((isSelected: boolean) => void) | null;
}) {
  const say = useConnectionWords();
  return (
    <Table.Tr>
      {onSelect === null ? null : (
        <Table.Td>
          <Checkbox
            aria-label={say("table.select", { account: acct_num })}
            checked={isSelected}
            onChange={({ currentTarget: { checked } }) => onSelect(checked)}
          />
        </Table.Td>
      )}
      <Table.Th scope="row" className="named" fw={400}>
        <Text fw={600} size="sm">
          {acct_num}
        </Text>
        <Text size="sm" c="dimmed">
          {utility_company.name}
        </Text>
        {outcome === undefined ? null : outcome === null ? (
          <StateMark tone="good">{say("table.done")}</StateMark>
        ) : (
          <StateMark tone="bad">{messageOf(outcome)}</StateMark>
        )}
      </Table.Th>
      <Table.Td>{say(status === "Active" ? "table.active" : "table.inactive")}</Table.Td>
      <Table.Td style={{ whiteSpace: "nowrap" }}>
        {status !== "Active" ? "" : data_start_date === null ? say("table.everything") : day(data_start_date)}
      </Table.Td>
      <Table.Td className="number">
        <Count value={counts?.bills_accepted} to="/bills" search={{ account: id }} />
      </Table.Td>
      <Table.Td className="number">
        <Count value={counts?.documents_in_review} to="/review" search={{ account: id }} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: "nowrap" }}>{moment(counts?.last_fetched_at)}</Table.Td>
    </Table.Tr>
  );
}

type Way = { to: "/bills" | "/review"; search: { account: number } };

/** A number of records, as the way to them. */
function Count({ value, ...way }: Way & { value: number | undefined }) {
  if (value === undefined || value === 0) return number(value);
  return <TextLink {...way}>{number(value)}</TextLink>;
}
