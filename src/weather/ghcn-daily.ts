/** Reads files of one station of the archive GHCN-Daily: its `.dly` with fixed columns, and its CSV without a header. */
import { isDay } from "../domain/calendar.ts";
import { cellsOf, linesOf } from "./csv.ts";
import { collectReadings, type Element, type StationDays } from "./readings.ts";

const MISSING = "-9999";

const isElement = (text: string): text is Element => text === "TMAX" || text === "TMIN";

/** The archive converts the station's whole degrees F to tenths of degrees C; this converts them back. Never -0. */
const tenthsOfCelsiusToF = (tenths: number): number => Math.floor(tenths * 0.18 + 32.5);

/** A line is a month of an element: id, year, month, element, then 31 times a value of five columns and three flags. */
export const looksLikeDly = (text: string): boolean => /^[A-Z]{2}\S{9}\d{6}[A-Z]{2}\S{2}[ -]/.test(text);

export function readDly(text: string): StationDays[] {
  const readings = collectReadings();
  for (const line of linesOf(text)) {
    const element = line.slice(17, 21);
    if (!isElement(element)) continue;
    for (let index = 0; index < 31; index++) {
      const at = 21 + 8 * index;
      const value = line.slice(at, at + 5).trim();
      // A flag in the second of three columns: the value failed a check of the archive.
      if (value === "" || value === MISSING || (line[at + 6] ?? " ") !== " ") continue;
      const day = `${line.slice(11, 15)}-${line.slice(15, 17)}-${String(index + 1).padStart(2, "0")}`;
      if (isDay(day)) readings.add(line.slice(0, 11), day, element, tenthsOfCelsiusToF(Number(value)));
    }
  }
  return readings.collected();
}

/** A line is a day of an element: id, YYYYMMDD, element, value, flag, flag of a failed check, source, time. */
export const looksLikeStationCsv = (text: string): boolean => /^"?[A-Z]{2}[A-Z0-9_-]{9}"?,"?\d{8}"?,"?[A-Z]/.test(text);

export function readStationCsv(text: string): StationDays[] {
  const readings = collectReadings();
  for (const line of linesOf(text)) {
    const [id = "", date = "", element = "", value = "", , failed = ""] = cellsOf(line);
    const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`;
    if (!isElement(element) || failed !== "" || value === "" || value === MISSING || !isDay(day)) continue;
    readings.add(id, day, element, tenthsOfCelsiusToF(Number(value)));
  }
  return readings.collected();
}
