/** The amounts of a budget, edited in place: months below each other, a column for each service; filled in by a proposal on request. */
import { Button, Group, Select, Table, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { PropertyBudget, ProposedBudget } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { useSetBudget } from "../../data/budgets.ts";
import { addMonths } from "../../data/months.ts";
import { ENERGY_TYPES } from "../../parts/energy-types.ts";
import { money, month as writeMonth } from "../../parts/format.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { useBudgetWords } from "./budget.words.ts";
import {
  amountOf,
  amountText,
  changesOf,
  draftOf,
  keyOf,
  servicesOf,
  sumOf,
  wholeOf,
  wrongOf,
  type Draft,
  type Service,
} from "./draft.ts";
import { Propose } from "./propose.tsx";

interface EditProps {
  budget: PropertyBudget;
  /** Services that the property has meters of. */
  services: string[];
  isProposing: boolean;
  /** With what must be sent to undo what was saved. */
  onSaved: (undo: ReturnType<typeof changesOf>) => void;
  onClose: () => void;
}

export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from; month < to; month = addMonths(month, 1)) months.push(month);
  return months;
}

export function EditBudget({ budget, services, isProposing, onSaved, onClose }: EditProps) {
  const say = useBudgetWords();
  const common = useCommon();
  const set = useSetBudget(budget.property_id);
  // What was saved when the editing began: a change by somebody else does not take away what is typed.
  const [before] = useState(() => draftOf(budget));
  const [draft, setDraft] = useState(before);
  const [added, setAdded] = useState<string[]>([]);
  const [isChecked, setChecked] = useState(false);
  const [proposed, setProposed] = useState<ProposedBudget | null>(null);
  const months = monthsBetween(budget.from, budget.to);
  const columns: Service[] = [null, ...new Set([...services, ...added, ...servicesOf(draft)])];
  const wrong = wrongOf(draft);
  const changes = changesOf(before, draft);
  const fill = (proposal: ProposedBudget) => {
    const filled = proposal.amounts.flatMap(({ energy_type, effective_month, amount }) =>
      amount === null ? [] : [[keyOf(energy_type, effective_month), amountText(amount)] as const],
    );
    setDraft({ ...draft, ...Object.fromEntries(filled) });
    setProposed(proposal);
  };
  const save = () => {
    setChecked(true);
    if (wrong.length > 0) return;
    if (changes.length === 0) return onClose();
    set.mutate(changes, {
      onSuccess: () => {
        onSaved(changesOf(draft, before));
        onClose();
      },
    });
  };
  return (
    <Section
      title={say("edit.title")}
      sentence={say("edit.sentence")}
      beside={<Propose budget={budget} onFill={fill} isFirst={isProposing} />}
    >
      {proposed === null ? null : <Filled proposal={proposed} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className="wide" role="region" aria-label={say("edit.title")} tabIndex={0}>
          <Table verticalSpacing={4} withRowBorders={false}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col" className="named">
                  {say("col.month")}
                </Table.Th>
                {columns.map((service) => (
                  <Table.Th key={service ?? ""} scope="col" miw={130}>
                    {service === null ? say("edit.all") : sayWord(common, "energy", service)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {months.map((month) => (
                <Table.Tr key={month}>
                  <Table.Th scope="row" className="named">
                    {writeMonth(month)}
                  </Table.Th>
                  {columns.map((service) => (
                    <Table.Td key={service ?? ""}>
                      <AmountField
                        service={service}
                        month={month}
                        draft={draft}
                        services={columns}
                        isChecked={isChecked}
                        onChange={(text) => setDraft({ ...draft, [keyOf(service, month)]: text })}
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th scope="row" className="named">
                  {say("edit.sum")}
                </Table.Th>
                {columns.map((service) => (
                  <Table.Th key={service ?? ""} fw={600} className="number" style={{ textAlign: "left" }}>
                    {money(sumOf(draft, service, { services: columns, months }))}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Tfoot>
          </Table>
        </div>
        <Group justify="space-between" align="flex-end" mt="sm">
          <Select
            label={say("edit.addService")}
            data={ENERGY_TYPES.filter((each) => !columns.includes(each)).map((each) => ({
              value: each,
              label: sayWord(common, "energy", each),
            }))}
            value={null}
            onChange={(value) => {
              const found = ENERGY_TYPES.find((each) => each === value);
              if (found !== undefined) setAdded([...added, found]);
            }}
            w={200}
          />
          <Group>
            <Button variant="default" onClick={onClose}>
              {common("act.cancel")}
            </Button>
            <Button type="submit" loading={set.isPending}>
              {common("act.save")}
            </Button>
          </Group>
        </Group>
        {isChecked && wrong.length > 0 ? (
          <Text role="alert" c="var(--bad)" mt="sm">
            {say("edit.wrongSome")}
          </Text>
        ) : null}
        <Refusal error={set.error} />
      </form>
    </Section>
  );
}

interface FieldProps {
  service: Service;
  month: string;
  draft: Draft;
  services: readonly Service[];
  isChecked: boolean;
  onChange: (text: string) => void;
}

function AmountField({ service, month, draft, services, isChecked, onChange }: FieldProps) {
  const say = useBudgetWords();
  const common = useCommon();
  const text = draft[keyOf(service, month)] ?? "";
  const isWrong = isChecked && amountOf(text) === undefined;
  // What stands for all services while nothing is typed: the sum of the services.
  const whole = service === null && text === "" ? wholeOf(draft, services, month) : null;
  const hint = whole === null ? "" : money(whole ?? null);
  const name = service === null ? say("edit.all") : sayWord(common, "energy", service);
  return (
    <TextInput
      aria-label={say("edit.field", { service: name, month: writeMonth(month) })}
      size="sm"
      inputMode="decimal"
      maxLength={20}
      placeholder={hint}
      value={text}
      error={isWrong ? say("edit.wrong") : null}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}

/** How many amounts the proposal has filled in, and how many it could not. */
function Filled({ proposal: { amounts } }: { proposal: ProposedBudget }) {
  const say = useBudgetWords();
  const filled = amounts.filter(({ amount }) => amount !== null).length;
  const missing = amounts.length - filled;
  return (
    <Text role="status">
      {filled === 0 ? say("propose.none") : say("propose.filled", { count: filled })}{" "}
      {filled === 0 || missing === 0 ? null : say("propose.missing", { count: missing })}
    </Text>
  );
}
