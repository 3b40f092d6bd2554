/** The record of a meter and of its account, edited in place: its property, its service, whom the utility bills. What was typed stays when the service refuses. */
import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { UtilityAccountEdit, UtilityMeter, UtilityMeterEdit } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { useEditMeter } from "../../data/meters.ts";
import { propertiesQuery } from "../../data/properties.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useCommon } from "../../words/common.ts";
import { endAfterBills } from "./held-back.ts";
import { useRecordWords } from "./records.words.ts";

/** An empty text stands for what is not known. */
const METER_TEXTS = ["service_name", "service_address", "premise_num", "cost_center", "gl_account"] as const;
const ACCOUNT_TEXTS = ["delivery_name", "delivery_email", "master_acct_num"] as const;
const CHOICES = {
  status: ["Active", "Inactive"],
  billing_frequency: ["MONTHLY", "QUARTERLY", "YEARLY"],
  association_type: ["STANDARD", "DISTRIBUTION", "SUPPLY"],
} as const;
type Choice = keyof typeof CHOICES;
/** The fields of the account that are named as those of the meter. */
const COSTING_OF_ACCOUNT = { account_cost_center: "cost_center", account_gl_account: "gl_account" } as const;
type CostingOfAccount = keyof typeof COSTING_OF_ACCOUNT;
// The keys of the table.
const COSTING_KEYS = Object.keys(COSTING_OF_ACCOUNT) as CostingOfAccount[];
/** More is refused. */
const COSTING_MAX = 50;

type Values = Record<
  | (typeof METER_TEXTS)[number]
  | (typeof ACCOUNT_TEXTS)[number]
  | CostingOfAccount
  | Choice
  | "property_id"
  | "wrapper"
  | "end",
  string
>;

const valuesOf = (meter: UtilityMeter): Values => ({
  service_name: meter.service_name ?? "",
  service_address: meter.service_address ?? "",
  premise_num: meter.premise_num ?? "",
  cost_center: meter.cost_center ?? "",
  gl_account: meter.gl_account ?? "",
  account_cost_center: meter.utility_account.cost_center ?? "",
  account_gl_account: meter.utility_account.gl_account ?? "",
  delivery_name: meter.utility_account.delivery_name ?? "",
  delivery_email: meter.utility_account.delivery_email ?? "",
  master_acct_num: meter.utility_account.master_acct_num ?? "",
  status: meter.status,
  billing_frequency: meter.billing_frequency,
  association_type: meter.association_type,
  property_id: String(meter.property_id ?? ""),
  wrapper: String(meter.meter_wrapper_id),
  end: meter.deactivation_date?.slice(0, 10) ?? "",
});

const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());

/** Only the fields that differ. */
function changesOf(before: Values, now: Values): { meter: UtilityMeterEdit; account: UtilityAccountEdit } {
  const differs = (key: keyof Values) => now[key] !== before[key];
  const texts = (keys: readonly (keyof Values)[]) =>
    Object.fromEntries(keys.filter(differs).map((key) => [key, orNull(now[key])]));
  // The choices are those of the table above.
  const choices = Object.fromEntries(
    (Object.keys(CHOICES) as Choice[]).filter(differs).map((key) => [key, now[key]]),
  ) as UtilityMeterEdit;
  return {
    meter: {
      ...texts(METER_TEXTS),
      ...choices,
      ...(differs("property_id") ? { property_id: now.property_id === "" ? null : Number(now.property_id) } : {}),
      ...(differs("wrapper") ? { meter_wrapper_id: Number(now.wrapper) } : {}),
      ...(differs("end") ? { deactivation_date: orNull(now.end) } : {}),
    },
    account: {
      ...texts(ACCOUNT_TEXTS),
      ...Object.fromEntries(COSTING_KEYS.filter(differs).map((key) => [COSTING_OF_ACCOUNT[key], orNull(now[key])])),
    },
  };
}

/** What the service calls the fields that have other names here. */
const OWN_NAMES: Record<string, string> = { meter_wrapper_id: "wrapper", deactivation_date: "end" };

/** So that inputs beside each other stay in line. */
const BELOW: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

interface MeterFormProps {
  meter: UtilityMeter;
  /** All meters of the property. */
  others: UtilityMeter[];
  close: () => void;
}

export function MeterForm({ meter, others, close }: MeterFormProps) {
  const say = useRecordWords();
  const common = useCommon();
  const edit = useEditMeter();
  const properties = useQuery(propertiesQuery);
  const form = useForm<Values>({ initialValues: valuesOf(meter) });
  const submit = form.onSubmit((values) => {
    const changes = changesOf(valuesOf(meter), values);
    edit.mutate(
      { id: meter.id, account_id: meter.utility_account.id, ...changes },
      {
        onSuccess: close,
        onError: (error) =>
          form.setErrors(
            Object.fromEntries(
              Object.entries(fieldErrorsOf(error)).map(([name, text]) => [OWN_NAMES[name] ?? name, text]),
            ),
          ),
      },
    );
  });
  const text = (key: (typeof METER_TEXTS)[number] | (typeof ACCOUNT_TEXTS)[number]) => (
    <TextInput
      key={key}
      label={say(`field.${key}`)}
      {...(key === "cost_center" || key === "gl_account" ? { maxLength: COSTING_MAX } : {})}
      {...form.getInputProps(key)}
    />
  );
  const choice = (key: Choice) => (
    <Select
      key={key}
      label={say(`field.${key}`)}
      data={CHOICES[key].map((value) => ({
        value,
        label: sayWord(say, key === "status" ? "status" : "choice", value),
      }))}
      allowDeselect={false}
      {...form.getInputProps(key)}
    />
  );
  const joinable = others.filter(
    ({ id, energy_type, meter_wrapper_id }) =>
      id !== meter.id && energy_type === meter.energy_type && meter_wrapper_id !== meter.meter_wrapper_id,
  );
  const lastBilled = endAfterBills(meter);
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Refusal error={errorBesideFields(edit.error, [...Object.keys(form.getValues()), ...Object.keys(OWN_NAMES)])} />
        <Text size="sm" c="dimmed">
          {say("meter.asPrinted", { account: meter.utility_account.acct_num })}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={say("field.property_id")}
            description={say("meter.move")}
            inputWrapperOrder={BELOW}
            data={(properties.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            searchable
            allowDeselect={false}
            {...form.getInputProps("property_id")}
          />
          <Select
            label={say("field.wrapper")}
            description={say("meter.join")}
            inputWrapperOrder={BELOW}
            data={[
              { value: String(meter.meter_wrapper_id), label: say("meter.joinNone") },
              ...joinable.map(({ meter_wrapper_id, meter_num, id }) => ({
                value: String(meter_wrapper_id),
                label: meter_num ?? `#${id}`,
              })),
            ].filter(({ value }, at, all) => all.findIndex((each) => each.value === value) === at)}
            allowDeselect={false}
            {...form.getInputProps("wrapper")}
          />
          {choice("status")}
          <TextInput
            type="date"
            label={say("field.end")}
            description={say("meter.endHint")}
            inputWrapperOrder={BELOW}
            {...form.getInputProps("end")}
          />
        </SimpleGrid>
        {lastBilled === "" || form.getValues().end !== "" ? null : (
          <Group>
            <Button variant="default" size="compact-sm" onClick={() => form.setFieldValue("end", lastBilled)}>
              {say("meter.endAfterBills")}
            </Button>
          </Group>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {METER_TEXTS.map(text)}
          {choice("billing_frequency")}
          {choice("association_type")}
        </SimpleGrid>
        <Title order={3} fz="md">
          {say("meter.account", { account: meter.utility_account.acct_num })}
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {ACCOUNT_TEXTS.map(text)}
          {COSTING_KEYS.map((key) => (
            <TextInput
              key={key}
              label={say(`field.${COSTING_OF_ACCOUNT[key]}`)}
              maxLength={COSTING_MAX}
              {...form.getInputProps(key)}
            />
          ))}
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          {say("meter.costing")}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {common("act.cancel")}
          </Button>
          <Button type="submit" loading={edit.isPending}>
            {common("act.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
