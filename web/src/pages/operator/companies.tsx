/** The companies of the service, with their people; and a new one. */
import { Button, Group, Modal, Stack, Table, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "@meterbook/client";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { companiesQuery, useCreateCompany } from "../../data/operations.ts";
import { usersQuery } from "../../data/people.ts";
import { useFocusBack } from "../../parts/focus-back.ts";
import { day } from "../../parts/format.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useCommon } from "../../words/common.ts";
import { useOperatorWords } from "./operator.words.ts";

export function Companies() {
  const say = useOperatorWords();
  const companies = useQuery(companiesQuery);
  const users = useQuery(usersQuery);
  const [isNew, setNew] = useState(false);
  return (
    <Section
      title={say("companies.title")}
      sentence={say("companies.sentence")}
      beside={<Button onClick={() => setNew(true)}>{say("companies.new")}</Button>}
    >
      <Loaded query={companies}>
        {(all) => (
          <div className="wide" role="region" aria-label={say("companies.title")} tabIndex={0}>
            <Table miw={640}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{say("companies.name")}</Table.Th>
                  <Table.Th ta="right">{say("companies.id")}</Table.Th>
                  <Table.Th>{say("companies.people")}</Table.Th>
                  <Table.Th>{say("companies.since")}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {all.map(({ id, name, created_at }) => (
                  <Table.Tr key={id}>
                    <Table.Th scope="row" style={{ overflowWrap: "anywhere" }}>
                      {name}
                    </Table.Th>
                    <Table.Td className="number">{id}</Table.Td>
                    <Table.Td miw={220}>
                      <People users={(users.data ?? []).filter(({ company_id }) => company_id === id)} />
                    </Table.Td>
                    <Table.Td>{day(created_at)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
      </Loaded>
      {isNew ? <NewCompany onClose={() => setNew(false)} /> : null}
    </Section>
  );
}

/** Those of a large company are listed in its own settings. */
const PEOPLE_SHOWN = 5;

function People({ users }: { users: User[] }) {
  const say = useOperatorWords();
  return (
    <>
      {users.slice(0, PEOPLE_SHOWN).map(({ id, name, email, active }) => (
        <Text key={id} size="sm" style={{ overflowWrap: "anywhere" }}>
          {name}, {email}
          {active ? "" : ` (${say("companies.off")})`}
        </Text>
      ))}
      {users.length > PEOPLE_SHOWN ? (
        <Text size="sm" c="dimmed">
          {say("companies.more", { count: users.length - PEOPLE_SHOWN })}
        </Text>
      ) : null}
    </>
  );
}

function NewCompany({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const say = useOperatorWords();
  const common = useCommon();
  const create = useCreateCompany();
  const form = useForm({ mode: "uncontrolled", initialValues: { name: "" } });
  const submit = form.onSubmit(({ name }) =>
    create.mutate(name, { onSuccess: onClose, onError: (error) => form.setErrors(fieldErrorsOf(error)) }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={say("companies.new")}
      closeButtonProps={{ "aria-label": common("act.close") }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={say("companies.name")}
            required
            withAsterisk={false}
            maxLength={200}
            data-autofocus
            key={form.key("name")}
            {...form.getInputProps("name")}
          />
          <Refusal error={errorBesideFields(create.error, ["name"])} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common("act.cancel")}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {say("companies.create")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
