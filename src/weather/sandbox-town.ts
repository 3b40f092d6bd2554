/** The weather of the sandbox's town, which its bills follow. The town is made up, so its station stands nowhere. */
import type { Outbound } from "../outbound/outbound.ts";
import { readWeatherFile } from "./read-file.ts";
import { readText, WeatherError, type WeatherSource } from "./source.ts";

/** The id that the sandbox gives its station. */
export const SANDBOX_STATION = "SANDBOX";

export function createSandboxTown({
  outbound,
  url,
}: {
  outbound: Pick<Outbound, "fetch">;
  url: string;
}): WeatherSource {
  const readTown = async (signal: AbortSignal) => {
    const file = readWeatherFile(await readText(outbound, new URL("/weather.csv", url), "text/csv", signal));
    if (file === null) throw new WeatherError("The weather of the sandbox cannot be read.");
    return file;
  };
  return {
    name: "sandbox",
    listStations: async (signal) => (await readTown(signal)).stations,
    async listDays({ alpha_id }, { start_date, end_date }, signal) {
      const { temperatures } = await readTown(signal);
      const days = temperatures.find(({ station_id }) => station_id === alpha_id)?.days ?? [];
      return days.filter(({ day }) => day >= start_date && day < end_date);
    },
  };
}
