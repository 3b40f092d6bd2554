/** The code of an error of the system or of PostgreSQL, such as `ENOENT` or `57P03`; undefined when it has none. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
