/** Finds days as portals write them. */

export const DAYS = [
  /\d{4}-\d\d-\d\d/,
  /\d{1,2}\/\d{1,2}\/\d{4}/,
  /\d{1,2}\/\d{1,2}\/\d\d/,
  /[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}/,
  /\d{1,2} [A-Z][a-z]{2,8} \d{4}/,
  /\d\d-\d\d-\d{4}/,
  /[A-Z][a-z]{2,8}-\d{1,2}-\d{4}/,
  /\d{1,2}-[A-Z][a-z]{2,8}-\d{4}/,
];
/** The first form that the text has; null without a day. */
export const dayIn = (text: string): string | null => DAYS.map((form) => form.exec(text)?.[0]).find(Boolean) ?? null;
