/** A property: two years over each other, what its cost is made of, its months, the weather, its meters. */
import { Group, Select, SegmentedControl, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { Property } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { propertyMonthsQuery, propertyQuery, serviceMonthsQuery, snapshotsQuery } from "../../data/properties.ts";
import { number } from "../../parts/format.ts";
import { FIGURES, type AnyMonth, type Figure } from "../../parts/month-figures.ts";
import { ButtonLink } from "../../parts/link.tsx";
import { Failed, Loading, Page } from "../../parts/page.tsx";
import { Loaded } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { CostStack } from "./cost-stack.tsx";
import { EditProperty } from "./edit-property.tsx";
import { Heat } from "./heat.tsx";
import { Meters } from "./meters.tsx";
import { usePropertyWords } from "./property.words.ts";
import { Signature } from "./signature.tsx";
import { Years } from "./years.tsx";

/** What the charts of the page show. */
export interface Shown {
  /** The services' months or the property's. */
  months: AnyMonth[];
  figure: Figure;
  property: Property;
}

export function PropertyPage() {
  const { id } = useParams({ from: "/signed-in/properties/$id" });
  const property = useQuery(propertyQuery(Number(id)));
  if (property.isError) return <Failed error={property.error} retry={() => void property.refetch()} />;
  return property.data === undefined ? <Loading height={500} /> : <PropertyView property={property.data} />;
}

function PropertyView({ property }: { property: Property }) {
  const say = usePropertyWords();
  const { id } = property;
  const search = useSearch({ from: "/signed-in/properties/$id" });
  const services = useQuery(serviceMonthsQuery(id));
  const whole = useQuery(propertyMonthsQuery(id));
  const type = search.service ?? null;
  // The price and the use of different services do not add up.
  const figure = search.figure ?? "cost";
  return (
    <Page
      title={property.name}
      lead={<Facts property={property} />}
      beside={
        <>
          <ButtonLink to="/properties/$id/budget" params={{ id: String(id) }} variant="default">
            {say("budget")}
          </ButtonLink>
          <EditProperty property={property} />
        </>
      }
    >
      <Loaded query={services} height={500}>
        {(months) => {
          const types = [...new Set(months.map(({ energy_type }) => energy_type))];
          const chosen: AnyMonth[] =
            type === null ? (whole.data ?? []) : months.filter(({ energy_type }) => energy_type === type);
          const shown: Shown = { months: chosen, figure, property };
          return (
            <>
              <Choices types={types} type={type} figure={figure} hasArea={property.sq_ft !== null} />
              <Years shown={shown} />
              <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
                <CostStack months={chosen} />
                <Heat shown={shown} />
              </SimpleGrid>
              <Signature propertyId={id} types={types} type={type} />
              <Meters propertyId={id} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Facts({ property }: { property: Property }) {
  const say = usePropertyWords();
  const { street1, city, state, zip_code, sq_ft, primary_use, year_built } = property;
  const snapshots = useQuery(snapshotsQuery(property.id));
  const score = snapshots.data?.at(-1)?.STAR_rating ?? null;
  const address = [street1, city, [state, zip_code].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const facts = [
    address,
    sq_ft === null ? say("fact.areaMissing") : say("fact.area", { area: number(sq_ft) }),
    score === null ? null : say("fact.score", { score }),
    primary_use === null ? null : say("fact.use", { use: primary_use }),
    year_built === null ? null : say("fact.built", { year: year_built }),
  ];
  return <Text>{facts.filter((fact) => fact !== null && fact !== "").join(" · ")}</Text>;
}

interface ChoicesProps {
  types: string[];
  type: string | null;
  figure: Figure;
  hasArea: boolean;
}

function Choices({ types, type, figure, hasArea }: ChoicesProps) {
  const say = usePropertyWords();
  const common = useCommon();
  const navigate = useNavigate({ from: "/properties/$id" });
  const figures = FIGURES.filter((each) => each !== "area" || hasArea);
  return (
    <Group gap="md" align="flex-end">
      <Select
        label={say("choose.service")}
        data={[
          { value: "", label: say("choose.all") },
          ...types.map((each) => ({ value: each, label: sayWord(common, "energy", each) })),
        ]}
        value={type ?? ""}
        allowDeselect={false}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, service: value === "" ? undefined : (value ?? undefined) }),
          })
        }
        w={200}
      />
      <SegmentedControl
        aria-label={say("choose.figure")}
        data={figures.map((each) => ({ value: each, label: say(`figure.${each}`) }))}
        value={figure}
        onChange={(value) => void navigate({ search: (before) => ({ ...before, figure: value }) })}
      />
    </Group>
  );
}
