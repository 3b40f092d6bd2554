/** The first page of a new service or company: its name, then the ways to the first bills. */
import { Button, Group, List, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEditCompany } from "../../data/company.ts";
import { demoDataQuery, useAddDemoData } from "../../data/demo.ts";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { useMe } from "../../data/session.ts";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { useMay } from "../../parts/permissions.ts";
import { Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Section } from "../../parts/section.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useCommon } from "../../words/common.ts";
import { useWelcomeWords } from "./welcome.words.ts";

export function WelcomePage() {
  const say = useWelcomeWords();
  const me = useMe();
  const mayEdit = useMay("edit");
  const mayName = useMay("own");
  return (
    <Page title={say("title", { name: me.name })} lead={say("lead")}>
      {mayName ? <CompanyName name={me.company.name} /> : null}
      {mayEdit ? (
        <Section title={say("bills.title")} sentence={say("bills.sentence")}>
          <Group gap="sm">
            <ButtonLink to="/connections">{say("connect")}</ButtonLink>
            <ButtonLink to="/bring-bills" variant="default">
              {say("bring")}
            </ButtonLink>
          </Group>
          <DemoData />
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

/** Sample data where the sandbox runs beside the service, else how to see some. */
function DemoData() {
  const say = useWelcomeWords();
  const navigate = useNavigate();
  const may = useMay("own");
  const { data } = useQuery(demoDataQuery);
  const add = useAddDemoData();
  if (data === undefined) return null;
  if (data.present) return <StateMark tone="good">{say(may ? "demo.there" : "demo.thereForAll")}</StateMark>;
  if (!data.available || !may)
    return (
      <Text size="sm" c="dimmed">
        {say(data.available ? "demo.owner" : "demo.how")}
      </Text>
    );
  return (
    <Stack gap="xs" align="flex-start">
      <Refusal error={add.error} />
      <Button
        variant="default"
        loading={add.isPending}
        onClick={() => add.mutate(undefined, { onSuccess: () => void navigate({ to: "/connections" }) })}
      >
        {say("demo.add")}
      </Button>
      <Text size="sm" c="dimmed">
        {say("demo.text")}
      </Text>
    </Stack>
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
          <Refusal error={errorBesideFields(edit.error, ["name"])} />
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
