/** The frame around every page behind the sign-in: the company, the menu, the reader's own choices. */
import {
  Alert,
  AppShell,
  Burger,
  Group,
  Menu,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Navigate, Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { useLiveChanges } from "../data/live.ts";
import { sessionQuery, useMe, useSignOut } from "../data/session.ts";
import { Icon } from "../parts/icons.tsx";
import { MenuLink } from "../parts/link.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { DemoBanner } from "./demo-banner.tsx";
import { chooseLanguage, LANGUAGES, useLanguage, type Language } from "./language.ts";
import { MENU, OPERATOR_MENU } from "./menu.ts";
import { useShellWords } from "./shell.words.ts";

export function Shell() {
  const { data: me } = useSuspenseQuery(sessionQuery);
  return me === null ? <SignedOut /> : <Frame />;
}

/** The session ended while a page was open: after the sign-in it is shown again. */
function SignedOut() {
  const href = useLocation({ select: (location) => location.href });
  return <Navigate to="/sign-in" search={{ to: href }} />;
}

function Frame() {
  const say = useShellWords();
  const me = useMe();
  const isAway = useLiveChanges();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "sm", sm: "lg" }}
    >
      <a className="skip" href="#content">
        {say("skip")}
      </a>
      <AppShell.Header bg="var(--paper)">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={say(isOpen ? "menu.close" : "menu.open")}
            />
            <Text fw={650} truncate>
              {me.company.name}
            </Text>
          </Group>
          <OwnMenu
            name={me.name}
            signOut={() => signOut.mutate(undefined, { onSuccess: () => void navigate({ to: "/sign-in" }) })}
          />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar bg="var(--paper)" p="xs" component="nav" aria-label={say("menu")}>
        {[...MENU, ...(me.role === "admin" ? OPERATOR_MENU : [])].map(({ to, icon, word }) => (
          <MenuLink
            key={to}
            to={to}
            label={say(word)}
            leftSection={<Icon name={icon} />}
            activeOptions={{ exact: to === "/" }}
            activeProps={{ active: true, "aria-current": "page" }}
            onClick={close}
          />
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {isAway ? (
          <Alert color="yellow" variant="outline" mb="md" role="status">
            <Text>{say("live.away")}</Text>
          </Alert>
        ) : null}
        <Refusal error={signOut.error} />
        <DemoBanner />
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function OwnMenu({ name, signOut }: { name: string; signOut: () => void }) {
  const say = useShellWords();
  const chosen = useLanguage();
  const scheme = useComputedColorScheme("light");
  const { setColorScheme } = useMantineColorScheme();
  const other = scheme === "dark" ? "light" : "dark";
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton aria-label={say("account", { name })} p={6}>
          <Group gap={6} wrap="nowrap">
            <Icon name="person" />
            <Text size="sm" visibleFrom="sm" truncate maw="16rem">
              {name}
            </Text>
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{say("language")}</Menu.Label>
        {(Object.entries(LANGUAGES) as [Language, string][]).map(([key, own]) => (
          <Menu.Item
            key={key}
            lang={key}
            leftSection={key === chosen ? <Icon name="check" size={16} /> : <span style={{ width: 16 }} />}
            aria-current={key === chosen}
            onClick={() => chooseLanguage(key)}
          >
            {own}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<Icon name={other === "dark" ? "moon" : "sun"} size={16} />}
          onClick={() => setColorScheme(other)}
        >
          {say(`scheme.${other}`)}
        </Menu.Item>
        <Menu.Item onClick={signOut}>{say("signOut")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
