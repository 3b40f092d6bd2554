/** The table of people of the company: of users, or of invitations that wait. */
import { Table } from "@mantine/core";
import type { ReactNode } from "react";
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
  return (
    <div className="wide" role="region" aria-label={say(`${of}.title`)} tabIndex={0}>
      <Table miw={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say(by)}</Table.Th>
            <Table.Th>{say("role")}</Table.Th>
            <Table.Th>{say("state")}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  );
}
