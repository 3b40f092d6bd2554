/** The settings: one page for each subject, each with an address of its own. */
import { Group, Stack } from "@mantine/core";
import { Outlet } from "@tanstack/react-router";
import { MenuLink } from "../../parts/link.tsx";
import { Page } from "../../parts/page.tsx";
import { useSettingsWords } from "./settings.words.ts";

const SECTIONS = ["account", "company", "people", "rules"] as const;

export function SettingsPage() {
  const say = useSettingsWords();
  return (
    <Page title={say("title")}>
      <Group component="nav" aria-label={say("title")} gap={4}>
        {SECTIONS.map((section) => (
          <MenuLink
            key={section}
            to={`/settings/${section}`}
            label={say(section)}
            w="auto"
            style={{ borderRadius: "var(--mantine-radius-md)" }}
            activeProps={{ active: true, "aria-current": "page" }}
          />
        ))}
      </Group>
      <Stack gap="lg">
        <Outlet />
      </Stack>
    </Page>
  );
}
