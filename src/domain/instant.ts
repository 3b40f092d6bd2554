/** Instants as the API and the database write them. */

/** Epoch milliseconds as an instant in UTC, such as `2026-03-14T09:36:53.589Z`. */
export const instantOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
