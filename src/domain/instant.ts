/** Instants as the API and the database write them, and lengths of time in milliseconds. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Epoch milliseconds as an instant in UTC, such as `2026-03-14T09:36:53.589Z`. */
export const instantOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
