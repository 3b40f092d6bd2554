/** Links within the dashboard that look and work like the library's own components. */
import { Anchor, Button, NavLink } from "@mantine/core";
import { createLink } from "@tanstack/react-router";

export const TextLink = createLink(Anchor<"a">);
export const ButtonLink = createLink(Button<"a">);
export const MenuLink = createLink(NavLink<"a">);
