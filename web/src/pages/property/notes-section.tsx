/** Notes of a property: what happened on a day. They stand as flags on the axis of its charts and in its journal. */
import { Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import type { Property } from "@meterbook/client";
import { useChangeNotes } from "../../data/properties.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { day } from "../../parts/format.ts";
import { Icon } from "../../parts/icons.tsx";
import { dayOf } from "../../parts/period.ts";
import { useMay } from "../../parts/permissions.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { changedNotes, notesOf, type Note } from "./notes.ts";
import { useRecordWords } from "./records.words.ts";

/** Longer texts belong elsewhere; the metadata of a property has 64 KB. */
const TEXT_MAX = 1000;
const SHOWN = 5;

export function NotesSection({ property }: { property: Property }) {
  const say = useRecordWords();
  const mayEdit = useMay("edit");
  const [isAdding, setAdding] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const notes = notesOf(property);
  const shown = isWhole ? notes : notes.slice(0, SHOWN);
  return (
    <Section
      title={say("notes.title")}
      sentence={notes.length === 0 ? say("notes.none") : say("notes.sentence", { count: notes.length })}
      beside={
        mayEdit && !isAdding ? (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => setAdding(true)}
          >
            {say("notes.add")}
          </Button>
        ) : null
      }
    >
      {isAdding ? <NoteForm property={property} note={null} close={() => setAdding(false)} /> : null}
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {shown.map((note, at) => (
          // Two notes of a day can have the same text.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${note.date} ${note.text} ${at}`}>
            <NoteRow property={property} note={note} mayEdit={mayEdit} />
          </li>
        ))}
      </Stack>
      {notes.length > shown.length ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)} style={{ alignSelf: "flex-start" }}>
          {say("notes.rest", { count: notes.length - shown.length })}
        </Button>
      ) : null}
    </Section>
  );
}

interface NoteProps {
  property: Property;
  note: Note;
}

function NoteRow({ property, note, mayEdit }: NoteProps & { mayEdit: boolean }) {
  const say = useRecordWords();
  const common = useCommon();
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const change = useChangeNotes(property.id, changedNotes, say("notes.changed"));
  if (isEditing) return <NoteForm property={property} note={note} close={() => setEditing(false)} />;
  const name = `${day(note.date)}: ${note.text.slice(0, 40)}`;
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" c="dimmed">
          {day(note.date)}
        </Text>
        <Text size="sm" style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
          {note.text}
        </Text>
      </div>
      {mayEdit ? (
        <Group gap={4} wrap="nowrap">
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`${say("notes.edit")} ${name}`}
            onClick={() => setEditing(true)}
          >
            {say("notes.edit")}
          </Button>
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`${common("act.remove")} ${name}`}
            onClick={() => setRemoving(true)}
          >
            {common("act.remove")}
          </Button>
        </Group>
      ) : null}
      <Confirm
        isOpen={isRemoving}
        title={say("notes.remove")}
        act={common("act.remove")}
        isPending={change.isPending}
        error={change.error}
        onAct={() => change.mutate({ before: note, after: null }, { onSuccess: () => setRemoving(false) })}
        onClose={() => setRemoving(false)}
      >
        <Text style={{ overflowWrap: "anywhere" }}>{note.text}</Text>
      </Confirm>
    </Group>
  );
}

function NoteForm({ property, note, close }: { property: Property; note: Note | null; close: () => void }) {
  const say = useRecordWords();
  const common = useCommon();
  const [date, setDate] = useState(note?.date ?? dayOf(new Date()));
  const [text, setText] = useState(note?.text ?? "");
  const change = useChangeNotes(property.id, changedNotes, say("notes.changed"));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ before: note, after: { date, text: text.trim() } }, { onSuccess: close });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Refusal error={change.error} />
        <TextInput
          type="date"
          label={say("notes.date")}
          required
          withAsterisk={false}
          value={date}
          onChange={(event) => setDate(event.currentTarget.value)}
          w={180}
        />
        <Textarea
          label={say("notes.text")}
          description={say("notes.hint")}
          required
          withAsterisk={false}
          autosize
          minRows={2}
          maxLength={TEXT_MAX}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button
            type="submit"
            size="compact-sm"
            loading={change.isPending}
            disabled={text.trim() === "" || date === ""}
          >
            {common("act.save")}
          </Button>
          <Button size="compact-sm" variant="default" onClick={close}>
            {common("act.cancel")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
