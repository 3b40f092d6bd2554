/** The interface of all weather sources, and how they read the text at an address. */
import { USER_AGENT, type Outbound } from "../outbound/outbound.ts";
import type { Period } from "../records/scalars.ts";
import type { DayTemperature, WeatherStation } from "../records/weather.ts";

export interface WeatherSource {
  /** Stored with every temperature. */
  name: string;
  listStations(signal: AbortSignal): Promise<WeatherStation[]>;
  /** The days of the period that the source has, ascending; an empty list is not an error. */
  listDays(
    station: Pick<WeatherStation, "alpha_id" | "ghcn_id">,
    period: Period,
    signal: AbortSignal,
  ): Promise<DayTemperature[]>;
}

/** The source did not answer correctly. To be retried. */
export class WeatherError extends Error {
  override name = "WeatherError";
}

/** A list of all stations is the largest answer: 3 MB. */
const LIMITS = { timeoutMs: 60_000, maxBytes: 20_000_000 };

/** The text at an address of the source. @throws WeatherError, OutboundError */
export async function readText(
  outbound: Pick<Outbound, "fetch">,
  url: URL,
  accept: string,
  signal: AbortSignal,
): Promise<string> {
  const headers = { accept, "user-agent": USER_AGENT };
  const { status, bytes } = await outbound.fetch(url, { ...LIMITS, headers, signal });
  if (status !== 200) throw new WeatherError(`${url.host} answered ${status} to a request for weather.`);
  return new TextDecoder().decode(bytes);
}
