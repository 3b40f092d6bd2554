/** The users of the company: role and state, changed by owners. */
import { Button, Group, Menu, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { useEditUser, useResetLink, usersQuery } from "../../data/people.ts";
import { useMe } from "../../data/session.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { CopyField } from "../../parts/copy-field.tsx";
import { useFocusBack } from "../../parts/focus-back.ts";
import { moment } from "../../parts/format.ts";
import { useMay } from "../../parts/permissions.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { useCommon } from "../../words/common.ts";
import { COMPANY_ROLES, isCompanyRole, type CompanyRole } from "./company-roles.ts";
import { PeopleTable, PersonRow } from "./people-table.tsx";
import { usePeopleWords } from "./people.words.ts";

/** Each has a list and a menu of its own: a thousand of them at once would keep the page from being drawn. */
const SHOWN = 50;

const hasText = ({ name, email }: User, typed: string): boolean =>
  `${name} ${email}`.toLowerCase().includes(typed.trim().toLowerCase());

export function Users() {
  const say = usePeopleWords();
  const me = useMe();
  const common = useCommon();
  const users = useQuery(usersQuery);
  const [typed, setTyped] = useState("");
  const [shown, setShown] = useState(SHOWN);
  const edit = useEditUser();
  const reset = useResetLink();
  const [ending, setEnding] = useState<User | null>(null);
  const [ownRole, setOwnRole] = useState<CompanyRole | null>(null);
  return (
    <Section title={say("users.title")} sentence={say("users.sentence")}>
      <Refusal error={edit.error ?? reset.error} />
      <Loaded query={users}>
        {(ofAll) => {
          // An administrator gets the users of all companies.
          const all = ofAll.filter(({ company_id }) => company_id === me.company_id);
          const found = all.filter((user) => hasText(user, typed));
          return (
            <>
              {all.length > SHOWN ? (
                <TextInput
                  type="search"
                  label={say("users.find")}
                  value={typed}
                  onChange={({ currentTarget: { value } }) => setTyped(value)}
                  maw={360}
                />
              ) : null}
              <PeopleTable of="users" by="name">
                {found.slice(0, shown).map((user) => (
                  <UserRow
                    key={user.id}
                    user={user}
                    onRole={(company_role) =>
                      user.id === me.id ? setOwnRole(company_role) : edit.mutate({ id: user.id, company_role })
                    }
                    onSwitch={() => (user.active ? setEnding(user) : edit.mutate({ id: user.id, active: true }))}
                    onReset={() => reset.mutate(user.id)}
                  />
                ))}
              </PeopleTable>
              {found.length > shown ? (
                <Button variant="default" onClick={() => setShown(shown + SHOWN)} style={{ alignSelf: "center" }}>
                  {common("act.more")}
                </Button>
              ) : null}
            </>
          );
        }}
      </Loaded>
      <Confirm
        isOpen={ending !== null}
        title={say("users.offNamed", { name: ending?.name ?? "" })}
        act={say("users.off")}
        isPending={edit.isPending}
        error={edit.error}
        onAct={() => {
          if (ending !== null) edit.mutate({ id: ending.id, active: false }, { onSuccess: () => setEnding(null) });
        }}
        onClose={() => setEnding(null)}
      >
        <Text>{say("users.offText")}</Text>
      </Confirm>
      <Confirm
        isOpen={ownRole !== null}
        title={say("own.title")}
        act={say("own.act", { role: say(`role.${ownRole ?? "viewer"}`) })}
        isPending={edit.isPending}
        error={edit.error}
        onAct={() => {
          if (ownRole !== null)
            edit.mutate({ id: me.id, company_role: ownRole }, { onSuccess: () => setOwnRole(null) });
        }}
        onClose={() => {
          setOwnRole(null);
          edit.reset();
        }}
      >
        <Text>{say("own.text")}</Text>
      </Confirm>
      {reset.data === undefined ? null : (
        <Reset link={reset.data.link} until={reset.data.expires_at} onClose={() => reset.reset()} />
      )}
    </Section>
  );
}

interface RowProps {
  user: User;
  onRole: (role: CompanyRole) => void;
  onSwitch: () => void;
  onReset: () => void;
}

function UserRow({ user, onRole, onSwitch, onReset }: RowProps) {
  const say = usePeopleWords();
  const me = useMe();
  const mayOwn = useMay("own");
  const { id, name, email, role, company_role, active } = user;
  // Owners are not above administrators, and nobody shuts oneself out.
  const mayChange = mayOwn && (role !== "admin" || me.role === "admin");
  return (
    <PersonRow
      name={
        <>
          {name}
          {id === me.id ? ` (${say("you")})` : ""}
          <Text size="sm" c="dimmed">
            {email}
          </Text>
        </>
      }
      role={
        <>
          {mayChange ? (
            <Select
              aria-label={say("roleOf", { name })}
              data={COMPANY_ROLES.map((value) => ({ value, label: say(`role.${value}`) }))}
              value={company_role}
              allowDeselect={false}
              onChange={(next) => {
                if (isCompanyRole(next) && next !== company_role) onRole(next);
              }}
              w={150}
            />
          ) : (
            sayWord(say, "role", company_role)
          )}
          {role === "admin" ? (
            <Text size="sm" c="dimmed">
              {say("role.admin")}
            </Text>
          ) : null}
        </>
      }
      state={<StateMark tone={active ? "good" : "quiet"}>{say(active ? "state.active" : "state.off")}</StateMark>}
      acts={
        mayChange && id !== me.id ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" size="xs" aria-label={say("actsOf", { name })}>
                {say("acts")}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {active ? <Menu.Item onClick={onReset}>{say("users.reset")}</Menu.Item> : null}
              <Menu.Item onClick={onSwitch}>{say(active ? "users.off" : "users.on")}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : null
      }
    />
  );
}

function Reset({ link, until, onClose }: { link: string; until: string; onClose: () => void }) {
  useFocusBack();
  const say = usePeopleWords();
  const common = useCommon();
  return (
    <Modal opened onClose={onClose} title={say("users.reset")} closeButtonProps={{ "aria-label": common("act.close") }}>
      <Stack gap="md">
        <Text>{say("reset.text", { until: moment(until) })}</Text>
        <CopyField label={say("link")} value={link} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{common("act.close")}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
