/** In place of figures while there are none: how to begin, or where to see how far the first logins are. */
import { useQuery } from "@tanstack/react-query";
import { authorizationsQuery } from "../../data/authorizations.ts";
import { useMe } from "../../data/session.ts";
import { HowToBegin } from "../../parts/how-to-begin.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { Empty, Loading } from "../../parts/page.tsx";
import { useHomeWords } from "./home.words.ts";

export function FirstBills() {
  const say = useHomeWords();
  const { company_id } = useMe();
  const logins = useQuery(authorizationsQuery(company_id));
  if (logins.isPending) return <Loading height={200} />;
  const count = logins.data?.filter(({ revoked_at }) => revoked_at === null).length ?? 0;
  return count === 0 ? (
    <Empty icon="plug" title={say("start.title")} text={say("start.text")}>
      <HowToBegin />
    </Empty>
  ) : (
    <Empty icon="plug" title={say("coming.title")} text={say("coming.text", { count })}>
      <ButtonLink to="/connections" variant="default" mt="sm">
        {say("coming.to")}
      </ButtonLink>
    </Empty>
  );
}
