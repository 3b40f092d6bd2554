/** Collects highest and lowest temperatures, read one element at a time, until both of a day are known. */
import type { DayTemperature, WeatherStation } from "../records/weather.ts";

/** Days of one station, by its id in the source. */
export interface StationDays {
  /** Id in the source: that of the archive, or of an airport. */
  station_id: string;
  days: DayTemperature[];
}

/** The content of a weather file. */
export interface WeatherData {
  stations: WeatherStation[];
  temperatures: StationDays[];
}

export type Element = "TMAX" | "TMIN";

/** Beyond the range of any station on earth; such values are errors in the file. */
const COLDEST_F = -140;
const HOTTEST_F = 160;

export interface Collector {
  /** Whole degrees F; other values, values out of range and invalid days are left out. */
  add(stationId: string, day: string, element: Element, valueF: number): void;
  /** Days with both values, ascending. A day whose lowest is above its highest is left out as an error. */
  collected(): StationDays[];
}

export function collectReadings(): Collector {
  const stations = new Map<string, Map<string, Partial<Record<Element, number>>>>();
  return {
    add(stationId, day, element, valueF) {
      if (!Number.isInteger(valueF) || valueF < COLDEST_F || valueF > HOTTEST_F) return;
      const days = stations.get(stationId) ?? new Map<string, Partial<Record<Element, number>>>();
      days.set(day, { ...days.get(day), [element]: valueF });
      stations.set(stationId, days);
    },
    collected: () =>
      [...stations].map(([station_id, days]) => ({
        station_id,
        days: [...days]
          .flatMap(([day, { TMAX: high_f, TMIN: low_f }]) =>
            high_f === undefined || low_f === undefined || low_f > high_f ? [] : [{ day, high_f, low_f }],
          )
          .sort((a, b) => (a.day < b.day ? -1 : 1)),
      })),
  };
}
