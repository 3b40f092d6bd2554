/** The links with which others give a login to the company. */
import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { companyLinkQuery, useRenewCompanyLink } from "../../data/form-links.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { CopyField } from "../../parts/copy-field.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useConnectionWords } from "./connections.words.ts";

export function FormLinks() {
  return <CompanyLink />;
}

function CompanyLink() {
  const say = useConnectionWords();
  const link = useQuery(companyLinkQuery);
  const renew = useRenewCompanyLink();
  const [isAsking, { open, close }] = useDisclosure(false);
  return (
    <Section title={say("links.title")} sentence={say("links.text")}>
      <Loaded query={link} height={60}>
        {({ authorizationFormLink }) => <CopyField label={say("way.linkLabel")} value={authorizationFormLink} />}
      </Loaded>
      <Group>
        <Button variant="default" onClick={open}>
          {say("links.renew")}
        </Button>
      </Group>
      <Confirm
        isOpen={isAsking}
        title={say("links.renewTitle")}
        act={say("links.renew")}
        isPending={renew.isPending}
        error={renew.error}
        onAct={() => renew.mutate(undefined, { onSuccess: close })}
        onClose={close}
      >
        {say("links.renewText")}
      </Confirm>
    </Section>
  );
}
