/**
 * Wakes open streams when their company has new changes, or when something under way there has moved. The database is asked once a
 * second for all streams of the process together, also at once when a company opens its first one,
 * and not at all while none is open. A stop of the service ends them.
 */
import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import type { Caller } from "../../records/caller.ts";
import { feedEnd, listChangedCompanies, type ChangePlace } from "../../store/events/changes.ts";
import { movedSince, readMovements, type Movement, type MovingType } from "../../store/events/movements.ts";

/** A page has one, and a person few pages. */
const OPEN_PER_CALLER = 6;
const OPEN_PER_COMPANY = 60;
const OPEN_PER_PROCESS = 500;
/** From so many open ones on, the others are reserved for companies with few, so that nine companies cannot take all. */
const SCARCE_FROM = 380;
/** Per company, when only the reserved ones are left. */
const OPEN_WHEN_SCARCE = 6;
const RETRY_SECONDS = 10;
const ASK_EVERY_MS = 1000;

export interface Wakeup {
  /** True after a change, once; also at the beginning. */
  takeChanged(): boolean;
  /** The kinds of records of which some moved since the last call. */
  takeMoved(): MovingType[];
  /** The service stops, or the reader has gone. */
  readonly isOver: boolean;
  /** Resolves at a change, at the end, or after this time. */
  wait(ms: number): Promise<void>;
  close(): void;
}

export interface ChangeWakeups {
  /** @throws Problem when the caller, the company or the process has too many open */
  open(caller: Caller): Wakeup;
}

interface Waiting {
  caller: Caller;
  /** No look was taken since it opened. */
  isNew: boolean;
  isChanged: boolean;
  moved: Set<MovingType>;
  isOver: boolean;
  wake: () => void;
}

/** Registered before the wait for open answers, so that a stop does not wait for streams, which never end by themselves. */
export function openChangeWakeups(server: FastifyInstance, { db, log }: Pick<App, "db" | "log">): ChangeWakeups {
  const open = new Set<Waiting>();
  let place: ChangePlace | null = null;
  let movements = new Map<number, Movement>();
  let timer: NodeJS.Timeout | null = null;
  let isAsking = false;
  let isStopping = false;

  async function ask(): Promise<void> {
    isAsking = true;
    try {
      const ids = [...new Set([...open].map(({ caller }) => caller.company_id))];
      const latest: ChangePlace = await feedEnd(db);
      const changed = new Set(place === null ? ids : await listChangedCompanies(db, ids, place));
      const before = movements;
      movements = await readMovements(db, ids);
      place = latest;
      for (const each of open) {
        const { company_id } = each.caller;
        const now = movements.get(company_id);
        // It opened after the companies were listed.
        if (now === undefined) continue;
        const moved = movedSince(before.get(company_id), now);
        for (const type of each.isNew ? [...moved, ...now.recent] : moved) each.moved.add(type);
        each.isNew = false;
        if (changed.has(company_id)) each.isChanged = true;
        if (each.isChanged || each.moved.size > 0) each.wake();
      }
    } catch (error) {
      log.warn({ err: error }, "the change feed could not be asked for streams");
    }
    isAsking = false;
    timer = open.size === 0 ? null : setTimeout(() => void ask(), ASK_EVERY_MS).unref();
    if (timer !== null) return;
    place = null;
    movements = new Map();
  }

  function end(waiting: Waiting): void {
    waiting.isOver = true;
    open.delete(waiting);
    waiting.wake();
  }

  server.addHook("preClose", (done) => {
    isStopping = true;
    for (const each of open) end(each);
    done();
  });

  return {
    open(caller) {
      refuseTooMany([...open], caller);
      const waiting: Waiting = {
        caller,
        isNew: true,
        isChanged: true,
        moved: new Set(),
        isOver: isStopping,
        wake: () => {},
      };
      open.add(waiting);
      if (!isAsking && !movements.has(caller.company_id)) {
        // With the first stream of a company the question follows at once: what moves after it is noticed.
        if (timer !== null) clearTimeout(timer);
        timer = setTimeout(() => void ask(), 0).unref();
      }
      return {
        takeChanged() {
          const { isChanged } = waiting;
          waiting.isChanged = false;
          return isChanged;
        },
        takeMoved() {
          const moved = [...waiting.moved];
          waiting.moved.clear();
          return moved;
        },
        get isOver() {
          return waiting.isOver;
        },
        async wait(ms) {
          if (waiting.isChanged || waiting.moved.size > 0 || waiting.isOver) return;
          const { promise, resolve } = Promise.withResolvers<void>();
          const limit = setTimeout(resolve, ms).unref();
          waiting.wake = resolve;
          await promise;
          clearTimeout(limit);
        },
        close: () => end(waiting),
      };
    },
  };
}

function refuseTooMany(open: readonly Waiting[], caller: Caller): void {
  const count = (isAlike: (other: Caller) => boolean) => open.filter((each) => isAlike(each.caller)).length;
  const ofCaller = count(
    ({ user_id, api_token_id }) => user_id === caller.user_id && api_token_id === caller.api_token_id,
  );
  const ofCompany = count(({ company_id }) => company_id === caller.company_id);
  if (ofCaller >= OPEN_PER_CALLER) throw tooMany("too-many-requests", `You have ${ofCaller} streams open already.`);
  if (ofCompany >= (open.length >= SCARCE_FROM ? OPEN_WHEN_SCARCE : OPEN_PER_COMPANY))
    throw tooMany("too-many-requests", `Your company has ${ofCompany} streams open already.`);
  if (open.length >= OPEN_PER_PROCESS)
    throw tooMany("unavailable", `This process has ${open.length} streams open already.`);
}

const tooMany = (slug: "too-many-requests" | "unavailable", what: string): Problem =>
  new Problem(slug, `${what} Close one first.`, { retryAfterSeconds: RETRY_SECONDS });
