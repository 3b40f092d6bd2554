/** The first page of a new service or company: its name, then the ways to the first bills. */
import { Button, Group, List, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEditCompany } from "../../data/company.ts";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { useMe } from "../../data/session.ts";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { useMay } from "../../parts/may.ts";
import { Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Section } from "../../parts/section.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { unplaced } from "../../parts/unplaced.ts";
import { useCommon } from "../../words/common.ts";
import { useWelcomeWords } from "./welcome.words.ts";

export function WelcomePage() {
  const say = useWelcomeWords();
  const me = useMe();
  const may = useMay("edit");
  return (
    <Page title={say("title", { name: me.name })} lead={say("lead")}>
      {may ? <CompanyName name={me.company.name} /> : null}
      {may ? (
        <Section title={say("bills.title")} sentence={say("bills.sentence")}>
          <Group gap="sm">
            <ButtonLink to="/connections">{say("connect")}</ButtonLink>
            <ButtonLink to="/bring-bills" variant="default">
              {say("bring")}
            </ButtonLink>
          </Group>
          <Text size="sm" c="dimmed">
            {say("demo")}
          </Text>
        </Section>
      ) : null}
      <Section title={say("next.title")}>
        <List>
          <List.Item>
            <TextLink to="/settings/account">{say("next.app")}</TextLink>
          </List.Item>
          <List.Item>
            <TextLink to="/settings/people">{say("next.people")}</TextLink>
          </List.Item>
          {me.role === "admin" ? (
            <List.Item>
              <TextLink to="/operator" search={{ view: "companies" }}>
                {say("next.companies")}
              </TextLink>
            </List.Item>
          ) : null}
          <List.Item>
            <TextLink to="/">{say("next.home")}</TextLink>
          </List.Item>
        </List>
      </Section>
    </Page>
  );
}

function CompanyName({ name }: { name: string }) {
  const say = useWelcomeWords();
  const common = useCommon();
  const edit = useEditCompany();
  const form = useForm({ mode: "uncontrolled", initialValues: { name } });
  const submit = form.onSubmit((values) =>
    edit.mutate(values, { onError: (error) => form.setErrors(fieldErrorsOf(error)) }),
  );
  return (
    <Section title={say("company.title")} sentence={say("company.sentence")}>
      <form onSubmit={submit}>
        <Stack gap="sm" maw={480}>
          <TextInput
            label={say("company.name")}
            required
            withAsterisk={false}
            maxLength={200}
            key={form.key("name")}
            {...form.getInputProps("name")}
          />
          <Refusal error={unplaced(edit.error, ["name"])} />
          <Group>
            <Button type="submit" variant="default" loading={edit.isPending}>
              {common("act.save")}
            </Button>
            {edit.isSuccess ? <StateMark tone="good">{say("company.saved")}</StateMark> : null}
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
