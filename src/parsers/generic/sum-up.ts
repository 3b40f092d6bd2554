/** Finds which rows the printed totals of a bill sum up: a total closes the rows above it that give its amount, to the cent. */

export interface SumItem {
  isTotal: boolean;
  /** It states a quantity and a price, or days: it heads no other rows. */
  isDetailed: boolean;
  /** In cents. */
  amount: bigint;
}

/** A row, or a total with what it sums up. `at` is the index of the item. */
export interface SumNode {
  at: number;
  amount: bigint;
  parts: SumNode[];
}

export interface SummedUp {
  /** What no total contains, in order. */
  nodes: SumNode[];
  /** Totals that sum up nothing although rows stand above them. */
  unmatched: number[];
}

/** @param heads rows, or headings with the rows below them; by default each row alone. */
export function sumUp(
  items: readonly SumItem[],
  heads: readonly SumNode[] = items.map(({ amount }, at) => ({ at, amount, parts: [] })),
): SummedUp {
  const nodes: SumNode[] = [];
  const unmatched: number[] = [];
  for (const head of heads) {
    const { at, amount } = head;
    if (items[at]?.isTotal !== true || head.parts.length > 0) {
      nodes.push(head);
      continue;
    }
    const start = startOfSum(nodes, amount);
    const last = nodes.at(-1);
    if (start !== null) {
      // The same total once more contains nothing new.
      const isRepeated = start === nodes.length - 1 && last !== undefined && last.parts.length > 0;
      if (!isRepeated) nodes.push({ at, amount, parts: nodes.splice(start) });
    } else if (last !== undefined && last.parts.length === 0) unmatched.push(at);
  }
  return { nodes, unmatched };
}

/**
 * The rows under headings that state their sum, as detail pages print them: a heading takes the rows right below it that add up to its
 * amount, to the cent. One row alone must state more than its heading does, since neighboring charges can be equal.
 */
export function underHeadings(items: readonly SumItem[]): SumNode[] {
  const nodes: SumNode[] = [];
  for (const [at, item] of [...items.entries()].toReversed()) {
    const { amount } = item;
    const count = item.isDetailed || amount === 0n ? 0 : countBelow(items, nodes, amount);
    nodes.unshift({ at, amount, parts: nodes.splice(0, count) });
  }
  return nodes;
}

/** How many of the first nodes add up to the amount; 0 when none do before the next total. */
function countBelow(items: readonly SumItem[], nodes: readonly SumNode[], amount: bigint): number {
  let sum = 0n;
  for (const [index, node] of nodes.entries()) {
    const item = items[node.at];
    if (item === undefined || (item.isTotal && node.parts.length === 0)) return 0;
    sum += node.amount;
    if (sum === amount) return index > 0 || item.isDetailed ? index + 1 : 0;
  }
  return 0;
}

/** The longest end of the list that gives the amount. A row of 0.00 above it, such as an older balance, is no part of it. */
function startOfSum(nodes: readonly SumNode[], amount: bigint): number | null {
  let [sum, start]: [bigint, number | null] = [0n, null];
  for (let at = nodes.length - 1; at >= 0; at--) {
    const own = nodes[at]?.amount ?? 0n;
    sum += own;
    if (sum === amount && (own !== 0n || start === null)) start = at;
  }
  return start;
}

/** The rows below a node: itself when it is a row. */
export const rowsBelow = (node: SumNode): SumNode[] =>
  node.parts.length === 0 ? [node] : node.parts.flatMap(rowsBelow);

/**
 * Neighboring nodes that give an amount: those with the most rows, since a summary repeats as one row what the details print as
 * several; of equals the last. Null when none do.
 */
export function nodesOfSum(nodes: readonly SumNode[], amount: bigint): SumNode[] | null {
  let best: SumNode[] | null = null;
  let most = 0;
  const visit = (list: readonly SumNode[]) => {
    const counts = list.map((node) => rowsBelow(node).length);
    for (let from = 0; from < list.length; from++) {
      if (list[from]?.amount === 0n && amount !== 0n) continue;
      let [sum, rows] = [0n, 0];
      for (let to = from; to < list.length; to++) {
        sum += list[to]?.amount ?? 0n;
        rows += counts[to] ?? 0;
        if (sum === amount && rows >= most) [best, most] = [list.slice(from, to + 1), rows];
      }
    }
    for (const { parts } of list) if (parts.length > 0) visit(parts);
  };
  visit(nodes);
  return best;
}

export interface RowsOfSum extends SummedUp {
  /** The nodes that give the amount; null when none do. */
  chosen: SumNode[] | null;
  /** The heading of rows, by index. */
  headings: Map<number, number>;
}

/** The rows that add up to an amount. Where a summary and its detail both add up to it, to the cent, those of the detail. */
export function rowsOfSum(items: readonly SumItem[], amount: bigint | null): RowsOfSum {
  const [plain, detailed] = [sumUp(items), sumUp(items, underHeadings(items))];
  const chosenOf = ({ nodes }: SummedUp) => (amount === null ? null : nodesOfSum(nodes, amount));
  const [ofPlain, ofDetailed] = [chosenOf(plain), chosenOf(detailed)];
  const isDetailed = countRows(ofDetailed) > countRows(ofPlain);
  const { nodes, unmatched } = isDetailed ? detailed : plain;
  const chosen = withDetail(isDetailed ? ofDetailed : ofPlain, items, detailed.nodes);
  return { nodes, unmatched, chosen, headings: headingsOf(chosen ?? [], items) };
}

const countRows = (nodes: readonly SumNode[] | null): number => (nodes ?? []).flatMap(rowsBelow).length;

/** Rows of a summary with the rows below the one other total of the same amount, where these are several. */
function withDetail(chosen: SumNode[] | null, items: readonly SumItem[], all: readonly SumNode[]): SumNode[] | null {
  if (chosen === null) return null;
  const used = new Set(chosen.flatMap(rowsBelow).map(({ at }) => at));
  const sums = all.flatMap(sumsIn).filter((node) => rowsBelow(node).every(({ at }) => !used.has(at)));
  const detailOf = (node: SumNode): SumNode => {
    if (node.parts.length > 0) return { ...node, parts: node.parts.map(detailOf) };
    if (items[node.at]?.isDetailed === true || node.amount === 0n) return node;
    const alike = sums.filter((sum) => sum.amount === node.amount && rowsBelow(sum).length > 1);
    // A total of a total has the same rows.
    const [detail, ...others] = new Map(
      alike.map((sum) => [
        rowsBelow(sum)
          .map(({ at }) => at)
          .join(),
        sum,
      ]),
    ).values();
    return detail === undefined || others.length > 0 ? node : { ...node, parts: detail.parts };
  };
  const detailed = chosen.map(detailOf);
  const rows = detailed.flatMap(rowsBelow).map(({ at }) => at);
  // Two rows of the same amount would have the same detail.
  return new Set(rows).size === rows.length ? detailed : chosen;
}

const sumsIn = (node: SumNode): SumNode[] => (node.parts.length === 0 ? [] : [node, ...node.parts.flatMap(sumsIn)]);

/** The nearest heading above each row: not a total, which stands below its rows. */
function headingsOf(nodes: readonly SumNode[], items: readonly SumItem[]): Map<number, number> {
  const found = new Map<number, number>();
  const visit = (node: SumNode) => {
    for (const part of node.parts) {
      if (items[node.at]?.isTotal === false) found.set(part.at, node.at);
      visit(part);
    }
  };
  for (const node of nodes) visit(node);
  return found;
}
