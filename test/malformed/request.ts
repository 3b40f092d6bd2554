/** A request as it goes out: nothing in it is checked, that is the point. */

export interface HttpRequest {
  method: string;
  url: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string | null;
}
