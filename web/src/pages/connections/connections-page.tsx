/** All logins at utilities, with what each needs, and the links with which others give one. */
import { Button, Group, NativeSelect, Stack, Table, Tabs, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Authorization } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { authorizationsQuery, progressQuery } from "../../data/authorizations.ts";
import { useMe } from "../../data/session.ts";
import { moment, number } from "../../parts/format.ts";
import { Icon } from "../../parts/icons.tsx";
import { TextLink } from "../../parts/link.tsx";
import { useMay } from "../../parts/permissions.ts";
import { Empty, Page } from "../../parts/page.tsx";
import { Loaded } from "../../parts/section.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { ConnectDrawer } from "./connect-drawer.tsx";
import { useConnectionWords } from "./connections.words.ts";
import { FormLinks } from "./form-links.tsx";
import { PermissionOutcome } from "./permission.tsx";
import { usePermissionWords } from "./permission.words.ts";
import { GROUPS, groupOf, siteOf, stateOf, type Group as LoginGroup } from "./login-state.ts";

/** Each row asks for its own progress. */
const SHOWN = 25;

export function ConnectionsPage() {
  const say = useConnectionWords();
  const { view = "logins", connect = false } = useSearch({ from: "/signed-in/connections" });
  const navigate = useNavigate({ from: "/connections" });
  const mayEdit = useMay("edit");
  const setConnecting = (isOpen: boolean) =>
    void navigate({ search: (before) => ({ ...before, connect: isOpen ? true : undefined }) });
  return (
    <Page
      title={say("title")}
      lead={say("lead")}
      beside={
        mayEdit ? (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setConnecting(true)}>
            {say("act.connect")}
          </Button>
        ) : null
      }
    >
      <PermissionOutcome />
      <Tabs
        value={view}
        onChange={(next) =>
          void navigate({ search: (before) => ({ ...before, view: next === "links" ? "links" : undefined }) })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="logins">{say("tab.logins")}</Tabs.Tab>
          {mayEdit ? <Tabs.Tab value="links">{say("tab.links")}</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="logins">
          <Logins onConnect={mayEdit ? () => setConnecting(true) : null} />
        </Tabs.Panel>
        <Tabs.Panel value="links">
          <FormLinks />
        </Tabs.Panel>
      </Tabs>
      <ConnectDrawer isOpen={connect && mayEdit} onClose={() => setConnecting(false)} />
    </Page>
  );
}

function Logins({ onConnect }: { onConnect: (() => void) | null }) {
  const say = useConnectionWords();
  const { state, q = "" } = useSearch({ from: "/signed-in/connections" });
  const navigate = useNavigate({ from: "/connections" });
  const { company_id } = useMe();
  const logins = useQuery(authorizationsQuery(company_id));
  const [shown, setShown] = useState(SHOWN);
  return (
    <Loaded query={logins}>
      {(all) => {
        if (all.length === 0)
          return (
            <Empty icon="plug" title={say("list.none")} text={say("list.noneText")}>
              {onConnect === null ? null : (
                <Button mt="sm" onClick={onConnect}>
                  {say("act.connect")}
                </Button>
              )}
            </Empty>
          );
        const found = all.filter((login) => (state === undefined || groupOf(login) === state) && hasText(login, q));
        return (
          <Stack gap="sm">
            <Group gap="sm" align="flex-end">
              <NativeSelect
                label={say("list.state")}
                value={state ?? "all"}
                onChange={({ currentTarget: { value } }) =>
                  void navigate({ search: (before) => ({ ...before, state: asGroup(value) }), replace: true })
                }
                data={[
                  { value: "all", label: `${say("group.all")} (${all.length})` },
                  ...GROUPS.map((group) => ({
                    value: group,
                    label: `${say(`group.${group}`)} (${all.filter((login) => groupOf(login) === group).length})`,
                  })),
                ]}
              />
              <TextInput
                label={say("list.search")}
                type="search"
                defaultValue={q}
                onChange={({ currentTarget: { value } }) =>
                  void navigate({
                    search: (before) => ({ ...before, q: value === "" ? undefined : value }),
                    replace: true,
                  })
                }
                style={{ flex: "1 1 14rem", maxWidth: 360 }}
              />
            </Group>
            <Text size="sm" c="dimmed" role="status">
              {say("list.count", { count: found.length })}
            </Text>
            {found.length === 0 ? (
              <Empty icon="search" title={say("list.noneFound")} text={say("list.noneFoundText")} />
            ) : (
              <LoginTable logins={found.slice(0, shown)} />
            )}
            {found.length > shown ? (
              <Button variant="default" onClick={() => setShown(shown + SHOWN)} style={{ alignSelf: "center" }}>
                {say("list.more", { count: Math.min(SHOWN, found.length - shown) })}
              </Button>
            ) : null}
          </Stack>
        );
      }}
    </Loaded>
  );
}

const asGroup = (text: string): LoginGroup | undefined => GROUPS.find((group) => group === text);

const hasText = ({ online_access_username, online_access_url }: Authorization, typed: string): boolean =>
  `${online_access_username} ${online_access_url}`.toLowerCase().includes(typed.trim().toLowerCase());

function LoginTable({ logins }: { logins: Authorization[] }) {
  const say = useConnectionWords();
  return (
    <div className="wide paper" tabIndex={0} role="region" aria-label={say("tab.logins")}>
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" className="named">
              {say("column.utility")}
            </Table.Th>
            <Table.Th scope="col">{say("column.state")}</Table.Th>
            <Table.Th scope="col">{say("column.who")}</Table.Th>
            <Table.Th scope="col">{say("column.visit")}</Table.Th>
            <Table.Th scope="col" ta="right">
              {say("column.accounts")}
            </Table.Th>
            <Table.Th scope="col" ta="right">
              {say("column.bills")}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {logins.map((login) => (
            <LoginRow key={login.id} login={login} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function LoginRow({ login }: { login: Authorization }) {
  const say = useConnectionWords();
  const sayPermission = usePermissionWords();
  const { data: progress } = useQuery(progressQuery(login));
  const { tone, word } = stateOf(login, progress);
  const ofPermission = login.access === "green_button" ? sayWord(sayPermission, "state", word) : word;
  const isOpen = login.status === "Pending" && login.revoked_at === null;
  return (
    <Table.Tr>
      <Table.Th scope="row" className="named" fw={400}>
        <TextLink to="/connections/$id" params={{ id: String(login.id) }} fw={600}>
          {progress?.utility_company_name ?? siteOf(login.online_access_url)}
        </TextLink>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {login.access === "green_button" ? sayPermission("user") : login.online_access_username}
        </Text>
      </Table.Th>
      <Table.Td miw={170}>
        <StateMark tone={tone}>{ofPermission === word ? say(`state.${word}`) : ofPermission}</StateMark>
      </Table.Td>
      <Table.Td miw={150}>
        {isOpen ? (
          sayWord(say, "who", login.action_required_by)
        ) : (
          <Text size="sm" c="dimmed">
            {say("who.none")}
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ whiteSpace: "nowrap" }}>{moment(progress?.last_visited_at)}</Table.Td>
      <Table.Td className="number">
        {progress === undefined
          ? number(null)
          : say("accounts.of", { active: progress.accounts_active, all: progress.accounts_found })}
      </Table.Td>
      <Table.Td className="number">{number(progress?.bills_accepted)}</Table.Td>
    </Table.Tr>
  );
}
