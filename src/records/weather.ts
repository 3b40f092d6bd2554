/** What is known of the weather: stations, and the highest and lowest temperature of their days. */
import type { Day } from "./scalars.ts";

/** In whole degrees Fahrenheit, as stations of the United States report them. The day is one of local standard time. */
export interface DayTemperature {
  day: Day;
  high_f: number;
  low_f: number;
}

export interface WeatherStation {
  /** Four letters of an airport, such as KJFK; the id of the archive where there are none. */
  alpha_id: string;
  /** Its id in the archive of daily temperatures (GHCN-Daily), such as USW00094789; null when it has none. */
  ghcn_id: string | null;
  name: string;
  /** Null where nothing says where it stands. */
  latitude: number | null;
  longitude: number | null;
  /** Null in a state with two of them. */
  time_zone: string | null;
}
