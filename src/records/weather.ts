/** Weather data: stations, and the highest and lowest temperature of each day. */
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
