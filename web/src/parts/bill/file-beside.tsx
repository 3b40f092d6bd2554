/** The file of a bill beside what was read from it; on a narrow page one of the two, as tabs. */
import { Tabs } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState, type ReactNode } from "react";
import { useBillWords } from "./bill.words.ts";
import { HighlightsProvider } from "./highlights.tsx";
import "./file-beside.css";

type Side = "file" | "lines";

interface FileBesideProps {
  /** The value that is lit from the beginning, by its key. */
  first?: string | undefined;
  /** Each gets the way to turn to the other side. */
  file: (turn: () => void) => ReactNode;
  lines: (turn: () => void) => ReactNode;
}

/** Two columns of a readable width. */
const WIDE = "(min-width: 75em)";

export function FileBeside({ first, file, lines }: FileBesideProps) {
  const say = useBillWords();
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const [side, setSide] = useState<Side>(first === undefined ? "lines" : "file");
  return (
    <HighlightsProvider first={first ?? null}>
      {isWide ? (
        <div className="beside">
          <div className="beside-file">{file(() => {})}</div>
          <div className="beside-lines">{lines(() => {})}</div>
        </div>
      ) : (
        <Tabs value={side} onChange={(value) => setSide(value === "file" ? "file" : "lines")} keepMounted>
          <Tabs.List grow>
            <Tabs.Tab value="lines">{say("tab.lines")}</Tabs.Tab>
            <Tabs.Tab value="file">{say("tab.file")}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="lines" pt="sm">
            <div className="beside-lines">{lines(() => setSide("file"))}</div>
          </Tabs.Panel>
          <Tabs.Panel value="file" pt="sm" className="beside-tab">
            {file(() => setSide("lines"))}
          </Tabs.Panel>
        </Tabs>
      )}
    </HighlightsProvider>
  );
}
