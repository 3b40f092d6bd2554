/** A property: two years over each other, what its cost is made of, its months, the weather; its score, notes, bills and meters. */
import { Group, Select, SegmentedControl, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { EnergyTypeMonth, Property } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { propertyMonthsQuery, propertyQuery, scoreQuery, serviceMonthsQuery } from "../../data/properties.ts";
import { BASES, type Basis } from "../../parts/basis.ts";
import { number } from "../../parts/format.ts";
import { FIGURES, type Figure } from "../../parts/month-figures.ts";
import { ButtonLink } from "../../parts/link.tsx";
import { Page } from "../../parts/page.tsx";
import { Loaded, LoadedPage } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { EditProperty } from "./edit-property.tsx";
import { Figures } from "./figures.tsx";
import { Findings } from "./findings.tsx";
import { MeterCoverage } from "./meter-coverage.tsx";
import { Meters } from "./meters.tsx";
import { NotesSection } from "./notes-section.tsx";
import { usePropertyWords } from "./property.words.ts";
import { ScoreSection } from "./score-section.tsx";

export function PropertyPage() {
  const { id } = useParams({ from: "/signed-in/properties/$id" });
  const common = useCommon();
  const property = useQuery(propertyQuery(Number(id)));
  return (
    <LoadedPage query={property} title={common("noun.property")}>
      {(data) => <PropertyView property={data} />}
    </LoadedPage>
  );
}

function PropertyView({ property }: { property: Property }) {
  const say = usePropertyWords();
  const { id } = property;
  const services = useQuery(serviceMonthsQuery(id));
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
        {(months) => <Charts property={property} months={months} />}
      </Loaded>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <ScoreSection property={property} />
        <NotesSection property={property} />
      </SimpleGrid>
      <Findings propertyId={id} />
      <MeterCoverage propertyId={id} />
      <Meters propertyId={id} />
    </Page>
  );
}

/** Without a choice the first service whose use the weather could explain, else the first. */
const WEATHERED = ["ELECTRIC", "GAS", "STEAM", "CHILLED_WATER", "HOT_WATER"];
const firstService = (types: string[]): string | null =>
  WEATHERED.find((each) => types.includes(each)) ?? types[0] ?? null;

function Charts({ property, months }: { property: Property; months: EnergyTypeMonth[] }) {
  const search = useSearch({ from: "/signed-in/properties/$id" });
  const whole = useQuery(propertyMonthsQuery(property.id));
  const types = [...new Set(months.map(({ energy_type }) => energy_type))];
  const basis = search.basis ?? "calendar";
  const asked = types.find((each) => each === search.service) ?? null;
  // Bills and models are of one service: kWh and therms cannot be added.
  const type = basis === "calendar" ? asked : (asked ?? firstService(types));
  const figure = search.figure ?? "cost";
  return (
    <>
      <Choices types={types} type={type} figure={figure} basis={basis} hasArea={property.sq_ft !== null} />
      <Loaded query={whole} height={500}>
        {(wholeMonths) => (
          <Figures
            basis={basis}
            property={property}
            figure={figure}
            type={type}
            services={months}
            whole={wholeMonths}
            weathered={firstService(types)}
          />
        )}
      </Loaded>
    </>
  );
}

/** Programs write a use as `K12_SCHOOL`. */
const inWords = (use: string): string =>
  /^[A-Z0-9_ ]+$/.test(use) ? use.charAt(0) + use.slice(1).toLowerCase().replaceAll("_", " ") : use;

function Facts({ property }: { property: Property }) {
  const say = usePropertyWords();
  const { street1, city, state, zip_code, sq_ft, primary_use, year_built } = property;
  const score = useQuery(scoreQuery(property.id)).data?.STAR_rating ?? null;
  const address = [street1, city, [state, zip_code].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const facts = [
    address,
    sq_ft === null ? say("fact.areaMissing") : say("fact.area", { area: number(sq_ft) }),
    score === null ? null : say("fact.score", { score }),
    primary_use === null ? null : say("fact.use", { use: inWords(primary_use) }),
    year_built === null ? null : say("fact.built", { year: year_built }),
  ];
  return <Text>{facts.filter((fact) => fact !== null && fact !== "").join(" · ")}</Text>;
}

interface ChoicesProps {
  types: string[];
  type: string | null;
  figure: Figure;
  basis: Basis;
  hasArea: boolean;
}

function Choices({ types, type, figure, basis, hasArea }: ChoicesProps) {
  const say = usePropertyWords();
  const common = useCommon();
  const navigate = useNavigate({ from: "/properties/$id" });
  const figures = FIGURES.filter((each) => each !== "area" || hasArea);
  const services = types.map((each) => ({ value: each, label: sayWord(common, "energy", each) }));
  return (
    <Group gap="md" align="flex-end">
      <Select
        label={say("choose.service")}
        data={basis === "calendar" ? [{ value: "", label: say("choose.all") }, ...services] : services}
        value={type ?? ""}
        allowDeselect={false}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, service: value === "" ? undefined : (value ?? undefined) }),
            resetScroll: false,
          })
        }
        w={200}
      />
      <SegmentedControl
        aria-label={say("choose.basis")}
        maw="100%"
        style={{ flexWrap: "wrap" }}
        data={BASES.map((each) => ({ value: each, label: say(`basis.${each}`) }))}
        value={basis}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, basis: value === "calendar" ? undefined : value }),
            resetScroll: false,
          })
        }
      />
      <SegmentedControl
        aria-label={say("choose.figure")}
        data={figures.map((each) => ({ value: each, label: say(`figure.${each}`) }))}
        value={figure}
        onChange={(value) => void navigate({ search: (before) => ({ ...before, figure: value }), resetScroll: false })}
      />
    </Group>
  );
}
