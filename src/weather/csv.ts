/** Parses tables as weather archives write them: comma-separated, optionally quoted cells, column names in the first line. */

/** The cells of one line. A quote inside a quoted cell is doubled. */
export function cellsOf(line: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/y;
  while (cell.lastIndex <= line.length) {
    const match = cell.exec(line);
    if (match === null) break;
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (!match[0].endsWith(",")) break;
  }
  return cells;
}

/** Lines that are not blank. */
export const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== "");

/** Rows by the names of their columns. */
export function rowsOf(text: string): Record<string, string>[] {
  const [header, ...lines] = linesOf(text);
  const names = cellsOf(header ?? "");
  return lines.map((line) => {
    const cells = cellsOf(line);
    return Object.fromEntries(names.map((name, index) => [name.trim(), (cells[index] ?? "").trim()]));
  });
}
