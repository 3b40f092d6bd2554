/** Connecting a utility: find it, then give its login, send a link to who has it, or bring the bills instead. */
import { Button, Drawer, Group, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useSubmitLogin, type Login } from "../../data/authorizations.ts";
import { companyLinkQuery } from "../../data/form-links.ts";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { utilityHealthQuery } from "../../data/utility-health.ts";
import { isCollected, useWishUtility, utilitiesQuery, type FoundUtility } from "../../data/utilities.ts";
import { day } from "../../parts/format.ts";
import { CopyField } from "../../parts/copy-field.tsx";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded } from "../../parts/section.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useIsNarrow } from "../../parts/narrow.ts";
import { useCommon } from "../../words/common.ts";
import { useConnectionWords } from "./connections.words.ts";
import { fieldsInSight, LoginFields, NO_LOGIN } from "./login-fields.tsx";
import { AskPermission } from "./permission.tsx";

/** Without a name: its website is typed. */
type Chosen = FoundUtility | "unlisted" | null;

export function ConnectDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const say = useConnectionWords();
  const common = useCommon();
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={say("find.title")}
      position="right"
      size="lg"
      closeButtonProps={{ "aria-label": common("act.close") }}
    >
      <Steps />
    </Drawer>
  );
}

/** Begins anew each time the drawer opens. */
function Steps() {
  const say = useConnectionWords();
  const [chosen, setChosen] = useState<Chosen>(null);
  const wish = useWishUtility();
  const choose = (next: Chosen) => {
    if (next !== null && next !== "unlisted" && !isCollected(next)) wish.mutate(next.key);
    setChosen(next);
  };
  if (chosen === null) return <Find onChoose={choose} />;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text fw={600}>{chosen === "unlisted" ? say("find.unlistedName") : chosen.name}</Text>
        <Button variant="subtle" size="compact-sm" onClick={() => setChosen(null)}>
          {say("find.change")}
        </Button>
      </Group>
      <Ways chosen={chosen} isNoted={wish.isSuccess} />
    </Stack>
  );
}

/** A long name takes a second line on a phone instead of being cut. */
const LONG_LABEL = {
  label: { display: "block", whiteSpace: "normal", textAlign: "start", lineHeight: 1.4, overflow: "visible" },
} as const;

/** What to know of it before it is chosen. */
const markOf = (utility: FoundUtility): "find.notCollected" | "find.unproven" | null =>
  !isCollected(utility) ? "find.notCollected" : utility.isUnproven ? "find.unproven" : null;

function Find({ onChoose }: { onChoose: (chosen: Chosen) => void }) {
  const say = useConnectionWords();
  const [typed, setTyped] = useState("");
  const [asked] = useDebouncedValue(typed, 200);
  const found = useQuery(utilitiesQuery(asked));
  const health = useQuery(utilityHealthQuery);
  const troubleOf = (key: string) =>
    health.data?.find(({ utility, access, state }) => utility === key && access === "login" && state === "trouble")
      ?.trouble_since ?? null;
  return (
    <Stack gap="sm">
      <TextInput
        label={say("find.search")}
        placeholder={say("find.placeholder")}
        type="search"
        data-autofocus
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        leftSection={<Icon name="search" size={16} />}
      />
      <Loaded query={found} height={120}>
        {({ shown: utilities, hasMore }) => (
          <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: "none" }}>
            {utilities.length === 0 ? (
              <Text component="li" c="dimmed" role="status">
                {say("find.none")}
              </Text>
            ) : null}
            {utilities.map((utility) => (
              <li key={utility.key}>
                <Button
                  variant="default"
                  fullWidth
                  justify="flex-start"
                  h="auto"
                  py={8}
                  styles={LONG_LABEL}
                  onClick={() => onChoose(utility)}
                >
                  {utility.name}{" "}
                  {markOf(utility) === null ? null : (
                    <Text span size="sm" c="dimmed" style={{ whiteSpace: "nowrap" }}>
                      {say(markOf(utility) ?? "find.unproven")}
                    </Text>
                  )}{" "}
                  {troubleOf(utility.key) === null ? null : (
                    <Text span size="sm" c="var(--warn)">
                      {say("find.trouble", { when: day(troubleOf(utility.key)) })}
                    </Text>
                  )}
                </Button>
              </li>
            ))}
            {hasMore && utilities.length > 0 ? (
              <Text component="li" size="sm" c="dimmed">
                {say("find.more")}
              </Text>
            ) : null}
          </Stack>
        )}
      </Loaded>
      <Button variant="subtle" style={{ alignSelf: "flex-start" }} onClick={() => onChoose("unlisted")}>
        {say("find.unlisted")}
      </Button>
    </Stack>
  );
}

const WAYS = ["permission", "login", "link", "bring"] as const;
type Way = (typeof WAYS)[number];

function Ways({ chosen, isNoted }: { chosen: FoundUtility | "unlisted"; isNoted: boolean }) {
  const say = useConnectionWords();
  const isUnproven = chosen !== "unlisted" && chosen.isUnproven;
  const canSignIn = chosen === "unlisted" || chosen.online_access_url !== null;
  const takesPermission = chosen !== "unlisted" && chosen.takesPermission;
  const ways = WAYS.filter((each) => (each === "permission" ? takesPermission : each !== "login" || canSignIn));
  const isNarrow = useIsNarrow();
  const [way, setWay] = useState<Way>(ways[0] ?? "bring");
  if (!canSignIn && !takesPermission)
    return (
      <Stack gap="sm">
        <Text>{say("find.notSupported")}</Text>
        <Bring />
        <Text size="sm" c="dimmed" role="status">
          {isNoted ? say("find.noted") : null}
        </Text>
      </Stack>
    );
  const address = chosen === "unlisted" ? null : chosen.online_access_url;
  return (
    <Stack gap="md">
      {isUnproven ? <Text size="sm">{say("find.unprovenText")}</Text> : null}
      <SegmentedControl
        value={way}
        onChange={setWay}
        aria-label={say("way.label")}
        orientation={isNarrow ? "vertical" : "horizontal"}
        data={ways.map((value) => ({ value, label: say(`way.${value}`) }))}
        fullWidth
      />
      {way === "permission" && chosen !== "unlisted" ? <AskPermission utility={chosen} /> : null}
      {way === "login" ? <LoginForm address={address} /> : null}
      {way === "link" ? <SendLink chosen={chosen} /> : null}
      {way === "bring" ? <Bring /> : null}
    </Stack>
  );
}

function LoginForm({ address }: { address: string | null }) {
  const say = useConnectionWords();
  const navigate = useNavigate();
  const submit = useSubmitLogin();
  const form = useForm<Login>({
    mode: "uncontrolled",
    initialValues: { ...NO_LOGIN, online_access_url: address ?? "" },
  });
  const send = form.onSubmit((login) =>
    submit.mutate(login, {
      onSuccess: ({ id }) => void navigate({ to: "/connections/$id", params: { id: String(id) } }),
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    }),
  );
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <LoginFields form={form} hasAddress={address === null} />
        <Refusal error={errorBesideFields(submit.error, fieldsInSight(address === null))} />
        <Button type="submit" loading={submit.isPending}>
          {say("login.submit")}
        </Button>
      </Stack>
    </form>
  );
}

function SendLink({ chosen }: { chosen: FoundUtility | "unlisted" }) {
  const say = useConnectionWords();
  const link = useQuery(companyLinkQuery);
  return (
    <Stack gap="sm">
      <Text>{say("way.linkText")}</Text>
      <Loaded query={link} height={60}>
        {({ authorizationFormLink }) => (
          <CopyField label={say("way.linkLabel")} value={linkFor(authorizationFormLink, chosen)} />
        )}
      </Loaded>
    </Stack>
  );
}

/** The form then asks for the login of the utility at once. */
function linkFor(link: string, chosen: FoundUtility | "unlisted"): string {
  if (chosen === "unlisted") return link;
  const url = new URL(link);
  url.searchParams.set("utility", chosen.key);
  return url.href;
}

function Bring() {
  const say = useConnectionWords();
  return (
    <Stack gap="sm" align="flex-start">
      <Text>{say("way.bringText")}</Text>
      <ButtonLink to="/bring-bills">{say("way.bringAct")}</ButtonLink>
    </Stack>
  );
}
