/** Distances on the earth, and the weather station nearest to a place. */

export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** Mean radius of the earth. */
const EARTH_KM = 6371.0088;

/** By the haversine formula: accurate at any distance to half a percent, the flattening of the earth. */
export function distanceKm(from: Coordinates, to: Coordinates): number {
  const [north, east] = [radians(to.latitude - from.latitude), radians(to.longitude - from.longitude)];
  const shrink = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude));
  const half = Math.sin(north / 2) ** 2 + shrink * Math.sin(east / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** The nearest first, with their distances. Equal distances keep the given order. */
export function byDistance<S extends Coordinates>(
  stations: readonly S[],
  place: Coordinates,
): { station: S; km: number }[] {
  return stations.map((station) => ({ station, km: distanceKm(place, station) })).sort((a, b) => a.km - b.km);
}

/** A station farther away is not chosen automatically (CalTRACK 2.4 flags it). */
export const NEAR_KM = 200;

/** Places that differ by more degrees of latitude are farther away than NEAR_KM. */
const NEAR_DEGREES = (NEAR_KM / EARTH_KM) * (180 / Math.PI);

/** The nearest station that is near enough to be chosen automatically. */
export function nearestStation<S extends Coordinates>(stations: readonly S[], place: Coordinates): S | null {
  // Excludes most stations cheaply by latitude: thousands of properties may be matched at once.
  const near = stations.filter(({ latitude }) => Math.abs(latitude - place.latitude) <= NEAR_DEGREES);
  const [nearest] = byDistance(near, place);
  return nearest !== undefined && nearest.km <= NEAR_KM ? nearest.station : null;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
