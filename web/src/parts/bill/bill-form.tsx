/** The form in which a bill is corrected or entered: its head, its lines by meter, and the sums as they are typed. */
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
  VisuallyHidden,
} from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useEffect, useRef, useState } from "react";
import { MeterbookError } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { useCommon } from "../../words/common.ts";
import { sentenceText } from "../../words/service-sentence.ts";
import { UNKNOWN } from "../format.ts";
import { Icon } from "../icons.tsx";
import { LINE_KINDS, type FormField, type FormShape, type LineKind } from "./bill-form-shape.ts";
import { blankLine, blankMeter, faultsOf, pathsOf, summed, withoutBlanks, type TypedBill } from "./bill-form-values.ts";
import { useBillWords } from "./bill.words.ts";
import { useHighlight } from "./highlights.tsx";
import { AcceptableRefusal } from "./acceptable-refusal.tsx";
import { SumsView } from "./sums-view.tsx";
import { sumsOf } from "./sums.ts";

interface BillFormProps {
  shape: FormShape;
  initial: TypedBill;
  /** Printed totals that the form does not show. */
  printed: Parameters<typeof summed>[1];
  /** Why: asked for beside the button. */
  reasonLabel: string;
  saveLabel: string;
  isSaving: boolean;
  error: unknown;
  onSave: (typed: TypedBill, more: { accept: string[]; reason: string }) => void;
  onCancel: () => void;
}

type Form = UseFormReturnType<TypedBill>;

export function BillForm(props: BillFormProps) {
  const { shape, initial, printed, error, isSaving, onSave, onCancel } = props;
  const say = useBillWords();
  const common = useCommon();
  const [sums, setSums] = useState(() => sumsOf(summed(initial, printed)));
  const [accept, setAccept] = useState<string[]>([]);
  const [reason, setReason] = useState("");
  const [sent, setSent] = useState(initial);
  const frame = useRef<HTMLFormElement>(null);
  const form = useForm<TypedBill>({
    mode: "uncontrolled",
    initialValues: initial,
    onValuesChange: (typed) => setSums(sumsOf(summed(typed, printed))),
  });

  const focusFault = () => {
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  useEffect(() => {
    frame.current?.querySelector<HTMLElement>("input, select")?.focus();
  }, []);
  const { setErrors } = form;
  useEffect(() => {
    if (!(error instanceof MeterbookError) || error.errors.length === 0) return;
    const said = error.errors.map(({ pointer, detail }) => ({ pointer, detail: sentenceText(detail, error.slug) }));
    setErrors(pathsOf(said, sent));
    focusFault();
    // Only a new answer of the service is shown at the fields.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);

  const submit = form.onSubmit((typed) => {
    const whole = withoutBlanks(typed);
    const found = faultsOf(shape, whole);
    // Without any line the blank ones stay, to be filled in.
    if (found["lines"] === undefined) form.setValues(whole);
    const faults = Object.entries(found);
    form.setErrors(Object.fromEntries(faults.map(([path, fault]) => [path, say(`fault.${fault}`)])));
    if (faults.length > 0) return focusFault();
    setSent(whole);
    onSave(whole, { accept, reason: reason.trim() });
  });

  return (
    <form ref={frame} onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {say("form.hint")}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
          {shape.head.map((field) => (
            <Field
              key={field.name}
              form={form}
              field={field}
              path="values."
              label={sayWord(say, "field", field.name)}
            />
          ))}
        </SimpleGrid>
        {form.getValues().meters.map((meter, at) => (
          <MeterPart key={meter.key} form={form} shape={shape} at={at} />
        ))}
        {form.errors["lines"] === undefined ? null : <Text c="var(--bad)">{form.errors["lines"]}</Text>}
        {shape.meter.length === 0 ? null : (
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            style={{ alignSelf: "flex-start" }}
            onClick={() => form.insertListItem("meters", blankMeter(form.getValues().meters))}
          >
            {say("form.meter")}
          </Button>
        )}
        <Stack className="paper form-end" p="md" gap="sm">
          <SumsView sums={sums} />
          <AcceptableRefusal error={error} accept={{ names: accept, set: setAccept }} />
          <TextInput
            label={props.reasonLabel}
            value={reason}
            maxLength={2000}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group gap="sm">
            <Button type="submit" loading={isSaving}>
              {props.saveLabel}
            </Button>
            <Button variant="default" onClick={onCancel}>
              {common("act.cancel")}
            </Button>
          </Group>
        </Stack>
      </Stack>
    </form>
  );
}

function MeterPart({ form, shape, at }: { form: Form; shape: FormShape; at: number }) {
  const say = useBillWords();
  const common = useCommon();
  const meter = form.getValues().meters[at];
  if (meter === undefined) return null;
  const name = meter.name ?? say("meter.at", { at: at + 1 });
  return (
    <Stack component="section" gap="sm" aria-label={name}>
      <Group justify="space-between">
        <Title order={3} fz="md">
          {name}
        </Title>
        {meter.id === null && form.getValues().meters.length > 1 ? (
          <Button variant="subtle" size="compact-sm" onClick={() => form.removeListItem("meters", at)}>
            {common("act.remove")}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        ) : null}
      </Group>
      {shape.meter.length === 0 ? null : (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
          {shape.meter.map((field) => (
            <Field
              key={field.name}
              form={form}
              field={field}
              path={`meters.${at}.values.`}
              label={sayWord(say, "field", field.name)}
            />
          ))}
        </SimpleGrid>
      )}
      {LINE_KINDS.map((kind) => (
        <LinesPart key={kind} form={form} shape={shape} at={at} kind={kind} name={name} />
      ))}
    </Stack>
  );
}

interface LinesPartProps {
  form: Form;
  shape: FormShape;
  at: number;
  kind: LineKind;
  name: string;
}

function LinesPart({ form, shape, at, kind, name }: LinesPartProps) {
  const say = useBillWords();
  const highlight = useHighlight();
  const path = `meters.${at}.${kind}`;
  const lines = form.getValues().meters[at]?.[kind] ?? [];
  const title = say(`form.${kind}`);
  if (kind === "registers" && lines.length === 0) return null;
  return (
    <div>
      {lines.length === 0 ? null : <Text size="sm">{title}</Text>}
      {lines.length === 0 ? null : (
        <div className="wide" role="region" tabIndex={0} aria-label={`${title}, ${name}`}>
          <table className="bill-lines">
            <thead>
              <tr>
                {shape[kind].map((field) => (
                  <th key={field.name} scope="col">
                    {sayWord(say, "field", field.name)}
                    {field.isRequired === true ? " *" : ""}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {lines.map((line, row) => (
                <tr key={line.key} onFocus={() => highlight(line.key, "lines")}>
                  {shape[kind].map((field) => (
                    <td key={field.name} style={{ minWidth: WIDTHS[field.name] ?? "6.5rem" }}>
                      <Field
                        form={form}
                        field={field}
                        path={`${path}.${row}.values.`}
                        label={say("form.cell", { field: sayWord(say, "field", field.name), line: row + 1 })}
                        isCell
                      />
                    </td>
                  ))}
                  <td>
                    <ActionIcon
                      variant="subtle"
                      aria-label={say("form.remove", { line: row + 1 })}
                      onClick={() => form.removeListItem(path, row)}
                    >
                      <Icon name="cross" size={16} />
                    </ActionIcon>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {kind === "registers" ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => form.insertListItem(path, blankLine(shape, kind, form.getValues(), at))}
        >
          {say(`form.add.${kind}`)}
        </Button>
      )}
    </div>
  );
}

const WIDTHS: Record<string, string> = {
  description: "9.5rem",
  amount: "5.5rem",
  utility_charge_type: "8.5rem",
  utility_usage_type: "8.5rem",
  start_date: "7.75rem",
  end_date: "7.75rem",
  measurement_unit: "4.5rem",
  estimated_meter_read: "4rem",
};

interface FieldProps {
  form: Form;
  field: FormField;
  path: string;
  label: string;
  /** In a table, whose head has the names of the columns. */
  isCell?: boolean;
}

function Field({ form, field: { name, kind, isRequired = false }, path, label, isCell = false }: FieldProps) {
  const say = useBillWords();
  const common = useCommon();
  const id = path + name;
  const key = form.key(id);
  const named = isCell ? { "aria-label": label, size: "xs" as const } : { label, withAsterisk: isRequired };
  if (kind === "flag") {
    const flag = form.getInputProps(id, { type: "checkbox" });
    return isCell ? (
      <Checkbox key={key} aria-label={label} {...flag} />
    ) : (
      <Checkbox key={key} label={label} mt="lg" {...flag} />
    );
  }
  const props = form.getInputProps(id);
  if (typeof kind !== "string")
    return (
      <NativeSelect
        key={key}
        {...named}
        {...props}
        data={[
          ...(isRequired ? [{ value: "", label: UNKNOWN }] : []),
          ...kind.map((value) => ({
            value,
            label: name === "energy_type" ? sayWord(common, "energy", value) : sayWord(say, "choice", value),
          })),
        ]}
      />
    );
  return (
    <TextInput
      key={key}
      {...named}
      {...props}
      type={kind === "day" ? "date" : "text"}
      inputMode={kind === "number" ? "decimal" : undefined}
      autoComplete="off"
    />
  );
}
