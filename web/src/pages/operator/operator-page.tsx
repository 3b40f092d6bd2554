/** For administrators of the service: how it does, the companies and their people, and the audit log. */
import { SegmentedControl } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Empty, Page } from "../../parts/page.tsx";
import { useMe } from "../../data/session.ts";
import { AuditLog } from "./audit-log.tsx";
import { Companies } from "./companies.tsx";
import { useOperatorWords } from "./operator.words.ts";
import { ServiceView } from "./service-view.tsx";

const VIEWS = ["service", "companies", "audit"] as const;

export function OperatorPage() {
  const say = useOperatorWords();
  const me = useMe();
  const { view = "service" } = useSearch({ from: "/signed-in/operator" });
  const navigate = useNavigate({ from: "/operator" });
  if (me.role !== "admin")
    return (
      <Page title={say("title")}>
        <Empty icon="operator" title={say("others")} text={say("othersText")} />
      </Page>
    );
  return (
    <Page
      title={say("title")}
      lead={say("lead")}
      beside={
        <SegmentedControl
          aria-label={say("title")}
          value={view}
          onChange={(next) => void navigate({ search: next === "service" ? {} : { view: next } })}
          data={VIEWS.map((value) => ({ value, label: say(`view.${value}`) }))}
        />
      }
    >
      {view === "service" ? <ServiceView /> : view === "companies" ? <Companies /> : <AuditLog />}
    </Page>
  );
}
