/** Highest and lowest temperatures as they are read, one element at a time, until both of a day are there. */
import type { DayTemperature } from "../records/weather.ts";

/** Days of one station as a source names it. */
export interface StationDays {
  /** Id in the source: that of the archive, or of an airport. */
  station_id: string;
  days: DayTemperature[];
}

export type Element = "TMAX" | "TMIN";

/** No station of this earth has been colder or hotter; what is beyond is a mistake of the file. */
const COLDEST_F = -140;
const HOTTEST_F = 160;

export interface Collector {
  /** Whole degrees F; other values, those out of range and days that are none are left out. */
  add(stationId: string, day: string, element: Element, valueF: number): void;
  /** Days of which both are there, ascending. A lowest above the highest is a mistake: the day is left out. */
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

/** The archive keeps tenths of degrees C; the station had reported whole degrees F. Never -0. */
export const tenthsOfCelsiusToF = (tenths: number): number => Math.floor(tenths * 0.18 + 32.5);

export const isElement = (text: string): text is Element => text === "TMAX" || text === "TMIN";

/** Such as USW00094789: country, network, number. */
export const isArchiveId = (text: string): boolean => /^[A-Z]{2}[A-Z0-9][A-Z0-9_-]{8}$/.test(text);
