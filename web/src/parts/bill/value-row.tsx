/** A value beside the page: pointing at it, or reaching it by keyboard, highlights its place, and pointing at its place highlights it. */
import { VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import type { PagePlace } from "@meterbook/client";
import { useBillWords } from "./bill.words.ts";
import { useHighlight, useHighlighted } from "./highlights.tsx";

interface Known {
  key: string;
  place: PagePlace | null;
}

/** What an element that stands for a value needs: whether it is highlighted, and what highlights it. */
export function useValueRow<Row extends HTMLElement>({ key, place }: Known) {
  const lit = useHighlighted(key);
  const highlight = useHighlight();
  const ref = useRef<Row>(null);
  useEffect(() => {
    if (lit === "page") ref.current?.scrollIntoView({ block: "nearest" });
  }, [lit]);
  const lightUp = () => highlight(key, "lines");
  return {
    ref,
    className: "value-row",
    "data-lit": lit === null || place === null ? undefined : true,
    // Moved, not entered: a page that opens below a resting pointer keeps what it was opened for.
    ...(place === null ? {} : { onMouseMove: lightUp, onFocus: lightUp }),
  };
}

/** The name of a value: a button where its place is known, for the keyboard and for touch. */
export function ValueName({
  known,
  onShow,
  children,
}: {
  known: Known;
  onShow?: (() => void) | undefined;
  children: ReactNode;
}) {
  const say = useBillWords();
  const highlight = useHighlight();
  if (known.place === null) return children;
  return (
    <button
      type="button"
      className="value-name"
      onClick={() => {
        highlight(known.key, "lines");
        onShow?.();
      }}
    >
      {children}
      <VisuallyHidden>, {say("place.show", { page: known.place.page })}</VisuallyHidden>
    </button>
  );
}
