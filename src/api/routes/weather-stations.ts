/** Weather stations: those nearest to a place. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { byDistance, type Coordinates } from "../../domain/nearest-station.ts";
import { NearbyStation } from "../../records/weather.ts";
import { listStationPlaces } from "../../store/weather/weather-stations.ts";
import { placeOfZip } from "../../weather/zip-places.ts";
import type { Server } from "../schemas.ts";

const NEAREST = 10;

const FORM = "This must be a latitude and a longitude in degrees, such as 39.8,-89.65, or a ZIP, such as 62701.";
const PlaceText = z
  .string()
  .max(50)
  .transform((text, context): Coordinates | { zip: string } => {
    const zip = /^(\d{5})(?:-?\d{4})?$/.exec(text)?.[1];
    if (zip !== undefined) return { zip };
    const [, latitude = Number.NaN, longitude = Number.NaN] =
      /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text)?.map(Number) ?? [];
    if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
    context.addIssue({ code: "custom", message: FORM });
    return z.NEVER;
  })
  .meta({
    type: "string",
    pattern: String.raw`^(\d{5}(-?\d{4})?|-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?)$`,
    description: "Latitude and longitude of the place, in degrees, or its ZIP.",
    example: "39.8,-89.65",
  });

export function weatherStationRoutes(server: Server, app: App): void {
  server.get(
    "/weather_stations",
    {
      schema: {
        operationId: "listWeatherStations",
        summary: "The weather stations nearest to a place",
        description: `The nearest ${NEAREST}, nearest first. A property with known coordinates or a ZIP uses the first of them automatically if it is within 200 km. Empty for a ZIP that has no area, such as one for post boxes only.`,
        tags: ["Properties"],
        querystring: z.strictObject({ near: PlaceText }),
        response: { 200: z.array(NearbyStation) },
      },
    },
    async (request) => {
      const { near } = request.query;
      const place = "zip" in near ? await placeOfZip(near.zip) : near;
      const nearest = place === null ? [] : byDistance(await listStationPlaces(app.db), place).slice(0, NEAREST);
      return nearest.map(({ station: { alpha_id, ...station }, km }) => ({
        svc_object_type: "WeatherStation" as const,
        weather_station_alpha_id: alpha_id,
        ...station,
        distance_km: Math.round(km * 10) / 10,
      }));
    },
  );
}
