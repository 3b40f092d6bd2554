/**
 * The simulated portals of `night.ts`, in a process of their own: 20 hosts that answer after a given time, draw a new bill for some
 * logins, and count what they see. Messages: `{ ports }` when they listen; for any message from the parent, the counts so far.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { drawPlainBill } from "../sandbox/pdf/plain-bill.ts";
import { PLAIN } from "../sandbox/world/plain-utilities.ts";
import { createWorld } from "../sandbox/world/world.ts";
import { accountsOf, HOSTS, isShared, isWrong, PASSWORD, streetOf, type NightSize } from "./night-logins.ts";

export interface Counts {
  pages: number;
  signIns: number;
  /** Of one login, at most. */
  signInsMost: number;
  /** Of logins with a wrong password, at most. */
  wrongMost: number;
  /** Requests of one host in any one second, at most; and in any minute, by the second. */
  perSecondMost: number;
  perMinuteMost: number;
  /** New sessions of one host in any minute: sign-ins and sessions that go on. */
  visitsPerMinuteMost: number;
  /** The shortest rest between an answer and the next request of a visit, in milliseconds. */
  restLeast: number;
}

const [size = "{}", pageMs = "50"] = process.argv.slice(2);
// Written by the parent.
const night = JSON.parse(size) as NightSize;

const [sample] = createWorld().accountsOf("meridian-gas", "demo_residential") ?? [];
if (sample === undefined) throw new Error("the sandbox has this customer");
const [newest] = sample.bills.slice(-1);
if (newest === undefined) throw new Error("the sandbox has bills");

/** What one host saw. */
interface Seen {
  seconds: Map<number, number>;
  visits: Map<number, number>;
  open: Set<string>;
}
const seen: Seen[] = Array.from({ length: HOSTS }, () => ({
  seconds: new Map(),
  visits: new Map(),
  open: new Set(),
}));
const signIns = new Map<string, number>();
const answeredAt = new Map<string, number>();
let pages = 0;
let restLeast = Number.POSITIVE_INFINITY;

const plus = <K>(counts: Map<K, number>, key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

/** The most within this many seconds in a row. */
function mostWithin(counts: ReadonlyMap<number, number>, seconds: number): number {
  let most = 0;
  for (const second of counts.keys()) {
    let sum = 0;
    for (let at = second; at < second + seconds; at += 1) sum += counts.get(at) ?? 0;
    most = Math.max(most, sum);
  }
  return most;
}

function begins(host: Seen, login: string): void {
  plus(host.visits, Math.floor(Date.now() / 1000));
  host.open.add(login);
}

/** The session is the login itself: nobody attacks this portal. */
const sessionOf = ({ headers }: IncomingMessage): string | null =>
  /(?:^|; )sid=(\d+)/.exec(headers.cookie ?? "")?.[1] ?? null;

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>Portal</title><body><main>${body}</main></body></html>`;

const SIGN_IN = page('<form id="sign-in" method="post" action="/login"><input name="user"><input name="word"></form>');

function accountsPage(login: number): string {
  const rows = accountsOf(night, login).map(
    ({ external_id, acct_num }) =>
      `<tr><td><a href="/bills/${external_id}">${acct_num}</a></td><td>${streetOf(external_id)}</td></tr>`,
  );
  return page(`<table id="accounts">${rows.join("")}</table>`);
}

function billsPage(external: string): string {
  const account = accountsOf(night, Math.floor(Number(external) / 2)).find((one) => one.external_id === external);
  const listed = account?.hasNewBill === true ? sample?.bills : sample?.bills.slice(0, -1);
  const rows = (listed ?? [])
    .slice(-13)
    .toReversed()
    .map(
      ({ billDay, documentId }) =>
        `<tr><td>${billDay}</td><td><a href="/files/${external}/${documentId}">Bill</a></td></tr>`,
    );
  return page(`<p>Account ${account?.acct_num}</p><table id="bills">${rows.join("")}</table>`);
}

async function billFile(external: string): Promise<Uint8Array> {
  const account = accountsOf(night, Math.floor(Number(external) / 2)).find((one) => one.external_id === external);
  if (account === undefined || sample === undefined || newest === undefined) throw new Error("no such account");
  const meters = newest.meters.map((meter) => ({ ...meter, meterNumber: `MGG${external.padStart(6, "0")}` }));
  return drawPlainBill(
    PLAIN["meridian-gas"],
    { ...sample, number: account.acct_num, serviceAddress: streetOf(external) },
    { ...newest, billNumber: String(400_000_000 + Number(external)), meters },
  );
}

const html = (response: ServerResponse, text: string) =>
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(text);
const redirect = (response: ServerResponse, location: string, headers = {}) =>
  response.writeHead(303, { location, ...headers }).end();

async function signIn(host: Seen, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const given = new URLSearchParams(body);
  const login = given.get("user") ?? "";
  plus(signIns, login);
  if (given.get("word") !== PASSWORD) return void html(response, page('<p role="alert">Not right</p>'));
  begins(host, login);
  redirect(response, "/accounts", { "set-cookie": `sid=${login}; Path=/` });
}

async function answer(host: Seen, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? "/";
  const login = sessionOf(request);
  pages += 1;
  plus(host.seconds, Math.floor(Date.now() / 1000));
  const before = login === null ? undefined : answeredAt.get(login);
  // Two companies may visit with a shared login at the same time.
  if (before !== undefined && login !== null && host.open.has(login) && !isShared(Number(login)))
    restLeast = Math.min(restLeast, performance.now() - before);
  await delay(Number(pageMs));
  if (request.method === "POST") await signIn(host, request, response);
  else if (path === "/login") html(response, SIGN_IN);
  else if (login === null) redirect(response, "/login");
  else if (path === "/logout") {
    host.open.delete(login);
    redirect(response, "/login", { "set-cookie": "sid=; Path=/; Max-Age=0" });
  } else if (path === "/check") {
    begins(host, login);
    html(response, page("<h1>Welcome back</h1>"));
  } else if (path === "/accounts") html(response, accountsPage(Number(login)));
  else if (path.startsWith("/bills/")) html(response, billsPage(path.slice("/bills/".length)));
  else response.writeHead(200, { "content-type": "application/pdf" }).end(await billFile(path.split("/")[2] ?? ""));
  if (login !== null) answeredAt.set(login, performance.now());
}

const counts = (): Counts => ({
  pages,
  signIns: [...signIns.values()].reduce((sum, count) => sum + count, 0),
  signInsMost: Math.max(0, ...signIns.values()),
  wrongMost: Math.max(0, ...[...signIns].map(([login, count]) => (isWrong(Number(login)) ? count : 0))),
  perSecondMost: Math.max(...seen.map(({ seconds }) => mostWithin(seconds, 1))),
  perMinuteMost: Math.max(...seen.map(({ seconds }) => mostWithin(seconds, 60))),
  visitsPerMinuteMost: Math.max(...seen.map(({ visits }) => mostWithin(visits, 60))),
  restLeast,
});

const servers = seen.map((host) =>
  createServer((request, response) => {
    answer(host, request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  }),
);
await Promise.all(servers.map((server) => once(server.listen(0, "127.0.0.1"), "listening")));
// They listen on ports.
process.send?.({ ports: servers.map((server) => (server.address() as AddressInfo).port) });
process.on("message", () => process.send?.(counts()));
process.on("disconnect", () => process.exit(0));
