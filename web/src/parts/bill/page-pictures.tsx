/** The pages of a file as pictures, with a box at the place of each value: one that is lit scrolls into view. */
import { ActionIcon, Anchor, Group, Stack, Text } from "@mantine/core";
import { useIntersection } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { MeterbookError } from "@meterbook/client";
import { pageQuery, type PagePicture } from "../../data/documents.ts";
import { messageOf } from "../../data/meterbook.ts";
import { Icon } from "../icons.tsx";
import { Failed, Loading } from "../page.tsx";
import { useFindingSentence } from "./finding-sentence.ts";
import { useBillWords } from "./bill.words.ts";
import { useHighlight, useHighlighted } from "./highlights.tsx";
import type { Mark } from "./shown-bill.ts";
import "./page-pictures.css";

interface PagePicturesProps {
  document: { id: number; name: string; expiring_link: string };
  marks: Mark[];
  /** A place was clicked. */
  onChoose?: (key: string) => void;
}

const ZOOMS = [1, 1.5, 2, 3];
/** Beside the letters, in points. */
const MARGIN = 2;

export function PagePictures({ document: { id, name, expiring_link }, marks, onChoose }: PagePicturesProps) {
  const say = useBillWords();
  const first = useQuery(pageQuery(id, 1));
  const [zoom, setZoom] = useState(0);
  const ordered = marks.toSorted(byPlace);
  const walk = useWalk(ordered);
  const width = `${(ZOOMS[zoom] ?? 1) * 100}%`;
  return (
    <Stack gap="xs" h="100%">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" truncate title={name}>
          {name}
        </Text>
        <Group gap={6} wrap="nowrap">
          <ActionIcon
            variant="default"
            aria-label={say("page.smaller")}
            disabled={zoom === 0}
            onClick={() => setZoom(zoom - 1)}
          >
            <span aria-hidden>−</span>
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={say("page.larger")}
            disabled={zoom === ZOOMS.length - 1}
            onClick={() => setZoom(zoom + 1)}
          >
            <span aria-hidden>+</span>
          </ActionIcon>
          <Anchor href={expiring_link} target="_blank" rel="noopener" size="sm" style={{ whiteSpace: "nowrap" }}>
            {say("page.open")}
          </Anchor>
        </Group>
      </Group>
      {first.isError ? (
        <NoPicture error={first.error} retry={() => void first.refetch()} />
      ) : (
        <div className="pages" role="region" aria-label={say("page.all", { name })} tabIndex={0} onKeyDown={walk}>
          {Array.from({ length: first.data?.count ?? 1 }, (_, at) => at + 1).map((page) => (
            <Page
              key={page}
              id={id}
              page={page}
              count={first.data?.count ?? 1}
              like={first.data}
              width={width}
              marks={ordered.filter(({ place }) => place.page === page)}
              onChoose={onChoose}
            />
          ))}
        </div>
      )}
    </Stack>
  );
}

const byPlace = ({ place: one }: Mark, { place: other }: Mark): number =>
  one.page - other.page || (one.box[1] ?? 0) - (other.box[1] ?? 0) || (one.box[0] ?? 0) - (other.box[0] ?? 0);

/** In the frame of the pages, the arrows to the left and right go from value to value. */
function useWalk(marks: Mark[]) {
  const highlight = useHighlight();
  const at = useRef(-1);
  return (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || marks.length === 0) return;
    event.preventDefault();
    at.current = (at.current + step + marks.length) % marks.length;
    highlight(marks[at.current]?.key ?? null, "page");
  };
}

/** A file without pages says so; anything else can be tried again. */
function NoPicture({ error, retry }: { error: unknown; retry: () => void }) {
  const say = useBillWords();
  const sentence = useFindingSentence();
  if (!(error instanceof MeterbookError) || error.slug !== "conflict") return <Failed error={error} retry={retry} />;
  // The refusal is a finding of the reader: its name and its sentence.
  const [, name, detail = ""] = /^(\w+): (.*)$/.exec(error.detail ?? "") ?? [];
  return (
    <Stack className="paper" p="lg" gap="xs">
      <Group gap="xs">
        <Icon name="info" />
        <Text fw={600}>{say("page.none")}</Text>
      </Group>
      <Text c="dimmed">{name === undefined ? messageOf(error) : sentence({ name, detail })}</Text>
    </Stack>
  );
}

interface PageProps {
  id: number;
  page: number;
  count: number;
  /** The first page, whose size others have as a rule. */
  like: PagePicture | undefined;
  width: string;
  marks: Mark[];
  onChoose: ((key: string) => void) | undefined;
}

function Page({ id, page, count, like, width, marks, onChoose }: PageProps) {
  const say = useBillWords();
  const { ref, entry } = useIntersection({ rootMargin: "400px" });
  const [isSeen, setSeen] = useState(page === 1);
  if (!isSeen && entry?.isIntersecting === true) setSeen(true);
  const picture = useQuery({ ...pageQuery(id, page), enabled: isSeen });
  const size = picture.data ?? like;
  const style = { width, aspectRatio: size === undefined ? "612 / 792" : `${size.width} / ${size.height}` };
  return (
    <div className="page-picture" ref={ref} style={style}>
      {picture.isError ? <Failed error={picture.error} retry={() => void picture.refetch()} /> : null}
      {picture.data === undefined ? (
        picture.isError ? null : (
          <Loading height={300} />
        )
      ) : (
        <Drawn picture={picture.data.picture} alt={say("page.one", { page, count })} />
      )}
      {size === undefined
        ? null
        : marks.map((mark) => <MarkBox key={mark.key} mark={mark} size={size} onChoose={onChoose} />)}
    </div>
  );
}

function Drawn({ picture, alt }: { picture: Blob; alt: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url === undefined ? null : <img src={url} alt={alt} draggable={false} />;
}

function MarkBox({
  mark: { key, place, label, tone },
  size,
  onChoose,
}: {
  mark: Mark;
  size: Pick<PagePicture, "width" | "height">;
  onChoose: ((key: string) => void) | undefined;
}) {
  const lit = useHighlighted(key);
  const highlight = useHighlight();
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (lit !== null) ref.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [lit]);
  const [left = 0, top = 0, right = 0, bottom = 0] = place.box;
  const percent = (length: number, of: number) => `${(length / of) * 100}%`;
  return (
    <button
      type="button"
      ref={ref}
      className="mark"
      // The lines beside the page are the way for the keyboard, and the arrows in the frame.
      tabIndex={-1}
      aria-label={label}
      title={label}
      data-tone={tone}
      data-lit={lit === null ? undefined : true}
      style={{
        left: percent(left - MARGIN, size.width),
        top: percent(top - MARGIN, size.height),
        width: percent(right - left + 2 * MARGIN, size.width),
        height: percent(bottom - top + 2 * MARGIN, size.height),
      }}
      onMouseMove={() => highlight(key, "page")}
      onClick={() => {
        highlight(key, "page");
        onChoose?.(key);
      }}
    />
  );
}
