/**
 * The cost of readers that never read: 300 connections that request a list of 2,000 bills (12 MB) and read none of it, from one
 * caller, from 30 of one company and from 30 of 30 companies, while another caller keeps sending requests. Prints how much more memory
 * a warmed-up service takes, how long the last reader was held, and the response times of the other caller.
 * `node_modules/.bin/node bench/slow-readers.ts [readers] [seconds after which the service cuts them]`
 */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { readConfig } from "../src/config.ts";
import { newMember, tokenOf, type Member } from "../test/app.ts";
import { insertRecords } from "../test/records.ts";
import { withPlace, type FilledPlace, type Running } from "./filled-place.ts";
import { fillBills } from "./fill-bills.ts";

const READERS = Number(process.argv[2] ?? 300);
const BILLS = 2000;
const CHARGES = 20;
const CALLERS = Math.ceil(READERS / 10);
/** Warm-up: a running service has answered this many lists completely, this many at once. */
const BEFORE = { rounds: 3, atOnce: 20 };
const STALLED_SECONDS = Number(process.argv[3] ?? readConfig({}).stalledAnswerSeconds);
const SHORT_ANSWER_BYTES = 4096;
const MEGABYTE = 2 ** 20;

await withPlace(run);

async function run({ fill, start }: FilledPlace): Promise<void> {
  const { colleagues, strangers, other } = await fill(fillCompanies);
  const { port, child } = await start("ours", [], { METERBOOK_STALLED_ANSWER_SECONDS: String(STALLED_SECONDS) });
  const [first = ""] = colleagues;
  const work = async () => {
    for (let round = 0; round < BEFORE.rounds; round += 1) await readWhole(port, first);
  };
  // A caller has ten long answers open at most.
  for (let at = 0; at < BEFORE.atOnce; at += 10) await Promise.all(Array.from({ length: 10 }, work));
  await measure("one caller", { port, pid: child.pid ?? 0, tokens: [first], other });
  await measure(`${CALLERS} callers of a company`, { port, pid: child.pid ?? 0, tokens: colleagues, other });
  await measure(`${CALLERS} companies`, { port, pid: child.pid ?? 0, tokens: strangers, other });
}

/** Readers begin at once; the other caller sends requests until all of them are gone. */
async function measure(
  whose: string,
  { port, pid, tokens, other }: { port: number; pid: number; tokens: string[]; other: string },
): Promise<void> {
  const ask = async (): Promise<number> => {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/v1/me`, { headers: { authorization: other } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the other caller was answered ${answer.status}`);
    return performance.now() - began;
  };
  for (let warm = 0; warm < 50; warm += 1) await ask();
  const before = await residentBytes(pid);
  const began = performance.now();
  const readers = await Promise.all(
    Array.from({ length: READERS }, (_, index) => neverRead(port, tokens[index % tokens.length] ?? "")),
  );
  const times: number[] = [];
  let highest = before;
  let heldMs = 0;
  // A refused reader has its short answer, and keeps its connection: only those that are held count.
  for (;;) {
    times.push(await ask());
    highest = Math.max(highest, await residentBytes(pid));
    const held = await unreadConnections(port);
    if (held > 0) heldMs = performance.now() - began;
    if ((held === 0 && performance.now() - began > 5000) || performance.now() - began > 4 * STALLED_SECONDS * 1000)
      break;
    await wait(20);
  }
  for (const socket of readers) socket.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  console.log(
    `${READERS} readers of ${whose}: ${((highest - before) / MEGABYTE).toFixed(0)} MiB more memory ` +
      `(${(before / MEGABYTE).toFixed(0)} to ${(highest / MEGABYTE).toFixed(0)}), the last was cut after ${(heldMs / 1000).toFixed(0)} s; ` +
      `another caller's GET /v1/me: median ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(0)} ms, longest ${at(1).toFixed(0)} ms (${times.length})`,
  );
}

async function readWhole(port: number, token: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/utility_bills`, { headers: { authorization: token } });
  await answer.arrayBuffer();
}

async function neverRead(port: number, token: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.pause();
  socket.write(`GET /v1/utility_bills HTTP/1.1\r\nhost: localhost\r\nauthorization: ${token}\r\n\r\n`);
  return socket;
}

async function residentBytes(pid: number): Promise<number> {
  const [, pages = "0"] = (await readFile(`/proc/${pid}/statm`, "utf8")).split(" ");
  return Number(pages) * 4096;
}

/**
 * Connections of the service whose reader does not take what it was sent, by the kernel's own table. A short answer that is
 * read and not yet acknowledged, as those of the other caller are, has a few hundred bytes there.
 */
async function unreadConnections(port: number): Promise<number> {
  const local = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const rows = (await readFile("/proc/net/tcp", "utf8")).split("\n").slice(1);
  return rows.filter((row) => {
    const [, own = "", , state = "", queues = ""] = row.trim().split(/\s+/);
    return own.endsWith(local) && state === "01" && parseInt(queues, 16) > SHORT_ANSWER_BYTES;
  }).length;
}

/** A company with 2,000 bills of 20 lines and 30 users, 30 companies with as many bills each, and another company. */
async function fillCompanies(running: Running) {
  const { app } = running;
  const withBills = async (name: string): Promise<Member> => {
    const member = await newMember(running, { name });
    const { company_id } = member;
    const { utility_account_id } = await insertRecords(app, { id: company_id, uuid: member.company_uuid });
    await fillBills(app, { company_id, utility_account_id }, { bills: BILLS, charges: CHARGES });
    return member;
  };
  const member = await withBills("Bench");
  const users = [member];
  while (users.length < CALLERS) users.push(await newMember(running, { name: "Reader", colleagueOf: member }));
  const others: Member[] = [];
  while (others.length < CALLERS) others.push(await withBills(`Company ${others.length}`));
  await sql`vacuum analyze`.execute(app.db);
  const colleagues: string[] = [];
  for (const user of users) colleagues.push(await tokenOf(running, user));
  const strangers: string[] = [];
  for (const user of others) strangers.push(await tokenOf(running, user));
  return { colleagues, strangers, other: await tokenOf(running, await newMember(running, { name: "Other" })) };
}
