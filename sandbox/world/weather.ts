/** The daily temperatures of the sandbox's town: one seeded series that drives every meter there. */
import { addDays, dayNumber } from "./days.ts";
import { LATEST_LAST_DAY } from "./last-day.ts";
import { createRandom } from "./random.ts";

const FIRST_DAY = "2023-09-01";

/** Whole degrees F; the mean is exactly between the highest and the lowest. */
export interface DayWeather {
  day: string;
  highF: number;
  meanF: number;
  lowF: number;
}

/** Mean of each month in degrees F, January first: the shape of a mid-continental climate, made up for the sandbox. */
const MONTH_MEANS_F = [27, 32, 43, 54, 64, 73, 76, 75, 67, 55, 43, 32];

/** The mean for a day of the year, interpolated linearly between the middles of two months. */
function normalF(day: string): number {
  const month = Number(day.slice(5, 7)) - 1;
  const offset = (Number(day.slice(8, 10)) - 15) / 30;
  const here = MONTH_MEANS_F[month] ?? 0;
  const beside = MONTH_MEANS_F[(month + (offset < 0 ? 11 : 1)) % 12] ?? 0;
  return here + (beside - here) * Math.min(1, Math.abs(offset));
}

function drawSeries(): DayWeather[] {
  const random = createRandom("temperature of the sandbox's town");
  const series: DayWeather[] = [];
  let departure = 0;
  for (let day = FIRST_DAY; day <= LATEST_LAST_DAY; day = addDays(day, 1)) {
    const push = random() + random() + random() - 1.5;
    departure = departure * 0.72 + push * 9;
    const meanF = Math.round(normalF(day) + departure);
    const halfRange = 6 + Math.floor(random() * 7);
    series.push({ day, highF: meanF + halfRange, meanF, lowF: meanF - halfRange });
  }
  return series;
}

/** Drawn once for all worlds: the weather of a day is the same in each, and a season where it belongs. */
const WEATHER: readonly DayWeather[] = drawSeries();

/** Every day up to and including the last, oldest first. */
export const weatherUntil = (lastDay: string): readonly DayWeather[] =>
  WEATHER.slice(0, dayNumber(lastDay) - dayNumber(FIRST_DAY) + 1);

/** From the start up to and not including the end, a day each. @throws RangeError outside of the series. */
export function weatherBetween(start: string, end: string): readonly DayWeather[] {
  const [from, to] = [start, end].map((day) => dayNumber(day) - dayNumber(FIRST_DAY));
  if (from === undefined || to === undefined || from < 0 || to > WEATHER.length)
    throw new RangeError(`no weather from ${start} to ${end}`);
  return WEATHER.slice(from, to);
}
