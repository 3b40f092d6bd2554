/** The table of people of the company: of users, or of invitations that wait. */
import { Box, Table } from "@mantine/core";
import type { ReactNode } from "react";
import { useIsNarrow } from "../../parts/narrow.ts";
import { usePeopleWords } from "./people.words.ts";

export function PeopleTable({
  of,
  by,
  children,
}: {
  of: "users" | "invitations";
  by: "name" | "email";
  children: ReactNode;
}) {
  const say = usePeopleWords();
  const isNarrow = useIsNarrow();
  return (
    <div className="wide" role="region" aria-label={say(`${of}.title`)} tabIndex={0}>
      <Table miw={isNarrow ? 0 : 640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{say(by)}</Table.Th>
            <Table.Th scope="col">{say("role")}</Table.Th>
            {isNarrow ? null : (
              <>
                <Table.Th scope="col">{say("state")}</Table.Th>
                <Table.Td />
              </>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  );
}

interface PersonRowProps {
  name: ReactNode;
  role: ReactNode;
  state: ReactNode;
  /** Null: nothing can be done. */
  acts: ReactNode;
}

/** On a narrow page the state stands below the name, and what can be done below the role. */
export function PersonRow({ name, role, state, acts }: PersonRowProps) {
  const isNarrow = useIsNarrow();
  return (
    <Table.Tr style={isNarrow ? { verticalAlign: "top" } : {}}>
      <Table.Th scope="row" style={{ overflowWrap: "anywhere" }}>
        {name}
        {isNarrow ? state : null}
      </Table.Th>
      <Table.Td>
        {role}
        {isNarrow && acts !== null ? <Box mt={6}>{acts}</Box> : null}
      </Table.Td>
      {isNarrow ? null : (
        <>
          <Table.Td>{state}</Table.Td>
          <Table.Td ta="right">{acts}</Table.Td>
        </>
      )}
    </Table.Tr>
  );
}
