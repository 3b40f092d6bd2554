/** Makes a link to the report that is shown. */
import { Button, Group, Modal, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { useShareReport, type ReportAsked } from "../../data/reports.ts";
import { CopyField } from "../../parts/copy-field.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useCommon } from "../../words/common.ts";
import { useReportsWords } from "./reports.words.ts";

const DAYS = 30;
const DAYS_MAX = 366;

export function ShareReport({ asked }: { asked: ReportAsked }) {
  const say = useReportsWords();
  const common = useCommon();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button leftSection={<Icon name="link" size={16} />} onClick={open}>
        {say("share")}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={say("share")}
        size="lg"
        closeButtonProps={{ "aria-label": common("act.close") }}
      >
        <ShareForm asked={asked} close={close} />
      </Modal>
    </>
  );
}

function ShareForm({ asked, close }: { asked: ReportAsked; close: () => void }) {
  const say = useReportsWords();
  const common = useCommon();
  const share = useShareReport();
  const form = useForm<{ note: string; days: number | string }>({
    mode: "uncontrolled",
    initialValues: { note: "", days: DAYS },
  });
  const submit = form.onSubmit(({ note, days }) =>
    share.mutate(
      {
        property_id: asked.propertyId,
        report_type: asked.type,
        from: asked.from ?? null,
        to: asked.to ?? null,
        note: note.trim() === "" ? null : note,
        days: Number(days),
      },
      { onError: (error) => form.setErrors(fieldErrorsOf(error)) },
    ),
  );
  if (share.data !== undefined)
    return (
      <Stack>
        <CopyField label={say("share.made")} value={share.data.link ?? ""} />
        <Group justify="flex-end">
          <Button onClick={close}>{common("act.close")}</Button>
        </Group>
      </Stack>
    );
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{say("share.text")}</Text>
        <Refusal error={errorBesideFields(share.error, ["note", "days"])} />
        <TextInput label={say("share.note")} key={form.key("note")} {...form.getInputProps("note")} data-autofocus />
        <NumberInput
          label={say("share.days")}
          min={1}
          max={DAYS_MAX}
          allowDecimal={false}
          key={form.key("days")}
          {...form.getInputProps("days")}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {common("act.cancel")}
          </Button>
          <Button type="submit" loading={share.isPending}>
            {say("share.make")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
