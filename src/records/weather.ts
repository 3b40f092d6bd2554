/** Weather stations, and the highest and lowest temperature of each day. */
import { z } from "zod";
import type { Day } from "./scalars.ts";

/** In whole degrees Fahrenheit, as stations of the United States report them. Days are in local standard time. */
export interface DayTemperature {
  day: Day;
  high_f: number;
  low_f: number;
}

export interface WeatherStation {
  /** The four-letter airport code, such as KJFK; otherwise the archive's id. */
  alpha_id: string;
  /** Its id in the archive of daily temperatures (GHCN-Daily), such as USW00094789; null when it has none. */
  ghcn_id: string | null;
  name: string;
  /** Null when the location is not known. */
  latitude: number | null;
  longitude: number | null;
  /** Null in a state with two time zones. */
  time_zone: string | null;
}

/** A station as the API lists it, by its distance from a place. */
export const NearbyStation = z
  .object({
    svc_object_type: z.literal("WeatherStation"),
    weather_station_alpha_id: z.string().meta({ example: "KSPI" }),
    name: z.string().meta({ example: "ABRAHAM LINCOLN CAPITAL AIRPORT, IL" }),
    latitude: z.number().meta({ example: 39.845 }),
    longitude: z.number().meta({ example: -89.684 }),
    time_zone: z
      .string()
      .nullable()
      .meta({ description: "Null in a state with two time zones.", example: "America/Chicago" }),
    distance_km: z.number().meta({ description: "Distance from the requested location.", example: 5.1 }),
  })
  .meta({ id: "WeatherStation", description: "A station of the public weather archive; it belongs to no company." });
