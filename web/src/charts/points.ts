/** The places of a chart that the arrow keys go through, with what each says. */
import { cellText, type ChartData } from "./chart-data.ts";

export interface ChartPoint {
  /** Its text for a screen reader. */
  text: string;
  /** Of the drawn series and its data. */
  seriesIndex: number;
  dataIndex: number;
  /** As `onPick` gets it. */
  series: string;
}

export interface ChartPoints {
  points: ChartPoint[];
  /** The arrows up and down go so many points. */
  perRow: number;
}

/** A point for each row of the table; where a column can be chosen, one for each figure of the row, whose columns are the series. */
export function pointsOf(data: ChartData, canPick: boolean, seriesIndex = 0): ChartPoints {
  const { columns, rows } = data;
  const [first, ...rest] = columns;
  if (first === undefined) return { points: [], perRow: 1 };
  if (!canPick || rest.length < 2) {
    const points = rows.map((row, dataIndex) => ({
      text: columns.map((column) => `${column.label}: ${cellText(column, row)}`).join(", "),
      seriesIndex,
      dataIndex,
      series: "",
    }));
    return { points, perRow: 1 };
  }
  const points = rows.flatMap((row, dataIndex) =>
    rest.map((column, at) => ({
      text: `${cellText(first, row)}, ${column.label}: ${cellText(column, row)}`,
      seriesIndex: at,
      dataIndex,
      series: column.label,
    })),
  );
  return { points, perRow: rest.length };
}
