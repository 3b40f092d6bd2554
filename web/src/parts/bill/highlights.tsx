/** Which value of a bill is lit up: its line and its place on the page, whichever of the two is pointed at. */
import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from "react";

/** From where a value was lit: the other side scrolls to it. */
export type HighlightedBy = "page" | "lines";

interface Lit {
  key: string | null;
  by: HighlightedBy;
}

interface Highlights {
  subscribe(changed: () => void): () => void;
  lit(): Lit;
  highlight(key: string | null, by: HighlightedBy): void;
}

/** Outside React's state: pointing at a line renders that line and its place, not the page. */
function createHighlights(first: string | null): Highlights {
  // One that is lit from the beginning is scrolled to on both sides.
  let lit: Lit = { key: first, by: "page" };
  const listeners = new Set<() => void>();
  return {
    subscribe(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    lit: () => lit,
    highlight(key, by) {
      if (lit.key === key && lit.by === by) return;
      lit = { key, by };
      for (const changed of listeners) changed();
    },
  };
}

const Context = createContext<Highlights | null>(null);

/** @param first the key of the value that is lit from the beginning */
export function HighlightsProvider({ first, children }: { first: string | null; children: ReactNode }) {
  const [highlights] = useState(() => createHighlights(first));
  return <Context value={highlights}>{children}</Context>;
}

function useHighlights(): Highlights {
  const highlights = useContext(Context);
  if (highlights === null) throw new Error("a value is shown outside of HighlightsProvider");
  return highlights;
}

/** From where the value is lit; null while it is not. */
export function useHighlighted(key: string): HighlightedBy | null {
  const { subscribe, lit } = useHighlights();
  return useSyncExternalStore(subscribe, () => (lit().key === key ? lit().by : null));
}

export const useHighlight = (): Highlights["highlight"] => useHighlights().highlight;
