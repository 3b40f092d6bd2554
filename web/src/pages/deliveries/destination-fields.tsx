/** Where to: people by mail, links, a bucket or an SFTP folder, each with its own fields. */
import {
  Checkbox,
  NativeSelect,
  PasswordInput,
  Radio,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { LANGUAGES } from "../../app/language.ts";
import { Section } from "../../parts/section.tsx";
import { useFormWords } from "./delivery-form.words.ts";
import { KINDS, type DeliveryValues, type DestinationKind } from "./delivery-values.ts";

interface FieldsProps {
  form: UseFormReturnType<DeliveryValues>;
  /** The service has its passwords and keys already. */
  isSaved: boolean;
}

interface DestinationProps {
  form: UseFormReturnType<DeliveryValues>;
  /** Where the saved delivery goes; null for a new one. */
  savedKind: DestinationKind | null;
  /** The service has a mail server. Without one a delivery that goes by mail already is shown as it is. */
  sendsMail: boolean;
}

const FIELDS: Record<DestinationKind, (props: FieldsProps) => ReactNode> = {
  email: MailFields,
  files: LinksText,
  s3: BucketFields,
  sftp: FolderFields,
};

export function DestinationFields({ form, savedKind, sendsMail }: DestinationProps) {
  const say = useFormWords();
  const { kind } = form.getValues();
  const Fields = FIELDS[kind];
  return (
    <Section title={say("where.title")}>
      <Stack gap="md">
        <Radio.Group
          label={say("kind")}
          description={sendsMail ? undefined : say("kind.noMail")}
          {...form.getInputProps("kind")}
        >
          <Stack gap="xs" mt={4}>
            {KINDS.map((each) => (
              <Radio
                key={each}
                value={each}
                label={say(`kind.${each}`)}
                disabled={each === "email" && each !== kind && !sendsMail}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Fields form={form} isSaved={savedKind === kind} />
      </Stack>
    </Section>
  );
}

function LinksText() {
  const say = useFormWords();
  return <Text size="sm">{say("files.text")}</Text>;
}

const RECIPIENTS_MAX = 20;

function MailFields({ form }: FieldsProps) {
  const say = useFormWords();
  return (
    <>
      <TagsInput
        label={say("to")}
        description={say("to.hint")}
        placeholder={form.getValues().to.length === 0 ? say("to.ph") : ""}
        splitChars={[",", ";", " "]}
        acceptValueOnBlur
        maxTags={RECIPIENTS_MAX}
        inputMode="email"
        {...form.getInputProps("to")}
      />
      <NativeSelect
        label={say("language")}
        maw={260}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps("language")}
      />
      <Textarea
        label={say("message")}
        description={say("message.hint")}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1000}
        {...form.getInputProps("message")}
      />
      <Checkbox
        label={say("links")}
        description={say("links.hint")}
        {...form.getInputProps("links_only", { type: "checkbox" })}
      />
    </>
  );
}

function BucketFields({ form, isSaved }: FieldsProps) {
  const say = useFormWords();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label={say("endpoint")}
        placeholder="https://s3.us-east-1.amazonaws.com"
        type="url"
        {...form.getInputProps("endpoint")}
      />
      <TextInput label={say("region")} placeholder="us-east-1" {...form.getInputProps("region")} />
      <TextInput label={say("bucket")} {...form.getInputProps("bucket")} />
      <TextInput label={say("prefix")} {...form.getInputProps("prefix")} />
      <TextInput label={say("accessKey")} autoComplete="off" {...form.getInputProps("access_key_id")} />
      <Secret form={form} name="secret_access_key" label={say("secretKey")} isSaved={isSaved} />
    </SimpleGrid>
  );
}

function Secret({
  form,
  name,
  label,
  isSaved,
}: FieldsProps & { name: "secret_access_key" | "password"; label: string }) {
  const say = useFormWords();
  return (
    <PasswordInput
      label={label}
      description={isSaved ? say("secret.stays") : undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      // Not one of the reader's own.
      autoComplete="new-password"
      visibilityToggleButtonProps={{ "aria-label": say("secret.show"), tabIndex: 0 }}
      {...form.getInputProps(name)}
    />
  );
}

function FolderFields({ form, isSaved }: FieldsProps) {
  const say = useFormWords();
  const { signIn } = form.getValues();
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={say("host")}
          placeholder="sftp.example.com"
          {...form.getInputProps("host")}
          // Another server has another key.
          onChange={({ currentTarget: { value } }) => form.setValues({ host: value, host_key_sha256: "" })}
        />
        <TextInput label={say("port")} inputMode="numeric" {...form.getInputProps("port")} />
        <TextInput label={say("path")} placeholder="/incoming" {...form.getInputProps("path")} />
        <TextInput label={say("user")} autoComplete="off" {...form.getInputProps("username")} />
        <NativeSelect
          label={say("signIn")}
          data={[
            { value: "password", label: say("signIn.password") },
            { value: "key", label: say("signIn.key") },
          ]}
          {...form.getInputProps("signIn")}
        />
        {signIn === "password" ? (
          <Secret form={form} name="password" label={say("password")} isSaved={isSaved} />
        ) : null}
      </SimpleGrid>
      {signIn === "key" ? (
        <Textarea
          label={say("privateKey")}
          description={isSaved ? `${say("privateKey.hint")} ${say("secret.stays")}` : say("privateKey.hint")}
          autosize
          minRows={3}
          maxRows={8}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps("private_key")}
        />
      ) : null}
      <TextInput
        label={say("fingerprint")}
        description={say("fingerprint.hint")}
        {...form.getInputProps("host_key_sha256")}
      />
    </>
  );
}
