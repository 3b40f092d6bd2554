/** The files of this visit: how far each is, and what became of it. */
import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { DocumentWithReading } from "@meterbook/client";
import { documentQuery } from "../../data/documents.ts";
import { messageOf } from "../../data/meterbook.ts";
import { cancelUpload, clearUploads, isAtWork, retryUpload, useUploads, type Upload } from "../../data/uploads.ts";
import { useFindingSentence } from "../../parts/bill/finding-sentence.ts";
import { TextLink } from "../../parts/link.tsx";
import { Section } from "../../parts/section.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { useCommon } from "../../words/common.ts";
import { useBringWords } from "./bring-bills.words.ts";
import { Outcome } from "./outcome.tsx";

export function UploadList() {
  const say = useBringWords();
  const uploads = useUploads();
  if (uploads.length === 0) return null;
  const done = uploads.filter((upload) => !isAtWork(upload)).length;
  const text = say("uploads.sentence", { done, all: uploads.length });
  return (
    <Section
      title={say("uploads.title")}
      sentence={<span role="status">{text}</span>}
      beside={
        done > 0 ? (
          <Button variant="default" size="xs" onClick={clearUploads}>
            {say("uploads.clear")}
          </Button>
        ) : null
      }
    >
      {done < uploads.length ? <Progress value={(done / uploads.length) * 100} aria-label={text} /> : null}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
        {uploads.toReversed().map((upload) => (
          <UploadRow key={upload.key} upload={upload} />
        ))}
      </Stack>
    </Section>
  );
}

const AGAIN = new Set(["failed", "cancelled", "slow"]);

function UploadRow({ upload }: { upload: Upload }) {
  const say = useBringWords();
  const common = useCommon();
  const { key, file, state } = upload;
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="sm" className="row">
      <div style={{ minWidth: 0, flex: "1 1 16rem" }}>
        <Text fw={600} size="sm" style={{ overflowWrap: "anywhere" }}>
          {file.name}
        </Text>
        <Became upload={upload} />
      </div>
      {isAtWork(upload) ? (
        <Button
          variant="default"
          size="xs"
          onClick={() => cancelUpload(key)}
          aria-label={say("uploads.cancel", { name: file.name })}
        >
          {common("act.cancel")}
        </Button>
      ) : null}
      {AGAIN.has(state) ? (
        <Button
          variant="default"
          size="xs"
          onClick={() => retryUpload(key)}
          aria-label={say("uploads.retry", { name: file.name })}
        >
          {common("act.retry")}
        </Button>
      ) : null}
    </Group>
  );
}

function Became({ upload: { state, document_id, import_id, isKnown, error } }: { upload: Upload }) {
  const say = useBringWords();
  if (import_id !== null)
    return (
      <TextLink to="/bring-bills" search={{ import: import_id }} size="sm">
        {say("uploads.import")}
      </TextLink>
    );
  if (state === "settled" && document_id !== null) return <Settled id={document_id} isKnown={isKnown} />;
  if (state === "failed") return <StateMark tone="bad">{messageOf(error)}</StateMark>;
  if (state === "queued") return <StateMark tone="quiet">{say("upload.queued")}</StateMark>;
  if (state === "uploading" || state === "reading") return <StateMark tone="busy">{say(`upload.${state}`)}</StateMark>;
  if (state === "settled") return null;
  return <StateMark tone={state === "cancelled" ? "quiet" : "warn"}>{say(`upload.${state}`)}</StateMark>;
}

function Settled({ id, isKnown }: { id: number; isKnown: boolean }) {
  const say = useBringWords();
  const { data } = useQuery(documentQuery(id));
  if (data === undefined) return null;
  return (
    <>
      {isKnown ? (
        <Text size="sm" c="dimmed">
          {say("upload.known")}
        </Text>
      ) : null}
      <Outcome document={data} />
      <Entries document={data} />
    </>
  );
}

/** What became of the files of an archive. */
function Entries({ document: { entries } }: { document: DocumentWithReading }) {
  const sentence = useFindingSentence();
  if (entries.length === 0) return null;
  return (
    <Stack component="ul" gap={4} pl="md" m={0} style={{ listStyle: "none" }}>
      {entries.map(({ name, document_id, finding }) => (
        <li key={name}>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          {document_id === null ? (
            <StateMark tone="bad">{finding === null ? "–" : sentence(finding)}</StateMark>
          ) : (
            <Entry id={document_id} />
          )}
        </li>
      ))}
    </Stack>
  );
}

function Entry({ id }: { id: number }) {
  const { data } = useQuery(documentQuery(id));
  return data === undefined ? null : <Outcome document={data} />;
}
