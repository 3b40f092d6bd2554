/** Rules. */
export function RulesPage() {
  return null;
}
