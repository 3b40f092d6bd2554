/** The record of a property, edited in place. */
import { Button, Group, Modal, NumberInput, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { Property } from "@meterbook/client";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { useEditProperty } from "../../data/properties.ts";
import { useMay } from "../../parts/permissions.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useCommon } from "../../words/common.ts";
import { usePropertyWords } from "./property.words.ts";

export function EditProperty({ property }: { property: Property }) {
  const say = usePropertyWords();
  const common = useCommon();
  const [isOpen, { open, close }] = useDisclosure(false);
  if (!useMay("edit")) return null;
  return (
    <>
      <Button variant="default" onClick={open}>
        {say("edit")}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={say("edit.title")}
        size="lg"
        closeButtonProps={{ "aria-label": common("act.close") }}
      >
        <PropertyForm property={property} close={close} />
      </Modal>
    </>
  );
}

/** An empty field is a value that is not known. */
const orNull = (text: string): string | null => (text.trim() === "" ? null : text);

/** An empty text stands for what is not known. */
interface PropertyFields {
  name: string;
  sq_ft: number | string;
  year_built: number | string;
  primary_use: string;
  street1: string;
  city: string;
  state: string;
  zip_code: string;
  cost_center: string;
  gl_account: string;
}

function PropertyForm({ property, close }: { property: Property; close: () => void }) {
  const say = usePropertyWords();
  const common = useCommon();
  const edit = useEditProperty(property.id);
  const form = useForm<PropertyFields>({
    mode: "uncontrolled",
    initialValues: {
      name: property.name,
      sq_ft: property.sq_ft ?? "",
      year_built: property.year_built ?? "",
      primary_use: property.primary_use ?? "",
      street1: property.street1 ?? "",
      city: property.city ?? "",
      state: property.state ?? "",
      zip_code: property.zip_code ?? "",
      cost_center: property.cost_center ?? "",
      gl_account: property.gl_account ?? "",
    },
  });
  const submit = form.onSubmit((values) =>
    edit.mutate(
      {
        name: values.name,
        sq_ft: values.sq_ft === "" ? null : Number(values.sq_ft),
        year_built: values.year_built === "" ? null : Number(values.year_built),
        primary_use: orNull(values.primary_use),
        street1: orNull(values.street1),
        city: orNull(values.city),
        state: orNull(values.state),
        zip_code: orNull(values.zip_code),
        cost_center: orNull(values.cost_center),
        gl_account: orNull(values.gl_account),
      },
      { onSuccess: close, onError: (error) => form.setErrors(fieldErrorsOf(error)) },
    ),
  );
  const text = (key: Exclude<keyof PropertyFields, "sq_ft" | "year_built">, label: string, more = {}) => (
    <TextInput label={label} key={form.key(key)} {...more} {...form.getInputProps(key)} />
  );
  const figure = (key: "sq_ft" | "year_built", label: string) => (
    <NumberInput
      label={label}
      hideControls
      thousandSeparator={key === "sq_ft" ? "," : false}
      allowDecimal={false}
      key={form.key(key)}
      {...form.getInputProps(key)}
    />
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <Refusal error={errorBesideFields(edit.error, Object.keys(form.getValues()))} />
        {text("name", say("edit.name"))}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {figure("sq_ft", say("edit.sqFt"))}
          {figure("year_built", say("edit.year"))}
          {text("primary_use", say("edit.use"))}
          {text("street1", say("edit.street"))}
          {text("city", say("edit.city"))}
          {text("state", say("edit.state"))}
          {text("zip_code", say("edit.zip"))}
          {text("cost_center", say("edit.costCenter"), { description: say("edit.costing") })}
          {text("gl_account", say("edit.glAccount"), { description: say("edit.costing") })}
        </SimpleGrid>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {common("act.cancel")}
          </Button>
          <Button type="submit" loading={edit.isPending}>
            {common("act.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
