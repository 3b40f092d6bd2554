/** Where weather comes from: one interface, whatever is behind it. */
import type { Outbound } from "../outbound/outbound.ts";
import type { Period } from "../records/scalars.ts";
import type { DayTemperature, WeatherStation } from "../records/weather.ts";

export interface WeatherSource {
  /** A word that is kept with every temperature. */
  name: string;
  listStations(signal: AbortSignal): Promise<WeatherStation[]>;
  /** Days of the period that the source has, ascending; none is no fault. */
  listDays(
    station: Pick<WeatherStation, "alpha_id" | "ghcn_id">,
    period: Period,
    signal: AbortSignal,
  ): Promise<DayTemperature[]>;
}

/** The source did not answer as it should. To be tried again. */
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
  const headers = { accept, "user-agent": "Meterbook/0.1" };
  const { status, bytes } = await outbound.fetch(url, { ...LIMITS, headers, signal });
  if (status !== 200) throw new WeatherError(`${url.host} answered ${status} to a question for the weather.`);
  return new TextDecoder().decode(bytes);
}
