/** Reads a weather file of any known kind, by a table of how to recognize and read each. */
import { gunzipSync } from "node:zlib";
import { looksLikeSummaryCsv, looksLikeSummaryJson, readSummaryCsv, readSummaryJson } from "./daily-summaries.ts";
import { looksLikeDly, looksLikeStationCsv, readDly, readStationCsv } from "./ghcn-daily.ts";
import type { StationDays, WeatherData } from "./readings.ts";
import { looksLikeStationList, readStationList } from "./station-list.ts";

export interface WeatherFile extends WeatherData {
  kind: string;
}

const KINDS: { kind: string; isIt: (text: string) => boolean; read: (text: string) => WeatherData }[] = [
  {
    kind: "list of stations (isd-history.csv)",
    isIt: looksLikeStationList,
    read: (text) => ({ stations: readStationList(text), temperatures: [] }),
  },
  { kind: "daily summaries (CSV)", isIt: looksLikeSummaryCsv, read: readSummaryCsv },
  { kind: "daily summaries (JSON)", isIt: looksLikeSummaryJson, read: readSummaryJson },
  {
    kind: "GHCN-Daily by station (CSV)",
    isIt: looksLikeStationCsv,
    read: (text) => namedByIds(readStationCsv(text)),
  },
  { kind: "GHCN-Daily (.dly)", isIt: looksLikeDly, read: (text) => namedByIds(readDly(text)) },
];

/** Files of the archive name a station only by its id. */
const namedByIds = (temperatures: StationDays[]): WeatherData => ({
  temperatures,
  stations: temperatures.map(({ station_id }) => ({
    alpha_id: station_id,
    ghcn_id: station_id,
    name: station_id,
    latitude: null,
    longitude: null,
    time_zone: null,
  })),
});

/** The names of the readable kinds, for messages. */
export const WEATHER_KINDS = KINDS.map(({ kind }) => kind);

/** Unpacked, the file of one station has a few megabytes; a larger one is not such a file. */
const UNPACKED_BYTES_MAX = 200_000_000;

/** Reads a file, packed (gzip) or not. Null also when it cannot be unpacked. */
export function readWeatherBytes(bytes: Uint8Array): WeatherFile | null {
  try {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const plain = isPacked ? gunzipSync(bytes, { maxOutputLength: UNPACKED_BYTES_MAX }) : bytes;
    return readWeatherFile(new TextDecoder().decode(plain));
  } catch (error) {
    // Broken or too large: a zlib error with a code.
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}

/** Null for a text of an unknown kind. */
export function readWeatherFile(text: string): WeatherFile | null {
  const body = text.replace(/^\uFEFF/, "");
  const found = KINDS.find(({ isIt }) => isIt(body));
  try {
    return found === undefined ? null : { kind: found.kind, ...found.read(body) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
