/** The form of a delivery: a new one, also filled in by a report that is looked at, or one to change. */
import { Button, Group, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { DataDelivery } from "@meterbook/client";
import { language, sayWord } from "../../app/language.ts";
import { deliveryQuery, useSaveDelivery, useTestDelivery } from "../../data/deliveries.ts";
import { propertiesQuery } from "../../data/properties.ts";
import type { PortfolioReportType } from "../../data/portfolio-reports.ts";
import type { ReportType } from "../../data/reports.ts";
import { useMe } from "../../data/session.ts";
import { ButtonLink } from "../../parts/link.tsx";
import { useMay } from "../../parts/permissions.ts";
import { useNotice } from "../../parts/notice.ts";
import { Failed, Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded, LoadedPage } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { useAllPropertiesWords } from "../reports/all-properties.words.ts";
import { useReportsWords } from "../reports/reports.words.ts";
import { ContentFields } from "./content-fields.tsx";
import { useDeliveriesWords } from "./deliveries.words.ts";
import { useFormWords } from "./delivery-form.words.ts";
import {
  deliveryErrorsOf,
  editOf,
  fitting,
  newDeliveryOf,
  newValues,
  portfolioValues,
  valuesOf,
  type DeliveryValues,
} from "./delivery-values.ts";
import { DestinationFields } from "./destination-fields.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";
import { TestResult } from "./test-result.tsx";

export function NewDeliveryPage() {
  const say = useFormWords();
  const sayReport = useReportsWords();
  const sayPortfolio = useAllPropertiesWords();
  const { report, portfolio, property } = useSearch({ from: "/signed-in/deliveries/new" });
  const { email, sends_mail } = useMe();
  const properties = useQuery(propertiesQuery);
  return (
    <Page title={say("title.new")}>
      <Loaded query={properties} height={400}>
        {(all) => {
          const about = all.find(({ id }) => id === property);
          const name =
            report !== undefined
              ? sayWord(sayReport, "type", report)
              : portfolio === undefined
                ? ""
                : sayWord(sayPortfolio, "type", portfolio);
          return (
            <DeliveryForm
              known={null}
              values={newValues({
                // The service refuses a type that does not exist, and says which there are.
                ...(report === undefined ? {} : { report_type: report as ReportType }),
                ...(portfolio === undefined ? {} : portfolioValues(portfolio as PortfolioReportType)),
                ...(about === undefined ? {} : { property_ids: [String(about.id)] }),
                name: about === undefined ? name : `${about.name}: ${name}`.slice(0, NAME_MAX),
                kind: sends_mail ? "email" : "files",
                to: [email],
                language: language(),
                time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
              })}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}

const NAME_MAX = 100;

export function EditDeliveryPage() {
  const say = useFormWords();
  const sayDeliveries = useDeliveriesWords();
  const { id } = useParams({ from: "/signed-in/deliveries/$id/edit" });
  const delivery = useQuery({ ...deliveryQuery(Number(id)), refetchInterval: false });
  return (
    <LoadedPage query={delivery} title={sayDeliveries("one")}>
      {(known) => (
        <Page title={say("title.edit", { name: known.name })}>
          <DeliveryForm known={known} values={valuesOf(known)} />
        </Page>
      )}
    </LoadedPage>
  );
}

function DeliveryForm({ known, values }: { known: DataDelivery | null; values: DeliveryValues }) {
  const say = useFormWords();
  const common = useCommon();
  const sayDeliveries = useDeliveriesWords();
  const may = useMay("edit");
  const { sends_mail } = useMe();
  const notice = useNotice();
  const navigate = useNavigate();
  const save = useSaveDelivery();
  const test = useTestDelivery();
  // What "Save and test" has made: from then on the form changes it.
  const [saved, setSaved] = useState(known);
  const form = useForm<DeliveryValues>({ initialValues: values });
  // A format and a time that the chosen content can have.
  const choose = (more: Partial<DeliveryValues>) => form.setValues(fitting({ ...form.getValues(), ...more }));
  const send = (given: DeliveryValues, then: (delivery: DataDelivery) => void) =>
    save.mutate(
      saved === null ? { id: null, body: newDeliveryOf(given) } : { id: saved.id, body: editOf(given, saved) },
      {
        onSuccess: (delivery) => {
          setSaved(delivery);
          // Passwords and keys are kept by the service and never shown.
          form.setValues({ secret_access_key: "", password: "", private_key: "" });
          then(delivery);
        },
        onError: (error) => form.setErrors(deliveryErrorsOf(error)),
      },
    );
  const submit = form.onSubmit((given) =>
    send(given, ({ id }) => {
      notice(sayDeliveries("saved"));
      void navigate({ to: "/deliveries/$id", params: { id: String(id) } });
    }),
  );
  const saveAndTest = form.onSubmit((given) => send(given, ({ id }) => test.mutate(id)));
  if (!may) return <Failed error={new Error(sayDeliveries("viewer"))} />;
  const named = Object.keys(deliveryErrorsOf(save.error));
  const isPlaced = named.length > 0 && named.every((field) => field in form.getValues());
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg" maw={820}>
        <ContentFields form={form} choose={choose} />
        <ScheduleFields form={form} />
        <DestinationFields
          form={form}
          savedKind={saved === null ? null : valuesOf(saved).kind}
          sendsMail={sends_mail}
        />
        <Refusal error={isPlaced ? null : save.error} />
        <Refusal error={test.error} />
        {saved === null || test.data === undefined ? null : <TestResult delivery={saved} result={test.data} />}
        <Group gap="sm">
          <Button type="submit" loading={save.isPending}>
            {common("act.save")}
          </Button>
          <Button
            variant="default"
            loading={test.isPending}
            disabled={save.isPending}
            onClick={() => {
              saveAndTest();
            }}
          >
            {say("act.test")}
          </Button>
          <ButtonLink
            variant="default"
            to={saved === null ? "/deliveries" : "/deliveries/$id"}
            params={{ id: String(saved?.id ?? "") }}
          >
            {common(saved === null ? "act.cancel" : "act.close")}
          </ButtonLink>
        </Group>
      </Stack>
    </form>
  );
}
