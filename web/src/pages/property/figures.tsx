/** The charts of a property on the chosen basis: by calendar month, bill by bill, or in typical weather. */
import { SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { EnergySignature, EnergyTypeMonth, Property, PropertyMonth } from "@meterbook/client";
import { signatureQuery, type EnergyType } from "../../data/properties.ts";
import type { Basis } from "../../parts/basis.ts";
import { lastComplete, type AnyMonth, type Figure } from "../../parts/month-figures.ts";
import { Empty } from "../../parts/page.tsx";
import { Loaded } from "../../parts/section.tsx";
import { AsBilled } from "./as-billed.tsx";
import { CostStack } from "./cost-stack.tsx";
import { Heat } from "./heat.tsx";
import type { Shown } from "./shown.ts";
import { usePropertyWords } from "./property.words.ts";
import { reasonOf, Signature } from "./signature.tsx";
import { inTypicalWeather } from "./weather-adjusted.ts";
import { Years } from "./years.tsx";

interface FiguresProps {
  basis: Basis;
  property: Property;
  figure: Figure;
  /** Null: all services together. */
  type: string | null;
  /** Of each service. */
  services: EnergyTypeMonth[];
  whole: PropertyMonth[];
  /** Whose signature is shown when all services are. */
  weathered: string | null;
}

export function Figures({ basis, property, figure, type, services, whole, weathered }: FiguresProps) {
  const monthsOf = (each: string) => services.filter(({ energy_type }) => energy_type === each);
  const months: AnyMonth[] = type === null ? whole : monthsOf(type);
  const shown: Shown = { months, figure, property, remark: null };
  const signed = type ?? weathered;
  return (
    <>
      {type !== null && basis === "billed" ? (
        <AsBilled
          propertyId={property.id}
          // The types come from the service itself.
          type={type as EnergyType}
          figure={figure}
          sqFt={property.sq_ft}
        />
      ) : type !== null && basis === "weather" ? (
        <Adjusted shown={shown} type={type as EnergyType} />
      ) : (
        <MonthCharts shown={shown} />
      )}
      {signed === null ? null : (
        <Signature propertyId={property.id} type={signed as EnergyType} last={lastComplete(monthsOf(signed))} />
      )}
    </>
  );
}

function MonthCharts({ shown }: { shown: Shown }) {
  return (
    <>
      <Years shown={shown} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <CostStack shown={shown} />
        <Heat shown={shown} />
      </SimpleGrid>
    </>
  );
}

function Adjusted({ shown, type }: { shown: Shown; type: EnergyType }) {
  const signature = useQuery(signatureQuery(shown.property.id, type, lastComplete(shown.months)));
  return (
    <Loaded query={signature} height={400}>
      {(data) => <AdjustedCharts shown={shown} signature={data} />}
    </Loaded>
  );
}

function AdjustedCharts({ shown, signature }: { shown: Shown; signature: EnergySignature }) {
  const say = usePropertyWords();
  const { model, typical_weather_years: years } = signature;
  if (model === null) return <Empty icon="chart" title={say("weather.none")} text={reasonOf(signature, say)} />;
  if (model.flags.some(({ rule }) => rule === "weak_fit"))
    return <Empty icon="chart" title={say("weather.none")} text={say("weather.weak")} />;
  if (years === null) return <Empty icon="chart" title={say("weather.none")} text={say("weather.noYears")} />;
  const adjusted: Shown = {
    ...shown,
    months: inTypicalWeather(shown.months, signature),
    remark: say("weather.remark", { count: years }),
  };
  return (
    <>
      <Years shown={adjusted} />
      <Heat shown={adjusted} />
    </>
  );
}
