/** The people of the company: who they are, what they may do, and who is invited. */
import { Empty } from "../../parts/page.tsx";
import { useMay } from "../../parts/permissions.ts";
import { Invitations } from "./invitations.tsx";
import { usePeopleWords } from "./people.words.ts";
import { Users } from "./users.tsx";

export function PeoplePage() {
  const say = usePeopleWords();
  const mayOwn = useMay("own");
  return (
    <>
      <Users />
      {mayOwn ? <Invitations /> : <Empty icon="person" title={say("owners")} text={say("ownersText")} />}
    </>
  );
}
