/** Bills that arrive by mail: the mailboxes that are read, what is wrong with one, and what became of each mail. */
import { Button, Group, Modal, NativeSelect, PasswordInput, Stack, Table, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Mailbox, MailboxMail } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import {
  mailboxesQuery,
  mailsQuery,
  useCheckMailbox,
  useCreateMailbox,
  useDeleteMailbox,
  useEditMailbox,
} from "../../data/mailboxes.ts";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { moment, number } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { useMay } from "../../parts/permissions.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { StateMark, type Tone } from "../../parts/state-mark.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useCommon } from "../../words/common.ts";
import { sentenceText } from "../../words/service-sentence.ts";
import { useBringWords } from "./bring-bills.words.ts";
import { MailboxCodes } from "./mailbox-codes.tsx";
import { useMailboxTrouble } from "./mailbox-troubles.words.ts";

export function Mailboxes() {
  const say = useBringWords();
  const common = useCommon();
  const mayEdit = useMay("edit");
  const mailboxes = useQuery(mailboxesQuery);
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Section
      title={say("mail.title")}
      sentence={say("mail.sentence")}
      beside={
        mayEdit ? (
          <Button variant="default" onClick={open}>
            {say("mail.add")}
          </Button>
        ) : null
      }
    >
      <Loaded query={mailboxes} height={80}>
        {(all) =>
          all.length === 0 ? (
            <Text c="dimmed">{say("mail.none")}</Text>
          ) : (
            <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
              {all.map((mailbox) => (
                <MailboxRow key={mailbox.id} mailbox={mailbox} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <Modal
        opened={isOpen}
        onClose={close}
        title={say("mail.add")}
        closeButtonProps={{ "aria-label": common("act.close") }}
      >
        <NewMailbox onDone={close} />
      </Modal>
    </Section>
  );
}

const TONES: Record<string, Tone> = {
  active: "good",
  paused: "quiet",
  login_refused: "bad",
  unreachable: "warn",
  blocked: "bad",
};

function MailboxRow({ mailbox }: { mailbox: Mailbox }) {
  const say = useBringWords();
  const { mailbox: shown } = useSearch({ from: "/signed-in/bring-bills" });
  const navigate = useNavigate({ from: "/bring-bills" });
  const { id, host, username, folder, state, last_checked_at, mails_read, documents_made, reads_bills } = mailbox;
  const isShown = shown === id;
  const trouble = useMailboxTrouble()(mailbox);
  return (
    <li className="row">
      <Group justify="space-between" gap="sm" align="flex-start">
        <div style={{ minWidth: 0, flex: "1 1 16rem" }}>
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            {username}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {`${host} · ${folder}`}
          </Text>
          <StateMark tone={TONES[state] ?? "quiet"}>
            {state === "active" && !reads_bills ? say("mail.codesAlone") : sayWord(say, "mail.state", state)}
          </StateMark>
          {trouble === null ? null : <Text size="sm">{trouble}</Text>}
          <Text size="sm" c="dimmed">
            {reads_bills ? say("mail.counts", { mails: number(mails_read), documents: number(documents_made) }) : null}{" "}
            {say("mail.checked", { moment: moment(last_checked_at) })}
          </Text>
          <MailboxCodes mailbox={mailbox} />
        </div>
        <MailboxActs mailbox={mailbox} />
      </Group>
      <Button
        variant="subtle"
        size="compact-sm"
        px={4}
        ml={-4}
        mt={2}
        aria-expanded={isShown}
        onClick={() =>
          void navigate({
            search: (before) => ({ ...before, mailbox: isShown ? undefined : id }),
            resetScroll: false,
          })
        }
      >
        {say(isShown ? "mail.hide" : "mail.show")}
      </Button>
      {isShown ? <Mails id={id} /> : null}
    </li>
  );
}

function MailboxActs({ mailbox: { id, active, username } }: { mailbox: Mailbox }) {
  const say = useBringWords();
  const common = useCommon();
  const mayEdit = useMay("edit");
  const check = useCheckMailbox(id);
  const edit = useEditMailbox(id);
  const remove = useDeleteMailbox(id);
  const [isRemoving, removing] = useDisclosure(false);
  const [isChanging, changing] = useDisclosure(false);
  const form = useForm({ mode: "uncontrolled", initialValues: { password: "" } });
  if (!mayEdit) return null;
  const changePassword = form.onSubmit(({ password }) =>
    edit.mutate({ password }, { onSuccess: changing.close, onError: (error) => form.setErrors(fieldErrorsOf(error)) }),
  );
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        <Button variant="default" size="xs" loading={check.isPending} onClick={() => check.mutate()} disabled={!active}>
          {say("mail.check")}
        </Button>
        <Button
          variant="default"
          size="xs"
          loading={edit.isPending && !isChanging}
          onClick={() => edit.mutate({ active: !active })}
        >
          {say(active ? "mail.pause" : "mail.resume")}
        </Button>
        <Button variant="default" size="xs" onClick={changing.open}>
          {say("mail.password")}
        </Button>
        <Button variant="default" size="xs" onClick={removing.open}>
          {common("act.remove")}
        </Button>
      </Group>
      <Refusal error={check.error ?? (isChanging ? null : edit.error)} />
      <Modal
        opened={isChanging}
        onClose={changing.close}
        title={say("mail.password")}
        closeButtonProps={{ "aria-label": common("act.close") }}
      >
        <form onSubmit={changePassword}>
          <Stack gap="md">
            <PasswordInput
              label={say("mail.passwordOf", { user: username })}
              required
              autoComplete="off"
              visibilityToggleButtonProps={{ "aria-label": say("mail.showPassword"), tabIndex: 0 }}
              key={form.key("password")}
              {...form.getInputProps("password")}
            />
            <Refusal error={errorBesideFields(edit.error, ["password"])} />
            <Button type="submit" loading={edit.isPending}>
              {common("act.save")}
            </Button>
          </Stack>
        </form>
      </Modal>
      <Confirm
        isOpen={isRemoving}
        title={say("mail.removeTitle")}
        act={common("act.remove")}
        isPending={remove.isPending}
        error={remove.error}
        onAct={() => remove.mutate(undefined, { onSuccess: removing.close })}
        onClose={removing.close}
      >
        {say("mail.removeText")}
      </Confirm>
    </Stack>
  );
}

function NewMailbox({ onDone }: { onDone: () => void }) {
  const say = useBringWords();
  const create = useCreateMailbox();
  const mayOwn = useMay("own");
  const form = useForm({
    mode: "uncontrolled",
    initialValues: {
      host: "",
      username: "",
      password: "",
      folder: "INBOX",
      security: "tls",
      senders: "",
      since: "",
      reads: "bills",
    },
  });
  const send = form.onSubmit(({ host, username, password, folder, security, senders, since, reads }) =>
    create.mutate(
      {
        host,
        username,
        password,
        folder,
        security: security === "starttls" ? "starttls" : "tls",
        senders: senders.split(/[\s,;]+/).filter((sender) => sender !== ""),
        reads_bills: reads !== "codes",
        reads_codes: reads !== "bills",
        ...(since === "" ? {} : { since }),
      },
      { onSuccess: onDone, onError: (error) => form.setErrors(fieldErrorsOf(error)) },
    ),
  );
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <Text size="sm">{say("mail.hint")}</Text>
        {mayOwn ? (
          <NativeSelect
            label={say("mail.reads")}
            description={say("mail.readsHint")}
            data={(["bills", "codes", "both"] as const).map((value) => ({ value, label: say(`mail.reads.${value}`) }))}
            key={form.key("reads")}
            {...form.getInputProps("reads")}
          />
        ) : null}
        <TextInput label={say("mail.host")} required key={form.key("host")} {...form.getInputProps("host")} />
        <TextInput
          label={say("mail.user")}
          required
          autoComplete="off"
          key={form.key("username")}
          {...form.getInputProps("username")}
        />
        <PasswordInput
          label={say("mail.passwordNew")}
          required
          autoComplete="off"
          visibilityToggleButtonProps={{ "aria-label": say("mail.showPassword"), tabIndex: 0 }}
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <TextInput label={say("mail.folder")} required key={form.key("folder")} {...form.getInputProps("folder")} />
        <NativeSelect
          label={say("mail.security")}
          data={[
            { value: "tls", label: say("mail.tls") },
            { value: "starttls", label: say("mail.starttls") },
          ]}
          key={form.key("security")}
          {...form.getInputProps("security")}
        />
        <TextInput
          label={say("mail.senders")}
          description={say("mail.sendersHint")}
          key={form.key("senders")}
          {...form.getInputProps("senders")}
        />
        <TextInput
          type="date"
          label={say("mail.since")}
          description={say("mail.sinceHint")}
          key={form.key("since")}
          {...form.getInputProps("since")}
        />
        <Refusal error={errorBesideFields(create.error, Object.keys(form.getValues()))} />
        <Button type="submit" loading={create.isPending}>
          {say("mail.create")}
        </Button>
      </Stack>
    </form>
  );
}

function Mails({ id }: { id: number }) {
  const say = useBringWords();
  const mails = useQuery(mailsQuery(id));
  return (
    <Loaded query={mails} height={80}>
      {(all) =>
        all.length === 0 ? (
          <Text size="sm" c="dimmed">
            {say("mail.noMails")}
          </Text>
        ) : (
          <div className="wide" tabIndex={0} role="region" aria-label={say("mail.mails")}>
            <Table verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col" className="named">
                    {say("mail.subject")}
                  </Table.Th>
                  <Table.Th scope="col">{say("mail.outcome")}</Table.Th>
                  <Table.Th scope="col">{say("mail.files")}</Table.Th>
                  <Table.Th scope="col">{say("mail.received")}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {all.map((mail) => (
                  <MailRow key={mail.id} mail={mail} />
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )
      }
    </Loaded>
  );
}

const MAIL_TONES: Record<string, Tone> = { reading: "busy", taken: "good", refused: "warn", failed: "bad" };

function MailRow({ mail: { subject, sender, state, note, files, received_at } }: { mail: MailboxMail }) {
  const say = useBringWords();
  return (
    <Table.Tr>
      <Table.Th scope="row" className="named" fw={400}>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {subject ?? say("mail.notKept")}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {sender ?? ""}
        </Text>
      </Table.Th>
      <Table.Td miw={160}>
        <StateMark tone={MAIL_TONES[state] ?? "quiet"}>{sayWord(say, "mail.is", state)}</StateMark>
        {note === null ? null : <Text size="sm">{sentenceText(note)}</Text>}
      </Table.Td>
      <Table.Td miw={180}>
        {files.map(({ name, document_id, reason }) => (
          <div key={name}>
            {document_id === null ? (
              name
            ) : (
              <TextLink to="/review/$id" params={{ id: String(document_id) }} style={{ overflowWrap: "anywhere" }}>
                {name}
              </TextLink>
            )}
            {reason === null ? null : (
              <Text size="sm" c="dimmed">
                {sentenceText(reason)}
              </Text>
            )}
          </div>
        ))}
      </Table.Td>
      <Table.Td style={{ whiteSpace: "nowrap" }}>{moment(received_at)}</Table.Td>
    </Table.Tr>
  );
}
