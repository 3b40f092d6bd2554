/** Whether a part of an address is a day, such as 2026-01-31. */
export const isDay = (text: unknown): text is string =>
  typeof text === "string" && /^(19|20)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
