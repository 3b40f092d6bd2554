/** The few figures behind the answer of a report. */
import { Group, SimpleGrid, Text } from "@mantine/core";
import { sayWord } from "../../app/language.ts";
import { percentChange } from "../../parts/format.ts";
import { unitText, valueText, type Tile } from "./report-values.ts";
import { useReportsWords } from "./reports.words.ts";
import "./report-table.css";

export function ReportTiles({ tiles }: { tiles: readonly Tile[] }) {
  if (tiles.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: Math.min(6, tiles.length) }} spacing="sm">
      {tiles.map((tile) => (
        <TileView key={tile.key} tile={tile} />
      ))}
    </SimpleGrid>
  );
}

/** A unit of money is part of the figure. */
const unitOf = ({ unit, type, value }: Tile): string | null =>
  unit === null || unit === "USD" || type === "percent" || value === null ? null : unitText(unit);

function TileView({ tile }: { tile: Tile }) {
  const say = useReportsWords();
  const { label, change, comparison, mark } = tile;
  const unit = unitOf(tile);
  return (
    <div className={`report-tile ${mark ?? ""}`}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Group gap={6} align="baseline">
        <Text fz={{ base: "lg", sm: "xl" }} fw={650} style={{ fontVariantNumeric: "tabular-nums" }}>
          {valueText(tile, tile.value)}
        </Text>
        {unit === null ? null : <Text size="sm">{unit}</Text>}
      </Group>
      {change === null ? null : (
        <Text size="sm">
          {percentChange(change)}{" "}
          <Text span size="sm" c="dimmed">
            {comparison}
          </Text>
        </Text>
      )}
      {mark === null ? null : (
        <Text size="sm" c="dimmed">
          {sayWord(say, "mark", mark)}
        </Text>
      )}
    </div>
  );
}
