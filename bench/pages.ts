/** How long the pages of a list take, at its beginning and deep in it: what several benches measure. */
import type { Member } from "../test/app.ts";
import { median } from "./timing.ts";

const TURNS = 7;

type Caller = Pick<Member, "send">;

/** A page of a hundred at the beginning, one that is eighty thousand rows on or at the end, and a page of a thousand. `path` has a query. */
export async function timesOfPages(caller: Caller, path: string): Promise<string> {
  const first = await timeOf(caller, `${path}&limit=100`);
  const deep = await timeOf(caller, await deepPageOf(caller, path));
  const long = await timeOf(caller, `${path}&limit=1000`);
  return `page of 100 ${first}, deep ${deep}, page of 1000 ${long}`;
}

async function timeOf(caller: Caller, path: string): Promise<string> {
  const times: number[] = [];
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const began = performance.now();
    await send(caller, path);
    // The first plans the statement.
    if (turn > 0) times.push(performance.now() - began);
  }
  return `${Math.min(...times).toFixed(0)} ms (median ${median(times).toFixed(0)})`;
}

/** By pages of the largest size, so that few requests reach it. */
async function deepPageOf(caller: Caller, path: string): Promise<string> {
  let page = `${path}&limit=1000`;
  for (let number = 0; number < PAGES_DEEP; number += 1) {
    const { link } = (await send(caller, page)).headers;
    const next = /<[^>]*\/v1\/([^>]*)>/.exec(String(link))?.[1];
    if (next === undefined) break;
    page = `/v1/${next}`;
  }
  return page.replace("limit=1000", "limit=100");
}

const PAGES_DEEP = 80;

async function send(caller: Caller, path: string) {
  const answer = await caller.send("GET", path);
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
  return answer;
}
