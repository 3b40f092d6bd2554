/** What processes and the database of `night.ts` used. */
import { readdirSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import type { Db } from "../src/store/db.ts";

export interface Use {
  /** Of the process itself. */
  cpuSeconds: number;
  rssMb: number;
  /** CPU seconds of the processes that it started, also of ended ones. */
  children: number;
  childrenMb: number;
}

const TICKS = 100;
const PAGE_MB = 4096 / 1_000_000;

interface Process {
  pid: number;
  parent: number;
  own: number;
  ended: number;
  rssMb: number;
}

function processOf(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const at = (index: number) => Number(fields[index]);
    const rssMb = at(21) * PAGE_MB;
    return { pid, parent: at(1), own: (at(11) + at(12)) / TICKS, ended: (at(13) + at(14)) / TICKS, rssMb };
  } catch {
    // It has ended.
    return null;
  }
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** The process that a server process of the database belongs to. */
export const serverOf = (backend: number): number => processOf(backend)?.parent ?? backend;

/** Of a process with those that it started. */
export function treeOf(root: number): Use {
  const all = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (processOf(Number(name)) ?? []) : []));
  const inTree = new Set([root]);
  // A process may be listed before its parent.
  for (let before = 0; before < inTree.size;) {
    before = inTree.size;
    for (const { pid, parent } of all) if (inTree.has(parent)) inTree.add(pid);
  }
  const tree = all.filter(({ pid }) => inTree.has(pid));
  const top = tree.find(({ pid }) => pid === root);
  const others = tree.filter(({ pid }) => pid !== root);
  const children = sum(others.map(({ own, ended }) => own + ended)) + (top?.ended ?? 0);
  return {
    cpuSeconds: top?.own ?? 0,
    rssMb: Math.round(top?.rssMb ?? 0),
    children,
    childrenMb: Math.round(sum(others.map(({ rssMb }) => rssMb))),
  };
}

/** Sizes, dead rows, what was written. */
export async function printDatabase(db: Db, walBefore: string, authorizations: number): Promise<void> {
  const { rows: sizes } = await sql<{ mb: number; wal: number; dead: number; jobs: number }>`
    select pg_database_size(current_database()) / 1e6 as mb, pg_wal_lsn_diff(pg_current_wal_lsn(), ${walBefore}) as wal,
      (select sum(n_dead_tup) from pg_stat_user_tables)::int as dead,
      pg_total_relation_size('jobs') / 1e6 as jobs`.execute(db);
  const [size] = sizes;
  const wal = ((size?.wal ?? 0) / authorizations / 1000).toFixed(1);
  console.log(
    `database ${size?.mb.toFixed(0)} MB, of it jobs ${size?.jobs.toFixed(1)} MB; ${size?.dead} dead rows; ${wal} kB of log for each authorization`,
  );
  const { rows: tables } = await sql<{ relname: string; dead: number; live: number; mb: number }>`
    select relname, n_dead_tup::int as dead, n_live_tup::int as live, pg_total_relation_size(relid) / 1e6 as mb
    from pg_stat_user_tables order by 4 desc limit 12`.execute(db);
  for (const { relname, dead, live, mb } of tables)
    console.log(`  ${relname}: ${live} rows, ${dead} dead, ${mb.toFixed(1)} MB`);
}

export interface Samples {
  looks: number;
  statements: Map<string, number>;
}

/** Looks once at what the service asks of the database. */
export async function sampleStatements(db: Db, samples: Samples): Promise<void> {
  const { rows } = await sql<{ query: string }>`
    select left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as query from pg_stat_activity
    where state = 'active' and pid <> pg_backend_pid() and datname = current_database()
      and query not like '%pg_stat_activity%'`.execute(db);
  samples.looks += 1;
  for (const { query } of rows) samples.statements.set(query, (samples.statements.get(query) ?? 0) + 1);
}

/** The share of the time in which each statement ran; more than 100 % where several ran at once. */
export function printStatements({ looks, statements }: Samples): void {
  console.log(`statements under way, of ${looks} looks:`);
  for (const [query, count] of [...statements].toSorted(([, one], [, other]) => other - one).slice(0, 12))
    console.log(`  ${((count / looks) * 100).toFixed(1)} %: ${query}`);
}
