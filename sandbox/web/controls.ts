/** What can be done to the sandbox itself while it runs, from this machine alone: faults and the clock. */
import { FAULTS, SESSION_REQUESTS, isFault } from "./faults.ts";
import type { FaultOrder, Faults } from "./faults.ts";
import { json, readJson, redirect } from "./http.ts";
import type { Ask, Reply } from "./http.ts";
import { UTILITIES } from "./portal.ts";
import { addDays } from "../world/days.ts";
import type { World } from "../world/world.ts";

/** What was sent, as JSON or by a form of the sandbox's page. */
function sentIn(ask: Ask): Record<string, unknown> {
  if (ask.headers.get("content-type")?.startsWith("application/json")) return readJson(ask);
  return Object.fromEntries([...ask.form].map(([name, value]) => [name, value === "" ? null : value]));
}

/** A program elsewhere, and a page of another site in a browser here, may not change anything. */
function isAllowed({ isLocal, headers, origin }: Ask): boolean {
  const from = headers.get("origin");
  return isLocal && (from === null || from === origin);
}

/** A form of the sandbox's page leads back to it, a program gets the new state. */
const done = (ask: Ask, state: unknown): Reply =>
  ask.headers.get("content-type")?.startsWith("application/json")
    ? json(200, state)
    : { ...redirect("/"), status: 303 };

const refused = (): Reply => json(403, { error: "only programs on this machine may change the sandbox" });

const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 ? number : undefined;
};

export const faultsNow = (faults: Faults) =>
  Object.fromEntries(
    UTILITIES.map(({ slug }) => {
      const order = faults.of(slug);
      return [slug, order === null ? null : orderAsJson(order)];
    }),
  );

const orderAsJson = ({ fault, after, times, retryAfterSeconds }: FaultOrder) => ({
  fault,
  after,
  times,
  retry_after_seconds: retryAfterSeconds,
});

const RETRY_AFTER_SECONDS = 30;

/** `{utility, fault, after?, times?, retry_after_seconds?}`; a fault of null ends it. */
export function setFault(faults: Faults, ask: Ask): Reply {
  if (!isAllowed(ask)) return refused();
  const sent = sentIn(ask);
  const utility = UTILITIES.find(({ slug }) => slug === sent["utility"])?.slug;
  if (utility === undefined) {
    return json(400, { error: `utility is one of ${UTILITIES.map(({ slug }) => slug).join(", ")}` });
  }
  const { fault } = sent;
  if (fault === null) faults.set(utility, null);
  else if (typeof fault === "string" && isFault(fault)) {
    faults.set(utility, {
      fault,
      after: wholeNumber(sent["after"]) ?? (fault === "session_lost" ? SESSION_REQUESTS : 0),
      times: wholeNumber(sent["times"]) ?? null,
      retryAfterSeconds: wholeNumber(sent["retry_after_seconds"]) ?? RETRY_AFTER_SECONDS,
    });
  } else return json(400, { error: `fault is null or one of ${Object.keys(FAULTS).join(", ")}` });
  return done(ask, faultsNow(faults));
}

export const clockNow = ({ firstDay, lastDay }: World) => ({ first_day: firstDay, day: lastDay });

const DAYS_MAX = 3700;

/** `{day: "2026-12-31"}` or `{days: 31}`. */
export function setClock(world: World, ask: Ask): Reply {
  if (!isAllowed(ask)) return refused();
  const sent = sentIn(ask);
  const days = wholeNumber(sent["days"]);
  const day = typeof sent["day"] === "string" ? sent["day"] : undefined;
  if (day === undefined && (days === undefined || days > DAYS_MAX)) {
    return json(400, { error: `day is a day such as 2026-12-31, or days a number up to ${DAYS_MAX}` });
  }
  try {
    world.moveTo(day ?? addDays(world.lastDay, days ?? 0));
  } catch (error) {
    if (error instanceof RangeError) return json(400, { error: error.message });
    throw error;
  }
  return done(ask, clockNow(world));
}
