/**
 * The amount per day that the weather explains: a base plus an amount per heating and per cooling degree day, by least squares
 * weighted by days, with the balance point of published degree days (65 °F). The form of the models is that of CalTRACK 2.0, 3.2;
 * the solution is in closed form on centred values.
 */
import type { Weather } from "./billed-period.ts";

/** A period with an amount per day. */
export interface WeatherPoint {
  weather: Weather;
  days: number;
  perDay: number;
}

export interface WeatherFit {
  base: number;
  perHeating: number;
  perCooling: number;
  /** How much of the variation the weather explains, adjusted for the number of slopes. */
  adjustedR2: number;
}

/** The best fit whose slopes are all positive; null when the weather explains nothing. */
export function fitWeather(points: readonly WeatherPoint[]): WeatherFit | null {
  const weight = sumOf(points, ({ days }) => days);
  const mean = (of: (point: WeatherPoint) => number) => sumOf(points, (point) => point.days * of(point)) / weight;
  const means = { heating: mean(heatingOf), cooling: mean(coolingOf), perDay: mean(({ perDay }) => perDay) };
  let [hh, cc, hc, hy, cy, yy] = [0, 0, 0, 0, 0, 0];
  for (const { days, weather, perDay } of points) {
    const h = weather.heating - means.heating;
    const c = weather.cooling - means.cooling;
    const y = perDay - means.perDay;
    hh += days * h * h;
    cc += days * c * c;
    hc += days * h * c;
    hy += days * h * y;
    cy += days * c * y;
    yy += days * y * y;
  }
  if (!(yy > 0)) return null;
  const determinant = hh * cc - hc * hc;
  const candidates = [
    { perHeating: hy / hh, perCooling: 0, slopes: 1 },
    { perHeating: 0, perCooling: cy / cc, slopes: 1 },
    {
      perHeating: (hy * cc - cy * hc) / determinant,
      perCooling: (cy * hh - hy * hc) / determinant,
      slopes: 2,
    },
  ];
  let best: WeatherFit | null = null;
  for (const { perHeating, perCooling, slopes } of candidates) {
    const isUsable =
      (perHeating > 0 || (slopes === 1 && perHeating === 0)) && (perCooling > 0 || (slopes === 1 && perCooling === 0));
    if (!isUsable || !Number.isFinite(perHeating + perCooling) || perHeating + perCooling === 0) continue;
    const residual = yy - perHeating * hy - perCooling * cy;
    const adjustedR2 = 1 - ((residual / yy) * (points.length - 1)) / (points.length - slopes - 1);
    if (best !== null && best.adjustedR2 >= adjustedR2) continue;
    const base = means.perDay - perHeating * means.heating - perCooling * means.cooling;
    best = { base, perHeating, perCooling, adjustedR2 };
  }
  return best;
}

export const fittedAt = ({ base, perHeating, perCooling }: WeatherFit, { heating, cooling }: Weather): number =>
  base + perHeating * heating + perCooling * cooling;

const heatingOf = ({ weather }: WeatherPoint): number => weather.heating;
const coolingOf = ({ weather }: WeatherPoint): number => weather.cooling;

const sumOf = (points: readonly WeatherPoint[], of: (point: WeatherPoint) => number): number =>
  points.reduce((sum, point) => sum + of(point), 0);
