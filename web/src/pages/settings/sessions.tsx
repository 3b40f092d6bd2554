/** Where the reader is signed in, and the way to end one of these sessions, this one, or all. */
import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Session } from "@meterbook/client";
import { sessionsQuery, useEndAllSessions, useEndSession } from "../../data/own-account.ts";
import { useSignOut } from "../../data/session.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { moment } from "../../parts/format.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useAccountWords } from "./account.words.ts";
import { placeOf, programOf } from "./program-of.ts";

export function Sessions() {
  const say = useAccountWords();
  const sessions = useQuery(sessionsQuery);
  const end = useEndSession();
  const endAll = useEndAllSessions();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const toSignIn = () => void navigate({ to: "/sign-in" });
  return (
    <Section
      title={say("sessions.title")}
      sentence={say("sessions.sentence")}
      beside={
        <Button variant="default" onClick={() => setAsking(true)}>
          {say("sessions.everywhere")}
        </Button>
      }
    >
      <Refusal error={end.error ?? signOut.error} />
      <Loaded query={sessions}>
        {(list) => (
          <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
            {list.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isPending={session.current ? signOut.isPending : end.isPending && end.variables === session.id}
                onEnd={() =>
                  session.current ? signOut.mutate(undefined, { onSuccess: toSignIn }) : end.mutate(session.id)
                }
              />
            ))}
          </Stack>
        )}
      </Loaded>
      <Confirm
        isOpen={isAsking}
        title={say("sessions.everywhere")}
        act={say("sessions.everywhere")}
        isPending={endAll.isPending}
        error={endAll.error}
        onAct={() => endAll.mutate(undefined, { onSuccess: toSignIn })}
        onClose={() => setAsking(false)}
      >
        <Text>{say("sessions.everywhereText")}</Text>
      </Confirm>
    </Section>
  );
}

interface RowProps {
  session: Session;
  isPending: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isPending, onEnd }: RowProps) {
  const say = useAccountWords();
  const { current, address, user_agent, created_at, last_used_at } = session;
  const place = placeOf(address);
  const where = place === null ? address : say(`sessions.place.${place}`, { address });
  const program = programOf(user_agent) ?? say("sessions.unknown");
  return (
    <Group component="li" justify="space-between" gap="xs" wrap="wrap">
      <div style={{ flex: "1 1 16rem", minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: "anywhere" }} title={user_agent ?? undefined}>
            {program}
          </Text>
          {current ? <Badge variant="default">{say("sessions.this")}</Badge> : null}
        </Group>
        <Text size="sm" c="dimmed">
          {say("sessions.row", { where, since: moment(created_at), used: moment(last_used_at) })}
        </Text>
      </div>
      <Button
        variant="default"
        size="xs"
        loading={isPending}
        onClick={onEnd}
        aria-label={
          current ? say("sessions.endHere") : say("sessions.endNamed", { program, since: moment(created_at) })
        }
      >
        {say(current ? "sessions.endHere" : "sessions.end")}
      </Button>
    </Group>
  );
}
