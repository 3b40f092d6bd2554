/** Which value of a bill is lit up: its line and its place on the page, whichever of the two is pointed at. */
import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from "react";

/** From where a value was lit: the other side scrolls to it. */
export type LitBy = "page" | "lines";

interface Lit {
  key: string | null;
  by: LitBy;
}

interface Lights {
  subscribe(changed: () => void): () => void;
  lit(): Lit;
  light(key: string | null, by: LitBy): void;
}

/** Outside React's state: pointing at a line renders that line and its place, not the page. */
function createLights(first: string | null): Lights {
  // One that is lit from the beginning is scrolled to on both sides.
  let lit: Lit = { key: first, by: "page" };
  const listeners = new Set<() => void>();
  return {
    subscribe(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    lit: () => lit,
    light(key, by) {
      if (lit.key === key && lit.by === by) return;
      lit = { key, by };
      for (const changed of listeners) changed();
    },
  };
}

const Context = createContext<Lights | null>(null);

/** @param first the key of the value that is lit from the beginning */
export function LightsProvider({ first, children }: { first: string | null; children: ReactNode }) {
  const [lights] = useState(() => createLights(first));
  return <Context value={lights}>{children}</Context>;
}

function useLights(): Lights {
  const lights = useContext(Context);
  if (lights === null) throw new Error("a value is shown outside of LightsProvider");
  return lights;
}

/** From where the value is lit; null while it is not. */
export function useLit(key: string): LitBy | null {
  const { subscribe, lit } = useLights();
  return useSyncExternalStore(subscribe, () => (lit().key === key ? lit().by : null));
}

export const useLight = (): Lights["light"] => useLights().light;
