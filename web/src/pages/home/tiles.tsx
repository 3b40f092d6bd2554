/** The figures of a span of months against the year before, of the properties that are billed for both. */
import { Group, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { PortfolioSummary } from "@meterbook/client";
import type { SpanAsked } from "../../data/fiscal-year.ts";
import { portfolioSummaryQuery, type RankingOrder } from "../../data/portfolio.ts";
import { Change } from "../../parts/change.tsx";
import { changeInPercent, number, roundMoney, UNKNOWN } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { Loaded } from "../../parts/section.tsx";
import { intensityOf, tonsOf, KBTU_PER, units, waterOf } from "../../parts/units.ts";
import { useHomeWords } from "./home.words.ts";

interface Tile {
  word: "cost" | "electricity" | "gas" | "energy" | "co2" | "water";
  now: number | null;
  against: number | null;
  write: (value: number | null) => string;
  unit: "kbtuSqFt" | "kwhM2" | "tons" | "gallons" | "m3" | "kwh" | "therms" | null;
  /** Properties that are left out of this figure. */
  left: number;
}

/** How the properties are listed from which a figure is made. */
const ORDERS: Record<Tile["word"], RankingOrder> = {
  cost: "cost",
  electricity: "cost",
  gas: "cost",
  energy: "intensity",
  co2: "intensity",
  water: "cost",
};

function tilesOf({ now, against, left_out, energy_types }: PortfolioSummary): Tile[] {
  const typed = (type: string) => energy_types.find(({ energy_type }) => energy_type === type);
  const energyTile = (word: "electricity" | "gas", type: string, unit: keyof typeof KBTU_PER): Tile[] => {
    const found = typed(type);
    if (found === undefined) return [];
    const inUnit = (kbtus: number | null) => (kbtus === null ? null : kbtus / KBTU_PER[unit]);
    const both = { now: inUnit(found.now.kbtus), against: inUnit(found.against.kbtus) };
    return [{ word, ...both, write: number, unit, left: left_out.kbtus }];
  };
  const isMetric = units() === "metric";
  return [
    {
      word: "cost",
      now: now.total_cost,
      against: against.total_cost,
      write: roundMoney,
      unit: null,
      left: left_out.total_cost,
    },
    ...energyTile("electricity", "ELECTRIC", "kwh"),
    ...energyTile("gas", "GAS", isMetric ? "kwh" : "therms"),
    {
      word: "energy",
      now: intensityOf(now.kbtus_per_sq_ft),
      against: intensityOf(against.kbtus_per_sq_ft),
      write: (value) => number(value, 1),
      unit: isMetric ? "kwhM2" : "kbtuSqFt",
      left: left_out.kbtus,
    },
    {
      word: "co2",
      now: tonsOf(now.lbs_co2),
      against: tonsOf(against.lbs_co2),
      write: (value) => number(value, 1),
      unit: "tons",
      left: left_out.lbs_co2,
    },
    {
      word: "water",
      now: waterOf(now.gallons),
      against: waterOf(against.gallons),
      write: number,
      unit: isMetric ? "m3" : "gallons",
      left: left_out.gallons,
    },
  ];
}

/** Characters that fit in large type beside two other tiles. */
const LONG_FIGURE = 9;

export function Tiles({ asked }: { asked: SpanAsked | undefined }) {
  const say = useHomeWords();
  const summary = useQuery(portfolioSummaryQuery(asked));
  return (
    <Loaded query={summary} height={112}>
      {(data) => (
        <div>
          <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
            {tilesOf(data).map((tile) => (
              <TileView key={tile.word} tile={tile} />
            ))}
          </SimpleGrid>
          {data.compared < data.properties ? (
            <Text size="sm" c="dimmed" mt="xs">
              {say("tile.compared", { compared: data.compared, properties: data.properties })}
            </Text>
          ) : null}
        </div>
      )}
    </Loaded>
  );
}

function TileView({ tile: { word, now, against, write, unit, left } }: { tile: Tile }) {
  const say = useHomeWords();
  const written = write(now);
  return (
    <div
      className="paper"
      style={{ padding: "0.75rem 1rem", minWidth: 0 }}
      title={left > 0 ? say("tile.left", { count: left }) : undefined}
    >
      <Text size="sm" c="dimmed">
        <TextLink to="/properties" search={{ order: ORDERS[word] }} className="plain" inherit c="inherit">
          {say(word === "energy" && unit === "kwhM2" ? "tile.energyMetric" : `tile.${word}`)}
        </TextLink>
      </Text>
      <Text
        fz={{ base: "lg", sm: written.length > LONG_FIGURE ? "lg" : "xl" }}
        fw={650}
        style={{ fontVariantNumeric: "tabular-nums" }}
      >
        {written}
      </Text>
      <Group gap={6}>
        {unit === null || written === UNKNOWN ? null : (
          <Text size="sm" c="dimmed">
            {say(`unit.${unit}`)}
          </Text>
        )}
        <Change percent={changeInPercent(now, against)} />
      </Group>
    </div>
  );
}
