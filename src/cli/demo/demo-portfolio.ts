/** The second part of the demo: eight buildings of several kinds, with what their owner knows of them, and a login that is broken. */
import type { ApiCaller } from "../api-caller.ts";
import type { Journey } from "./journey.ts";

/** What was collected besides the first login. */
export interface Portfolio {
  properties: number;
  bills: number;
  /** From its first request to its last month. */
  seconds: number;
}

/** Of a building, as the sandbox gives it in `/portfolio.json`. */
interface Building {
  name: string;
  street: string;
  sq_ft: number;
  year_built: number;
  primary_use: string;
  property_use: object;
  weather_station: string;
  savings_start_date?: string;
  notes: object[];
}

/** Of the owner of the buildings. */
export const PORTFOLIO_USERNAME = "demo_portfolio";
/** The utility has locked this account: somebody must act. */
const BROKEN_USERNAME = "demo_locked";

type Collect = (journey: Journey) => Promise<{ progress: { bills_accepted: number } }>;

export async function collectPortfolio(journey: Journey, caller: ApiCaller, collect: Collect): Promise<Portfolio> {
  const { service, display, signal } = journey;
  const startedAt = performance.now();
  const { progress } = await collect({ ...journey, username: PORTFOLIO_USERNAME });
  display.begin("Adding what the owner knows of the buildings");
  const answer = await fetch(new URL("/portfolio.json", service.sandboxUrl ?? ""), { signal });
  const buildings = (await answer.json()) as Building[];
  const properties = await caller.get<{ id: number; street1: string | null }[]>("/properties");
  for (const building of buildings) {
    const property = properties.find(({ street1 }) => street1 === building.street);
    if (property !== undefined) await caller.send("PATCH", `/properties/${property.id}`, editOf(building));
  }
  await caller.send("POST", "/authorizations", {
    online_access_url: new URL("/clearwater-gas-water/", service.sandboxUrl ?? "").href,
    online_access_username: BROKEN_USERNAME,
    online_access_password: "sandbox",
  });
  display.done(`${buildings.length} buildings with floor areas, uses and notes, and a login that is locked`);
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { properties: buildings.length, bills: progress.bills_accepted, seconds };
}

function editOf({ name, sq_ft, year_built, primary_use, weather_station, ...known }: Building) {
  const { property_use, notes, savings_start_date } = known;
  const metadata = { property_use, notes, ...(savings_start_date === undefined ? {} : { savings_start_date }) };
  return { name, sq_ft, year_built, primary_use, weather_station_alpha_id: weather_station, metadata };
}
