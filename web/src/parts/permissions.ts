/** What the signed-in user may do: who only reads sees no button that changes something. The service refuses it all the same. */
import { useMe } from "../data/session.ts";

/** `edit`: change records. `own`: manage the company and its people. */
export function useMay(what: "edit" | "own"): boolean {
  const { role, company_role } = useMe();
  if (role === "admin" || company_role === "owner") return true;
  return what === "edit" && company_role === "editor";
}
