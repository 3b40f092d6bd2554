/** WeatherStation: a source of the temperatures for degree days. */
import { z } from "zod";

export const WeatherStation = z
  .object({
    svc_object_type: z.literal("WeatherStation"),
    weather_station_alpha_id: z.string().meta({ example: "KSPI" }),
    name: z.string().meta({ example: "ABRAHAM LINCOLN CAPITAL AIRPORT, IL" }),
    latitude: z.number().meta({ example: 39.845 }),
    longitude: z.number().meta({ example: -89.684 }),
    time_zone: z
      .string()
      .nullable()
      .meta({ description: "Null in a state with two time zones.", example: "America/Chicago" }),
    distance_km: z.number().meta({ description: "Distance from the requested location.", example: 5.1 }),
  })
  .meta({ id: "WeatherStation", description: "A station of the public weather archive; it belongs to no company." });
export type WeatherStation = z.infer<typeof WeatherStation>;
