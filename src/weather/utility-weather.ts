/** Reads weather that utilities publish themselves: the registry of utilities names the station and the file of its temperatures. */
import type { Outbound } from "../outbound/outbound.ts";
import { readWeatherFile } from "./read-file.ts";
import { readText, WeatherError, type WeatherSource } from "./source.ts";

/** A source for the properties without coordinates that one of its utilities serves. */
export interface UtilityWeather extends WeatherSource {
  /** The station. */
  alpha_id: string;
  /** Keys of the utilities. */
  utilities: string[];
}

/** An entry of the registry, with the weather that the utility publishes. */
interface Utility {
  key: string;
  weather?: { station: string; url: string };
}

/** One source for each station of a file, whatever number of utilities names it. */
export function createUtilityWeather(
  outbound: Pick<Outbound, "fetch">,
  registry: readonly Utility[],
): UtilityWeather[] {
  const publishing = registry.flatMap(({ key, weather }) => (weather === undefined ? [] : [{ key, ...weather }]));
  return [...Map.groupBy(publishing, ({ station, url }) => `${station} ${url}`).values()].flatMap(
    ([first, ...others]) =>
      first === undefined
        ? []
        : {
            alpha_id: first.station,
            utilities: [first, ...others].map(({ key }) => key),
            ...createFileSource(outbound, first.url),
          },
  );
}

function createFileSource(outbound: Pick<Outbound, "fetch">, url: string): WeatherSource {
  const read = async (signal: AbortSignal) => {
    const file = readWeatherFile(await readText(outbound, new URL(url), "text/csv", signal));
    if (file === null) throw new WeatherError("The weather of a utility cannot be read.");
    return file;
  };
  return {
    name: "utility",
    listStations: async (signal) => (await read(signal)).stations,
    async listDays({ alpha_id }, { start_date, end_date }, signal) {
      const { temperatures } = await read(signal);
      const days = temperatures.find(({ station_id }) => station_id === alpha_id)?.days ?? [];
      return days.filter(({ day }) => day >= start_date && day < end_date);
    },
  };
}
