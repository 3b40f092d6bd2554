/** What is sent: a report of chosen properties or over all, or records, for which time and in which format. */
import { MultiSelect, Radio, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { sayWord, useLanguage } from "../../app/language.ts";
import { propertiesQuery } from "../../data/properties.ts";
import { portfolioReportTypesQuery, type PortfolioReportType } from "../../data/portfolio-reports.ts";
import { reportTypesQuery } from "../../data/reports.ts";
import { Section } from "../../parts/section.tsx";
import { useAllPropertiesWords } from "../reports/all-properties.words.ts";
import { useReportsWords } from "../reports/reports.words.ts";
import { useDeliveriesWords } from "./deliveries.words.ts";
import { useFormWords } from "./delivery-form.words.ts";
import { periodText } from "./delivery-words.ts";
import { CONTENT_KINDS, formatsOf, periodsOf, RECORDS, type DeliveryValues } from "./delivery-values.ts";

interface ContentProps {
  form: UseFormReturnType<DeliveryValues>;
  /** Changes what is sent, so that format and time still fit. */
  choose: (more: Partial<DeliveryValues>) => void;
}

export function ContentFields({ form, choose }: ContentProps) {
  const say = useFormWords();
  const sayDeliveries = useDeliveriesWords();
  const sayReport = useReportsWords();
  const sayPortfolio = useAllPropertiesWords();
  const properties = useQuery(propertiesQuery);
  const language = useLanguage();
  const types = useQuery(reportTypesQuery(language));
  const portfolioTypes = useQuery(portfolioReportTypesQuery(language));
  const { what, report_type, portfolio_report, records, property_ids } = form.getValues();
  // The type of the form is there also while the others load.
  const known = [...new Set<string>([...(types.data?.reports_types ?? []), report_type])];
  const knownPortfolio = [...new Set<string>([...(portfolioTypes.data?.report_types ?? []), portfolio_report])];
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
          onChange={(value) => choose({ what: CONTENT_KINDS.find((kind) => kind === value) ?? "report" })}
        >
          <Stack gap="xs" mt={4}>
            {CONTENT_KINDS.map((kind) => (
              <Radio key={kind} value={kind} label={say(`what.${kind}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {what === "report" ? (
          <Select
            label={say("report")}
            data={known.map((type) => ({ value: type, label: sayWord(sayReport, "type", type) }))}
            allowDeselect={false}
            {...form.getInputProps("report_type")}
          />
        ) : null}
        {what === "portfolio" ? (
          <Select
            label={say("report")}
            description={
              portfolioTypes.data?.reports.find((each) => each.report_type === portfolio_report)?.description
            }
            data={knownPortfolio.map((type) => ({ value: type, label: sayWord(sayPortfolio, "type", type) }))}
            allowDeselect={false}
            value={portfolio_report}
            error={form.errors["portfolio_report"]}
            // The service says which types there are, also later ones.
            onChange={(value) => choose({ portfolio_report: (value ?? portfolio_report) as PortfolioReportType })}
          />
        ) : null}
        {what === "records" ? (
          <Select
            label={say("records")}
            data={RECORDS.map((kind) => ({ value: kind, label: sayDeliveries(`records.${kind}`) }))}
            allowDeselect={false}
            value={records}
            error={form.errors["records"]}
            onChange={(value) => choose({ records: RECORDS.find((kind) => kind === value) ?? "bills" })}
          />
        ) : null}
        {what === "portfolio" ? null : (
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
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={say("period")}
            data={periodsOf({ what, records, portfolio_report }).map((period) => ({
              value: period,
              label: periodText(sayDeliveries, what === "portfolio" ? portfolio_report : undefined, period),
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
