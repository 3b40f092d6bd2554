/** What is called otherwise of a permission than of a login. */
import type { Authorization } from "@meterbook/client";
import { useConnectionWords } from "./connections.words.ts";
import { usePermissionWords } from "./permission.words.ts";

type AccessWord = "act.again" | "act.remove" | "remove.title" | "remove.ends" | "step.name.signedIn";

export function useAccessWords(access: Authorization["access"]): (word: AccessWord) => string {
  const say = useConnectionWords();
  const sayPermission = usePermissionWords();
  return (word) => (access === "green_button" ? sayPermission(word) : say(word));
}
