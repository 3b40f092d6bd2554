/** The links with which others give a login: one for each person, which say how far they have come, and that of the company. */
import {
  Button,
  CopyButton,
  Group,
  Menu,
  Modal,
  NativeSelect,
  Stack,
  Table,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TenantFormLink } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import {
  companyLinkQuery,
  FORM_LINKS_AT_ONCE_MAX,
  formLinksQuery,
  useCreateFormLinks,
  useEndFormLink,
  useMailFormLink,
  useRenewCompanyLink,
  useRenewFormLink,
} from "../../data/form-links.ts";
import { readLinkLines } from "../../data/link-lines.ts";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { propertiesQuery } from "../../data/properties.ts";
import { useMe } from "../../data/session.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { CopyField } from "../../parts/copy-field.tsx";
import { day, moment, number } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { StateMark, type Tone } from "../../parts/state-mark.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useCommon } from "../../words/common.ts";
import { useConnectionWords } from "./connections.words.ts";
import { useLinkWords } from "./form-links.words.ts";

const SHOWN = 50;

export function FormLinks() {
  return (
    <Stack gap="lg">
      <PersonalLinks />
      <CompanyLink />
    </Stack>
  );
}

function PersonalLinks() {
  const say = useLinkWords();
  const common = useCommon();
  const links = useQuery(formLinksQuery);
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Section
      title={say("links.each")}
      sentence={say("links.eachText")}
      beside={<Button onClick={open}>{say("links.new")}</Button>}
    >
      <Loaded query={links} height={120}>
        {(all) => (all.length === 0 ? <Text c="dimmed">{say("links.none")}</Text> : <LinkTable links={all} />)}
      </Loaded>
      <Modal
        opened={isOpen}
        onClose={close}
        title={say("links.new")}
        closeButtonProps={{ "aria-label": common("act.close") }}
      >
        <NewLinks onDone={close} />
      </Modal>
    </Section>
  );
}

function NewLinks({ onDone }: { onDone: () => void }) {
  const say = useLinkWords();
  const create = useCreateFormLinks();
  const properties = useQuery(propertiesQuery);
  const { sends_mail } = useMe();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { references: "", property: "" },
    validate: {
      references: (text) => {
        const { length } = readLinkLines(text);
        return length > FORM_LINKS_AT_ONCE_MAX
          ? say("links.tooMany", { most: number(FORM_LINKS_AT_ONCE_MAX), asked: number(length) })
          : null;
      },
    },
  });
  const send = form.onSubmit(({ references, property }) =>
    create.mutate(
      {
        links: readLinkLines(references),
        property_id: property === "" ? null : Number(property),
      },
      { onSuccess: onDone },
    ),
  );
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <Textarea
          label={say("links.references")}
          description={say(sends_mail ? "links.referencesMailHint" : "links.referencesHint")}
          required
          autosize
          minRows={4}
          maxRows={12}
          data-autofocus
          key={form.key("references")}
          {...form.getInputProps("references")}
        />
        <NativeSelect
          label={say("links.property")}
          description={say("links.propertyHint")}
          data={[
            { value: "", label: say("links.byAddress") },
            ...(properties.data ?? []).map(({ id, name }) => ({ value: String(id), label: name ?? `#${id}` })),
          ]}
          key={form.key("property")}
          {...form.getInputProps("property")}
        />
        <Refusal error={create.error} />
        <Button type="submit" loading={create.isPending}>
          {say("links.create")}
        </Button>
      </Stack>
    </form>
  );
}

const TONES: Record<string, Tone> = {
  sent: "quiet",
  opened: "quiet",
  done: "good",
  broken: "bad",
  expired: "warn",
  ended: "quiet",
};

function LinkTable({ links }: { links: TenantFormLink[] }) {
  const words = useConnectionWords();
  const say = useLinkWords();
  const common = useCommon();
  const properties = useQuery(propertiesQuery);
  const names = new Map(properties.data?.map(({ id, name }) => [id, name]));
  const [shown, setShown] = useState(SHOWN);
  return (
    <>
      <div className="wide" tabIndex={0} role="region" aria-label={say("links.each")}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" className="named">
                {say("links.reference")}
              </Table.Th>
              <Table.Th scope="col">{words("column.state")}</Table.Th>
              <Table.Th scope="col">{common("noun.property")}</Table.Th>
              <Table.Th scope="col">{say("links.made")}</Table.Th>
              <Table.Th scope="col">{say("links.logins")}</Table.Th>
              <Table.Th scope="col">{say("links.acts")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {links.slice(0, shown).map((link) => (
              <Table.Tr key={link.id}>
                <Table.Th scope="row" className="named" fw={600} style={{ overflowWrap: "anywhere" }}>
                  {link.reference}
                </Table.Th>
                <Table.Td miw={170} style={{ overflowWrap: "anywhere" }}>
                  <StateMark tone={TONES[link.state] ?? "quiet"}>{sayWord(say, "link", link.state)}</StateMark>
                  <MailState link={link} />
                </Table.Td>
                <Table.Td>
                  {link.property_id === null ? say("links.byAddress") : (names.get(link.property_id) ?? "–")}
                </Table.Td>
                <Table.Td style={{ whiteSpace: "nowrap" }}>{day(link.created_at)}</Table.Td>
                <Table.Td>
                  <Group gap={8}>
                    {link.authorization_ids.map((id) => (
                      <TextLink key={id} to="/connections/$id" params={{ id: String(id) }}>
                        #{id}
                      </TextLink>
                    ))}
                  </Group>
                </Table.Td>
                <Table.Td>
                  <LinkActs link={link} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {links.length > shown ? (
        <Button variant="default" onClick={() => setShown(shown + SHOWN)} style={{ alignSelf: "center" }}>
          {common("act.more")}
        </Button>
      ) : null}
    </>
  );
}

const MAIL_TONES: Record<string, Tone> = { waiting: "busy", sent: "quiet", failed: "bad" };

/** What became of the mail with the link. */
function MailState({ link: { email, mail_state, mailed_at } }: { link: TenantFormLink }) {
  const say = useLinkWords();
  if (mail_state === null || email === null) return null;
  const text =
    mail_state === "sent"
      ? say("mail.sent", { email, when: moment(mailed_at) })
      : mail_state === "failed"
        ? say("mail.failed", { email })
        : say("mail.waiting", { email });
  return <StateMark tone={MAIL_TONES[mail_state] ?? "quiet"}>{text}</StateMark>;
}

/** Asks for the address, which is that of the last mail at first. */
function SendLink({ link: { id, reference, email }, onDone }: { link: TenantFormLink; onDone: () => void }) {
  const say = useLinkWords();
  const send = useMailFormLink();
  const form = useForm({ mode: "uncontrolled", initialValues: { email: email ?? "" } });
  const submit = form.onSubmit((values) =>
    send.mutate({ id, ...values }, { onSuccess: onDone, onError: (error) => form.setErrors(fieldErrorsOf(error)) }),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{say("mail.text", { reference })}</Text>
        <TextInput
          type="email"
          label={say("mail.email")}
          required
          maxLength={320}
          data-autofocus
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <Refusal error={errorBesideFields(send.error, ["email"])} />
        <Button type="submit" loading={send.isPending}>
          {say("mail.send")}
        </Button>
      </Stack>
    </form>
  );
}

function LinkActs({ link: row }: { link: TenantFormLink }) {
  const { id, link, reference, state } = row;
  const { sends_mail } = useMe();
  const [isSending, sending] = useDisclosure(false);
  const say = useLinkWords();
  const common = useCommon();
  const renew = useRenewFormLink();
  const end = useEndFormLink();
  const [isEnding, ending] = useDisclosure(false);
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap">
        {link === null ? null : (
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button variant="default" size="xs" onClick={copy} aria-label={say("links.copyOf", { reference })}>
                {common(copied ? "act.copied" : "act.copy")}
              </Button>
            )}
          </CopyButton>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant="default"
              size="xs"
              loading={renew.isPending}
              aria-label={say("links.actsOf", { reference })}
            >
              {say("links.more")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {link === null || !sends_mail ? null : <Menu.Item onClick={sending.open}>{say("mail.send")}</Menu.Item>}
            <Menu.Item onClick={() => renew.mutate(id)}>{say("links.renewShort")}</Menu.Item>
            {state === "ended" ? null : <Menu.Item onClick={ending.open}>{say("links.end")}</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Refusal error={renew.error} />
      <Modal
        opened={isSending}
        onClose={sending.close}
        title={say("mail.sendOf", { reference })}
        closeButtonProps={{ "aria-label": common("act.close") }}
      >
        <SendLink link={row} onDone={sending.close} />
      </Modal>
      <Confirm
        isOpen={isEnding}
        title={say("links.endTitle", { reference })}
        act={say("links.end")}
        isPending={end.isPending}
        error={end.error}
        onAct={() => end.mutate(id, { onSuccess: ending.close })}
        onClose={ending.close}
      >
        {say("links.renewText")}
      </Confirm>
    </Stack>
  );
}

function CompanyLink() {
  const words = useConnectionWords();
  const say = useLinkWords();
  const link = useQuery(companyLinkQuery);
  const renew = useRenewCompanyLink();
  const [isAsking, { open, close }] = useDisclosure(false);
  return (
    <Section title={say("links.title")} sentence={say("links.text")}>
      <Loaded query={link} height={60}>
        {({ authorizationFormLink }) => <CopyField label={words("way.linkLabel")} value={authorizationFormLink} />}
      </Loaded>
      <Group>
        <Button variant="default" onClick={open}>
          {say("links.renew")}
        </Button>
      </Group>
      <Confirm
        isOpen={isAsking}
        title={say("links.renewTitle")}
        act={say("links.renew")}
        isPending={renew.isPending}
        error={renew.error}
        onAct={() => renew.mutate(undefined, { onSuccess: close })}
        onClose={close}
      >
        {say("links.renewText")}
      </Confirm>
    </Section>
  );
}
