/** How colleagues know the reader; address and role are changed by others. */
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { sayWord } from "../../app/language.ts";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { useRename } from "../../data/own-account.ts";
import { useMe } from "../../data/session.ts";
import { useNotice } from "../../parts/notice.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Section } from "../../parts/section.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useCommon } from "../../words/common.ts";
import { useAccountWords } from "./account.words.ts";

export function OwnName() {
  const say = useAccountWords();
  const notice = useNotice();
  const common = useCommon();
  const me = useMe();
  const rename = useRename();
  const form = useForm({ mode: "uncontrolled", initialValues: { name: me.name } });
  const submit = form.onSubmit(({ name }) =>
    rename.mutate(name, {
      onSuccess: () => notice(say("saved")),
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    }),
  );
  return (
    <Section title={say("you.title")}>
      <form onSubmit={submit}>
        <Stack gap="sm" maw={480}>
          <TextInput
            label={say("you.name")}
            autoComplete="name"
            required
            withAsterisk={false}
            maxLength={200}
            key={form.key("name")}
            {...form.getInputProps("name")}
          />
          <div>
            <Text size="sm" fw={500}>
              {say("you.email")}
            </Text>
            <Text style={{ overflowWrap: "anywhere" }}>{me.email}</Text>
          </div>
          <div>
            <Text size="sm" fw={500}>
              {say("you.role")}
            </Text>
            <Text>{me.role === "admin" ? say("role.admin") : sayWord(say, "role", me.company_role)}</Text>
          </div>
          <Refusal error={errorBesideFields(rename.error, ["name"])} />
          <Group>
            <Button type="submit" loading={rename.isPending}>
              {common("act.save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
