/** What the company says of itself: on its credential form, and how pages show its figures. */
import { Button, Group, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { CompanyProfile } from "@meterbook/client";
import { language } from "../../app/language.ts";
import { companyQuery, useEditCompany } from "../../data/company.ts";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { useMay } from "../../parts/permissions.ts";
import { useNotice } from "../../parts/notice.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useCommon } from "../../words/common.ts";
import { changesOf, valuesOf, type CompanyValues } from "./company-values.ts";
import { useCompanyWords } from "./company.words.ts";
import { Colour } from "./colour.tsx";
import { Logo } from "./logo.tsx";

export function CompanyPage() {
  const company = useQuery(companyQuery);
  return <Loaded query={company}>{(profile) => <CompanyForm profile={profile} />}</Loaded>;
}

const UNITS = ["us", "metric"] as const;
const MONTHS = Array.from({ length: 12 }, (_, at) => at);

function CompanyForm({ profile }: { profile: CompanyProfile }) {
  const say = useCompanyWords();
  const notice = useNotice();
  const common = useCommon();
  const may = useMay("own");
  const edit = useEditCompany();
  const form = useForm<CompanyValues>({ initialValues: valuesOf(profile) });
  const submit = form.onSubmit((values) =>
    edit.mutate(changesOf(values, profile), {
      onSuccess: (saved) => {
        form.setValues(valuesOf(saved));
        form.resetDirty();
        notice(say("saved"));
      },
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    }),
  );
  const monthName = new Intl.DateTimeFormat(language(), { month: "long", timeZone: "UTC" });
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <Section title={say("look.title")} sentence={say("look.sentence")}>
          <Stack gap="md">
            <TextInput
              label={say("name")}
              required
              withAsterisk={false}
              maxLength={200}
              maw={480}
              readOnly={!may}
              {...form.getInputProps("name")}
            />
            <Logo profile={profile} mayEdit={may} />
            <Colour form={form} profile={profile} mayEdit={may} />
          </Stack>
        </Section>
        <Section title={say("contact.title")} sentence={say("contact.sentence")}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Line form={form} name="contact_name" max={200} />
            <Line form={form} name="contact_email" max={320} type="email" />
            <Line form={form} name="contact_phone" max={50} type="tel" />
            <Line form={form} name="privacy_url" max={2000} type="url" />
          </SimpleGrid>
          <Textarea
            label={say("address")}
            autosize
            minRows={2}
            maxLength={500}
            maw={480}
            readOnly={!may}
            {...form.getInputProps("address")}
          />
        </Section>
        <Section title={say("consent.title")} sentence={say("consent.sentence")}>
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            {(["en", "es"] as const).map((each) => (
              <Textarea
                key={each}
                lang={each}
                label={say(`consent.${each}`)}
                autosize
                minRows={4}
                maxLength={2000}
                readOnly={!may}
                {...form.getInputProps(`consent_${each}`)}
              />
            ))}
          </SimpleGrid>
        </Section>
        <Section title={say("figures.title")}>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <Select
              label={say("units")}
              data={UNITS.map((value) => ({ value, label: say(`units.${value}`) }))}
              allowDeselect={false}
              disabled={!may}
              {...form.getInputProps("units")}
            />
            <Select
              label={say("fiscal")}
              data={MONTHS.map((at) => ({
                value: String(at + 1),
                label: monthName.format(new Date(Date.UTC(2026, at, 1))),
              }))}
              allowDeselect={false}
              disabled={!may}
              {...form.getInputProps("fiscal_year_start")}
            />
            <Select
              label={say("language")}
              data={[
                { value: "", label: say("language.browser") },
                { value: "en", label: "English" },
                { value: "es", label: "Español" },
              ]}
              allowDeselect={false}
              disabled={!may}
              {...form.getInputProps("language")}
            />
          </SimpleGrid>
        </Section>
        <Refusal error={errorBesideFields(edit.error, Object.keys(form.values))} />
        {may ? (
          <Group>
            <Button type="submit" loading={edit.isPending} disabled={!form.isDirty()}>
              {common("act.save")}
            </Button>
            {form.isDirty() ? <Text c="dimmed">{say("unsaved")}</Text> : null}
          </Group>
        ) : (
          <Text c="dimmed">{say("readOnly")}</Text>
        )}
      </Stack>
    </form>
  );
}

interface LineProps {
  form: UseFormReturnType<CompanyValues>;
  name: "contact_name" | "contact_email" | "contact_phone" | "privacy_url";
  max: number;
  type?: string;
}

function Line({ form, name, max, type = "text" }: LineProps) {
  const say = useCompanyWords();
  const may = useMay("own");
  return <TextInput label={say(name)} type={type} maxLength={max} readOnly={!may} {...form.getInputProps(name)} />;
}
