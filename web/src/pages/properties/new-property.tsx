/** A property that no bill has named yet: its name and address. Bills with this address are added to it. */
import { Button, Group, Modal, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { useCreateProperty } from "../../data/properties.ts";
import { useFocusBack } from "../../parts/focus-back.ts";
import { useMay } from "../../parts/permissions.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useCommon } from "../../words/common.ts";
import { usePropertiesWords } from "./properties.words.ts";

export function NewProperty() {
  const say = usePropertiesWords();
  const [isOpen, setOpen] = useState(false);
  if (!useMay("edit")) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {say("new")}
      </Button>
      {isOpen ? <NewPropertyDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** With the longest text that the service takes. */
const ADDRESS = { street1: 200, city: 100, state: 50, zip_code: 20 } as const;
const NAME_MAX = 200;
const EMPTY = { name: "", street1: "", city: "", state: "", zip_code: "" };
type Field = keyof typeof EMPTY;

function NewPropertyDialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const say = usePropertiesWords();
  const common = useCommon();
  const navigate = useNavigate();
  const create = useCreateProperty();
  const form = useForm({ mode: "uncontrolled", initialValues: EMPTY });
  const submit = form.onSubmit(({ name, ...address }) => {
    // What is left empty is not known.
    const known = Object.fromEntries(Object.entries(address).filter(([, text]) => text.trim() !== ""));
    create.mutate(
      { name, ...known },
      {
        onSuccess: ({ id }) => void navigate({ to: "/properties/$id", params: { id: String(id) } }),
        onError: (error) => form.setErrors(fieldErrorsOf(error)),
      },
    );
  });
  const field = (key: Field, maxLength: number) => (
    <TextInput
      label={say(`new.${key}`)}
      maxLength={maxLength}
      autoComplete="off"
      key={form.key(key)}
      {...form.getInputProps(key)}
    />
  );
  return (
    <Modal opened onClose={onClose} title={say("new")} closeButtonProps={{ "aria-label": common("act.close") }}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {say("new.text")}
          </Text>
          <TextInput
            label={say("new.name")}
            required
            withAsterisk={false}
            maxLength={NAME_MAX}
            autoComplete="off"
            data-autofocus
            key={form.key("name")}
            {...form.getInputProps("name")}
          />
          {field("street1", ADDRESS.street1)}
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            {field("city", ADDRESS.city)}
            {field("state", ADDRESS.state)}
            {field("zip_code", ADDRESS.zip_code)}
          </SimpleGrid>
          <Refusal error={errorBesideFields(create.error, Object.keys(EMPTY))} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common("act.cancel")}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {say("new.create")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
