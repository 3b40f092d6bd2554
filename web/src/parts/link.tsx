/** Links within the dashboard that look and work like the library's own components. */
import { Anchor, Button, NavLink, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** The library draws a button unless the component is named. */
const LinkLikeButton = (props: ButtonProps & Omit<ComponentProps<"a">, keyof ButtonProps>) => (
  <Button component="a" {...props} />
);

export const TextLink = createLink(Anchor<"a">);
export const ButtonLink = createLink(LinkLikeButton);
export const MenuLink = createLink(NavLink<"a">);
