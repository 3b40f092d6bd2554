/** The API tokens of the company: made, and revoked. */
import { Button, Switch, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiToken } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { apiTokensQuery, useRevokeApiToken } from "../../data/api-tokens.ts";
import { useMe } from "../../data/session.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { day, moment } from "../../parts/format.ts";
import { useMay } from "../../parts/permissions.ts";
import { Empty } from "../../parts/page.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { useDevelopersWords } from "./developers.words.ts";
import { NewToken } from "./new-token.tsx";

type TokenState = "active" | "expired" | "revoked";

const stateOf = ({ revoked_at, expires_at }: ApiToken): TokenState =>
  revoked_at !== null ? "revoked" : expires_at !== null && Date.parse(expires_at) <= Date.now() ? "expired" : "active";

export function ApiTokens() {
  const say = useDevelopersWords();
  const tokens = useQuery(apiTokensQuery);
  const [isNew, setNew] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const [ending, setEnding] = useState<ApiToken | null>(null);
  const revoke = useRevokeApiToken();
  return (
    <Section
      title={say("tokens.title")}
      sentence={say("tokens.sentence")}
      beside={<Button onClick={() => setNew(true)}>{say("tokens.new")}</Button>}
    >
      <Loaded query={tokens}>
        {(all) => {
          const shown = all.filter((token) => isWhole || stateOf(token) === "active").toReversed();
          return (
            <>
              {shown.length === 0 ? (
                <Empty icon="code" title={say("tokens.none")} text={say("tokens.noneText")} />
              ) : (
                <TokenTable tokens={shown} onRevoke={setEnding} />
              )}
              {all.every((token) => stateOf(token) === "active") ? null : (
                <Switch
                  label={say("tokens.whole")}
                  checked={isWhole}
                  onChange={(event) => setWhole(event.currentTarget.checked)}
                />
              )}
            </>
          );
        }}
      </Loaded>
      {isNew ? <NewToken onClose={() => setNew(false)} /> : null}
      <Confirm
        isOpen={ending !== null}
        title={say("tokens.revokeNamed", { name: ending?.name ?? "" })}
        act={say("tokens.revoke")}
        isPending={revoke.isPending}
        error={revoke.error}
        onAct={() => {
          if (ending !== null) revoke.mutate(ending.id, { onSuccess: () => setEnding(null) });
        }}
        onClose={() => setEnding(null)}
      >
        <Text>{say("tokens.revokeText")}</Text>
      </Confirm>
    </Section>
  );
}

function TokenTable({ tokens, onRevoke }: { tokens: ApiToken[]; onRevoke: (token: ApiToken) => void }) {
  const say = useDevelopersWords();
  const mayOwn = useMay("own");
  const me = useMe();
  return (
    <div className="wide" role="region" aria-label={say("tokens.title")} tabIndex={0}>
      <Table miw={720}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say("tokens.name")}</Table.Th>
            <Table.Th>{say("tokens.scopes")}</Table.Th>
            <Table.Th>{say("tokens.used")}</Table.Th>
            <Table.Th>{say("tokens.expires")}</Table.Th>
            <Table.Th>{say("state")}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens.map((token) => {
            const state = stateOf(token);
            const { id, name, scopes, last_used_at, expires_at } = token;
            return (
              <Table.Tr key={id}>
                <Table.Th scope="row" style={{ overflowWrap: "anywhere" }}>
                  {name}
                </Table.Th>
                <Table.Td>{scopes.map((scope) => sayWord(say, "scope", scope)).join(", ")}</Table.Td>
                <Table.Td>{last_used_at === null ? say("tokens.never") : moment(last_used_at)}</Table.Td>
                <Table.Td>{expires_at === null ? say("tokens.noEnd") : day(expires_at)}</Table.Td>
                <Table.Td>
                  <StateMark tone={state === "active" ? "good" : "quiet"}>{say(`token.${state}`)}</StateMark>
                </Table.Td>
                <Table.Td ta="right">
                  {state === "active" && (mayOwn || token.user_id === me.id) ? (
                    <Button
                      variant="default"
                      size="xs"
                      onClick={() => onRevoke(token)}
                      aria-label={say("tokens.revokeNamed", { name })}
                    >
                      {say("tokens.revoke")}
                    </Button>
                  ) : null}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}
