/** What the utility asks after the password: a code, a question or a choice, with the time that is left to answer. */
import { Button, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Challenge } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { challengeQuery, useAnswerChallenge, useSignInAgain } from "../../data/authorizations.ts";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useConnectionWords } from "./connections.words.ts";

export function ChallengeBox({ id }: { id: number }) {
  const say = useConnectionWords();
  const challenge = useQuery(challengeQuery(id));
  return (
    <Section title={say("code.title")}>
      <Loaded query={challenge} height={120}>
        {(asked) =>
          asked === null ? <Text>{say("code.over")}</Text> : <Question key={asked.id} id={id} asked={asked} />
        }
      </Loaded>
      <SendAgain id={id} />
    </Section>
  );
}

/** Seconds from now; 0 when it is over. */
function useSecondsLeft(until: string): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  return Math.max(0, Math.round((Date.parse(until) - now) / 1000));
}

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function Question({
  id,
  asked: { kind, prompt, options, expires_at, tries_left, code_mail },
}: {
  id: number;
  asked: Challenge;
}) {
  const say = useConnectionWords();
  const [typed, setTyped] = useState("");
  const answer = useAnswerChallenge(id);
  const isApproval = kind === "approval";
  const seconds = useSecondsLeft(expires_at);
  const fault = fieldErrorsOf(answer.error)["answer"];
  if (seconds === 0) return <Text>{say("code.over")}</Text>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        answer.mutate(isApproval ? "approved" : typed);
      }}
    >
      <Stack gap="sm" maw={480}>
        {code_mail === null ? null : <Text role="status">{sayWord(say, "code.mail", code_mail)}</Text>}
        <Text style={{ overflowWrap: "anywhere" }}>{prompt}</Text>
        {isApproval ? null : options === null ? (
          <TextInput
            label={say(kind === "question" ? "code.question" : "code.code")}
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
            required
            autoFocus
            autoComplete={kind === "code" ? "one-time-code" : "off"}
            inputMode={kind === "code" ? "numeric" : "text"}
            error={fault}
          />
        ) : (
          <Radio.Group label={say("code.choice")} value={typed} onChange={setTyped} error={fault}>
            <Stack gap="xs" mt="xs">
              {options.map((option) => (
                <Radio key={option} value={option} label={option} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {fault === undefined ? <Refusal error={answer.error} /> : null}
        <Group gap="md">
          <Button type="submit" loading={answer.isPending} disabled={!isApproval && typed.trim() === ""}>
            {say(isApproval ? "code.approved" : "code.send")}
          </Button>
          <Text size="sm" c="dimmed" className="number">
            {say("code.left", { minutes: clock(seconds) })}
          </Text>
          <Text size="sm" c="dimmed">
            {say("code.tries", { count: tries_left })}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

function SendAgain({ id }: { id: number }) {
  const say = useConnectionWords();
  const again = useSignInAgain(id);
  return (
    <Stack gap="xs" align="flex-start">
      <Refusal error={again.error} />
      <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
        {say("code.again")}
      </Button>
      <Text size="sm" c="dimmed">
        {say("code.againHint")}
      </Text>
    </Stack>
  );
}
