/** The budget of a property: compared with its cost, edited in place, and what is used and not billed yet. */
import { Button, Group, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { BudgetInput, PropertyBudgetVariance } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { propertyBudgetQuery, propertyBudgetVarianceQuery, useSetBudget } from "../../data/budgets.ts";
import { propertyQuery } from "../../data/properties.ts";
import { ButtonLink } from "../../parts/link.tsx";
import { useMay } from "../../parts/permissions.ts";
import { useNotice } from "../../parts/notice.ts";
import { Empty, Loading, Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { Accruals } from "./accruals.tsx";
import { BudgetChart } from "./budget-chart.tsx";
import { useBudgetWords } from "./budget.words.ts";
import type { Service } from "./draft.ts";
import { EditBudget } from "./edit-budget.tsx";
import { MonthTable } from "./month-table.tsx";
import { YearSelect } from "./year-select.tsx";

/** Whether the amounts are edited, and if for a proposal. */
type Editing = "no" | "by hand" | "by proposal";

export function PropertyBudgetPage() {
  const say = useBudgetWords();
  const params = useParams({ from: "/signed-in/properties/$id/budget" });
  const search = useSearch({ from: "/signed-in/properties/$id/budget" });
  const navigate = useNavigate({ from: "/properties/$id/budget" });
  const id = Number(params.id);
  const property = useQuery(propertyQuery(id));
  const variance = useQuery(propertyBudgetVarianceQuery(id, search.from));
  return (
    <Page
      title={say("title.property", { property: property.data?.name ?? "…" })}
      beside={
        <ButtonLink to="/properties/$id" params={{ id: params.id }} variant="default">
          {say("back")}
        </ButtonLink>
      }
    >
      <Loaded query={variance} height={480}>
        {(data) => <BudgetView key={data.from} variance={data} meters={property.data?.utility_meters ?? []} />}
      </Loaded>
      <Accruals
        propertyId={id}
        asOf={search.as_of}
        onChange={(as_of) => void navigate({ search: (before) => ({ ...before, as_of }), replace: true })}
      />
    </Page>
  );
}

interface ViewProps {
  variance: PropertyBudgetVariance;
  meters: { energy_type: string }[];
}

function BudgetView({ variance, meters }: ViewProps) {
  const say = useBudgetWords();
  const mayEdit = useMay("edit");
  const [editing, setEditing] = useState<Editing>("no");
  const [undo, setUndo] = useState<BudgetInput["amounts"]>([]);
  const search = useSearch({ from: "/signed-in/properties/$id/budget" });
  const notice = useNotice();
  const services = variance.sums.flatMap(({ energy_type }) => energy_type ?? []);
  const service: Service = services.find((each) => each === search.service) ?? null;
  const months = variance.months.filter(({ energy_type }) => energy_type === service);
  const sums = variance.sums.find(({ energy_type }) => energy_type === service);
  const hasBudget = variance.sums.some(({ total }) => total.budget !== null);
  const buttons = !mayEdit ? null : (
    <Group gap="sm">
      <Button variant="default" onClick={() => setEditing("by proposal")}>
        {say("propose.open")}
      </Button>
      <Button onClick={() => setEditing("by hand")}>{say("edit.open")}</Button>
    </Group>
  );
  return (
    <>
      <Choices variance={variance} services={services} service={service} />
      {undo.length === 0 ? null : <Undo propertyId={variance.property_id} amounts={undo} onDone={() => setUndo([])} />}
      {editing !== "no" ? (
        <Editor
          variance={variance}
          services={[...new Set([...services, ...meters.map(({ energy_type }) => energy_type)])]}
          isProposing={editing === "by proposal"}
          onSaved={(amounts) => {
            setUndo(amounts);
            notice(say("edit.saved"));
          }}
          onClose={() => setEditing("no")}
        />
      ) : hasBudget ? null : (
        <Empty icon="budget" title={say("none.title")} text={say("none.text")}>
          {buttons}
        </Empty>
      )}
      {hasBudget || months.some(({ actual, accrued }) => actual !== null || accrued !== null) ? (
        <>
          <BudgetChart months={months} sums={sums} metersUnknown={variance.meters_unknown} />
          <MonthTable months={months} sums={sums} beside={editing === "no" && hasBudget ? buttons : null} />
        </>
      ) : null}
    </>
  );
}

function Choices({
  variance,
  services,
  service,
}: {
  variance: PropertyBudgetVariance;
  services: string[];
  service: Service;
}) {
  const say = useBudgetWords();
  const common = useCommon();
  const navigate = useNavigate({ from: "/properties/$id/budget" });
  return (
    <Group align="flex-end">
      <YearSelect
        from={variance.from}
        onChange={(from) => void navigate({ search: (before) => ({ ...before, from }) })}
      />
      <Select
        label={say("service")}
        data={[
          { value: "", label: say("all") },
          ...services.map((each) => ({ value: each, label: sayWord(common, "energy", each) })),
        ]}
        value={service ?? ""}
        allowDeselect={false}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, service: value === "" ? undefined : (value ?? undefined) }),
          })
        }
        w={200}
      />
    </Group>
  );
}

interface EditorProps {
  variance: PropertyBudgetVariance;
  services: string[];
  isProposing: boolean;
  onSaved: (undo: BudgetInput["amounts"]) => void;
  onClose: () => void;
}

/** The amounts are read when the editing begins. */
function Editor({ variance: { property_id, from }, services, ...rest }: EditorProps) {
  const budget = useQuery(propertyBudgetQuery(property_id, from.slice(0, 7)));
  if (budget.data === undefined && !budget.isError) return <Loading height={480} />;
  return <Loaded query={budget}>{(data) => <EditBudget budget={data} services={services} {...rest} />}</Loaded>;
}

function Undo({
  propertyId,
  amounts,
  onDone,
}: {
  propertyId: number;
  amounts: BudgetInput["amounts"];
  onDone: () => void;
}) {
  const say = useBudgetWords();
  const notice = useNotice();
  const set = useSetBudget(propertyId);
  const undo = () =>
    set.mutate(amounts, {
      onSuccess: () => {
        notice(say("edit.undone"));
        onDone();
      },
    });
  return (
    <>
      <Group className="paper" p="sm" gap="sm" role="status">
        <Text>{say("edit.saved")}</Text>
        <Button variant="light" size="xs" loading={set.isPending} onClick={undo}>
          {say("edit.undo")}
        </Button>
      </Group>
      <Refusal error={set.error} />
    </>
  );
}
