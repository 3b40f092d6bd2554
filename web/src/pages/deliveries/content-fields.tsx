/** What is sent: a report of chosen properties, or records, for which time and in which format. */
import { MultiSelect, Radio, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { sayWord, useLanguage } from "../../app/language.ts";
import { propertiesQuery } from "../../data/properties.ts";
import { reportTypesQuery } from "../../data/reports.ts";
import { Section } from "../../parts/section.tsx";
import { useReportsWords } from "../reports/reports.words.ts";
import { useDeliveriesWords } from "./deliveries.words.ts";
import { useFormWords } from "./delivery-form.words.ts";
import { formatsOf, periodsOf, RECORDS, type DeliveryValues } from "./delivery-values.ts";

interface ContentProps {
  form: UseFormReturnType<DeliveryValues>;
  /** Changes what is sent, so that format and time still fit. */
  choose: (more: Partial<DeliveryValues>) => void;
}

export function ContentFields({ form, choose }: ContentProps) {
  const say = useFormWords();
  const sayDeliveries = useDeliveriesWords();
  const sayReport = useReportsWords();
  const properties = useQuery(propertiesQuery);
  const types = useQuery(reportTypesQuery(useLanguage()));
  const { what, report_type, records, property_ids } = form.getValues();
  const isReport = what === "report";
  // The type of the form is there also while the others load.
  const known = [...new Set<string>([...(types.data?.reports_types ?? []), report_type])];
  return (
    <Section title={say("what.title")}>
      <Stack gap="md">
        <TextInput
          label={say("name")}
          description={say("name.hint")}
          required
          withAsterisk={false}
          maxLength={100}
          {...form.getInputProps("name")}
        />
        <Radio.Group
          label={say("what")}
          value={what}
          onChange={(value) => choose({ what: value === "records" ? "records" : "report" })}
        >
          <Stack gap="xs" mt={4}>
            <Radio value="report" label={say("what.report")} />
            <Radio value="records" label={say("what.records")} />
          </Stack>
        </Radio.Group>
        {isReport ? (
          <Select
            label={say("report")}
            data={known.map((type) => ({ value: type, label: sayWord(sayReport, "type", type) }))}
            allowDeselect={false}
            {...form.getInputProps("report_type")}
          />
        ) : (
          <Select
            label={say("records")}
            data={RECORDS.map((kind) => ({ value: kind, label: sayDeliveries(`records.${kind}`) }))}
            allowDeselect={false}
            value={records}
            error={form.errors["records"]}
            onChange={(value) => choose({ records: RECORDS.find((kind) => kind === value) ?? "bills" })}
          />
        )}
        <MultiSelect
          label={say("properties")}
          placeholder={property_ids.length === 0 ? say("properties.all") : ""}
          searchable
          clearable
          clearButtonProps={{ "aria-label": say("properties.all") }}
          hidePickedOptions
          nothingFoundMessage={say("properties.none")}
          data={(properties.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.getInputProps("property_ids")}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={say("period")}
            data={periodsOf({ what, records }).map((period) => ({
              value: period,
              label: sayDeliveries(`period.${period}`),
            }))}
            allowDeselect={false}
            {...form.getInputProps("period")}
          />
          <Select
            label={say("format")}
            data={formatsOf({ what, records }).map((format) => ({ value: format, label: say(`format.${format}`) }))}
            allowDeselect={false}
            {...form.getInputProps("format")}
          />
        </SimpleGrid>
      </Stack>
    </Section>
  );
}
