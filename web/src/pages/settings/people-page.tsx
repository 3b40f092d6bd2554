/** People. */
export function PeoplePage() {
  return null;
}
