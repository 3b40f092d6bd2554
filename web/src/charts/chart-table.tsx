/** What a chart shows, as a table. */
import { Table } from "@mantine/core";
import { cellText, type ChartData } from "./chart-data.ts";

export function ChartTable({ data: { columns, rows }, caption }: { data: ChartData; caption: string }) {
  return (
    <div className="wide" tabIndex={0} role="region" aria-label={caption}>
      <Table captionSide="top" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ key, label }, index) => (
              <Table.Th key={key} scope="col" ta={index === 0 ? "left" : "right"}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, place) => (
            // Rows of a chart have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <Table.Tr key={place}>
              {columns.map((column, index) => (
                <Table.Td key={column.key} className={index === 0 ? "" : "number"}>
                  {cellText(column, row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
