/** Shows all lines of a group, or only the largest; it stays where it is, so that the keyboard goes on from it. */
import { Button, VisuallyHidden } from "@mantine/core";
import { number } from "./format.ts";
import { useCommon } from "../words/common.ts";

interface FoldButtonProps {
  fold: { isOpen: boolean; toggle: () => void };
  /** How many there are, and how many of them are the largest. */
  count: number;
  most: number;
  /** Of what, for those who do not see the heading beside it. */
  of: string;
}

export function FoldButton({ fold: { isOpen, toggle }, count, most, of }: FoldButtonProps) {
  const common = useCommon();
  return (
    <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={toggle} className="fold">
      {isOpen ? common("fold.largest", { lines: number(most) }) : common("fold.all", { lines: number(count) })}
      <VisuallyHidden>: {of}</VisuallyHidden>
    </Button>
  );
}
