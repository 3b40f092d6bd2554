/** The rules of findings: which are on, and from which figures on they report. */
import { Button, Group, NumberInput, SimpleGrid, Stack, Switch, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { FindingRule } from "@meterbook/client";
import { findingRulesQuery, useEditFindingRules } from "../../data/finding-rules.ts";
import { number } from "../../parts/format.ts";
import { useMay } from "../../parts/permissions.ts";
import { useNotice } from "../../parts/notice.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { useCommon } from "../../words/common.ts";
import { sayOr, useRulesWords } from "./rules.words.ts";

export function RulesPage() {
  const say = useRulesWords();
  const rules = useQuery(findingRulesQuery);
  return (
    <Stack gap="md">
      <Text>{say("lead")}</Text>
      <Loaded query={rules} height={600}>
        {(all) => (
          <Stack gap="md">
            {all.map((rule) => (
              <RuleSection key={rule.id} rule={rule} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}

/** Empty: the default. */
type Values = Record<string, number | "">;

const valuesOf = ({ thresholds }: FindingRule): Values =>
  Object.fromEntries(thresholds.map(({ name, own }) => [name, own ?? ""]));

function RuleSection({ rule }: { rule: FindingRule }) {
  const say = useRulesWords();
  const notice = useNotice();
  const common = useCommon();
  const may = useMay("edit");
  const edit = useEditFindingRules();
  const form = useForm<Values>({ initialValues: valuesOf(rule) });
  const { id, severity, description, active, thresholds } = rule;
  const title = sayOr(say, "rule", id, id);
  const submit = form.onSubmit((values) =>
    edit.mutate(
      {
        rules: [
          {
            // It came from the service, which knows it.
            id: id as Parameters<typeof edit.mutate>[0]["rules"][number]["id"],
            thresholds: Object.fromEntries(
              Object.entries(values).map(([name, value]) => [name, value === "" ? null : value]),
            ),
          },
        ],
      },
      {
        onSuccess: () => {
          form.resetDirty();
          notice(say("saved"));
        },
      },
    ),
  );
  return (
    <Section
      title={title}
      sentence={sayOr(say, "about", id, description)}
      beside={
        <Group gap="md">
          <StateMark tone={severity === "warning" ? "warn" : "quiet"}>
            {sayOr(say, "severity", severity, severity)}
          </StateMark>
          <Switch
            label={say("on")}
            aria-label={say("onNamed", { rule: title })}
            checked={active}
            disabled={!may || edit.isPending}
            onChange={(event) =>
              edit.mutate({
                rules: [
                  {
                    id: id as Parameters<typeof edit.mutate>[0]["rules"][number]["id"],
                    active: event.currentTarget.checked,
                  },
                ],
              })
            }
          />
        </Group>
      }
    >
      {thresholds.length === 0 || !active ? null : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
              {thresholds.map(({ name, description: about, unit, default: usual, min, max }) => (
                <NumberInput
                  key={name}
                  label={sayOr(say, "threshold", name, about)}
                  description={say("usual", { usual: number(usual, 2), unit: sayOr(say, "unit", unit, unit) })}
                  inputWrapperOrder={["label", "input", "description", "error"]}
                  placeholder={number(usual, 2)}
                  min={min}
                  max={max}
                  readOnly={!may}
                  styles={{ root: { display: "flex", flexDirection: "column" }, label: { flex: 1 } }}
                  {...form.getInputProps(name)}
                />
              ))}
            </SimpleGrid>
            {may && form.isDirty() ? (
              <Group>
                <Button type="submit" loading={edit.isPending}>
                  {common("act.save")}
                </Button>
                <Button variant="default" onClick={() => form.reset()}>
                  {common("act.cancel")}
                </Button>
              </Group>
            ) : null}
          </Stack>
        </form>
      )}
      <Refusal error={edit.error} />
    </Section>
  );
}
