/** How a building is used, as its score needs it. What was typed stays when the service refuses. */
import { Button, Group, NumberInput, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { useState, type FormEvent } from "react";
import type { Property, PropertyScore } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { useEditProperty } from "../../data/properties.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { useCommon } from "../../words/common.ts";
import { useScoreWords } from "./score.words.ts";

type ScoredType = PropertyScore["property_types"][number];
type Input = ScoredType["inputs"][number];
/** By name; empty is not known. Shares are in percent, yes and no are "true" and "false". */
type Values = Record<string, string | number>;

const useOf = ({ metadata }: Property): Record<string, unknown> => {
  const { property_use: use } = metadata as { property_use?: unknown };
  return typeof use === "object" && use !== null ? { ...use } : {};
};

/** The service takes the name of a type in any case. */
const typeOf = (property: Property, types: ScoredType[]): ScoredType | undefined => {
  const { property_type: stored } = useOf(property);
  if (typeof stored !== "string") return undefined;
  return types.find(({ property_type }) => property_type.toLowerCase() === stored.trim().toLowerCase());
};

function valueOf(kind: string, stored: unknown): string | number {
  if (typeof stored === "boolean") return String(stored);
  if (typeof stored !== "number") return "";
  return kind === "share" ? Math.round(stored * 10_000) / 100 : stored;
}

function storedOf({ kind }: Input, value: string | number | undefined): number | boolean | null {
  if (value === undefined || value === "") return null;
  if (kind === "yes_no") return value === "true";
  return kind === "share" ? Number(value) / 100 : Number(value);
}

interface UseFormProps {
  property: Property;
  score: PropertyScore;
  close: () => void;
}

export function UseForm({ property, score, close }: UseFormProps) {
  const say = useScoreWords();
  const common = useCommon();
  const types = score.property_types;
  const stored = useOf(property);
  const [type, setType] = useState(typeOf(property, types));
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(
      types.flatMap(({ inputs }) => inputs.map(({ name, kind }) => [name, valueOf(kind, stored[name])])),
    ),
  );
  const edit = useEditProperty(property.id);
  const set = (name: string) => (value: string | number | null) =>
    setValues((before) => ({ ...before, [name]: value ?? "" }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (type === undefined) return;
    const own = new Set(type.inputs.map(({ name }) => name));
    const others = types.flatMap(({ inputs }) => inputs).filter(({ name }) => !own.has(name) && name in stored);
    const property_use = {
      property_type: type.property_type,
      // Null removes what belongs to another type.
      ...Object.fromEntries(others.map(({ name }) => [name, null])),
      ...Object.fromEntries(type.inputs.map((input) => [input.name, storedOf(input, values[input.name])])),
    };
    edit.mutate({ metadata: { property_use } }, { onSuccess: close });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Refusal error={edit.error} />
        <Select
          label={say("form.type")}
          description={say("form.typeHint")}
          data={types.map(({ property_type }) => ({
            value: property_type,
            label: sayWord(say, "type", property_type),
          }))}
          value={type?.property_type ?? null}
          onChange={(value) => setType(types.find(({ property_type }) => property_type === value))}
          searchable
          allowDeselect={false}
        />
        {type === undefined ? (
          <Text size="sm" c="dimmed">
            {say("form.choose")}
          </Text>
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {type.inputs.map((input) => (
              <UseInput key={input.name} input={input} value={values[input.name] ?? ""} set={set(input.name)} />
            ))}
          </SimpleGrid>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {common("act.cancel")}
          </Button>
          <Button type="submit" loading={edit.isPending} disabled={type === undefined}>
            {common("act.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface UseInputProps {
  input: Input;
  value: string | number;
  set: (value: string | number | null) => void;
}

function UseInput({ input: { name, kind, least }, value, set }: UseInputProps) {
  const say = useScoreWords();
  const label = sayWord(say, "input", name);
  if (kind === "yes_no")
    return (
      <Select
        label={label}
        data={["true", "false"].map((each) => ({ value: each, label: sayWord(say, "yes", each) }))}
        value={String(value)}
        onChange={set}
        clearable
      />
    );
  return (
    <NumberInput
      label={label}
      // Always there, so that inputs beside each other stay in line.
      description={least === null ? "\u00A0" : say("form.least", { least })}
      hideControls
      allowNegative={false}
      thousandSeparator=","
      {...(kind === "share" ? { max: 100, suffix: " %" } : {})}
      value={value}
      onChange={set}
    />
  );
}
