/** The look of every page: colours that pass the contrast of WCAG AA in light and dark, and the defaults of the components. */
import { createTheme, virtualColor, type CSSVariablesResolver } from "@mantine/core";

export const theme = createTheme({
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  primaryColor: "brand",
  // White on light pages, black on dark ones, whichever is legible.
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: {
    ocean: [
      "#eef4fb",
      "#d7e6f6",
      "#aecdec",
      "#7ab7f5",
      "#5197dd",
      "#2f7cc8",
      "#1a6bb8",
      "#0b5cad",
      "#094c8f",
      "#073b70",
    ],
    // Fields and buttons of dark pages have the blue of their paper.
    dark: [
      "#e8eef4",
      "#c3ced9",
      "#a8b6c4",
      "#7d8d9d",
      "#3d4b59",
      "#2b3742",
      "#202a34",
      "#161e26",
      "#0d1319",
      "#090d12",
    ],
    brand: virtualColor({ name: "brand", dark: "ocean", light: "ocean" }),
  },
  primaryShade: { light: 7, dark: 3 },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  headings: { fontWeight: "650" },
  components: {
    // The first item has the focus of a menu that opens: the placeholder is no item.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});

/** The component library's dimmed text and its error text do not reach 4.5:1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#4b5a69",
    "--mantine-color-body": "#f2f5f8",
    "--mantine-color-text": "#17212b",
    "--mantine-color-error": "#b3261e",
    "--mantine-color-anchor": "#0b5cad",
    "--mantine-color-placeholder": "#5c6b7a",
    "--paper": "#ffffff",
    "--edge": "#dde4eb",
    "--line": "#75869a",
    "--good": "#1b6e3c",
    "--warn": "#8a5300",
    "--bad": "#b3261e",
    "--good-soft": "#e4f4ea",
    "--warn-soft": "#fdf1dc",
    "--bad-soft": "#fdeceb",
    "--soft": "#eef4fb",
    "--billed": "#0b5cad",
    "--billed-soft": "#aecdec",
  },
  dark: {
    "--mantine-color-dimmed": "#a8b6c4",
    "--mantine-color-body": "#0d1319",
    "--mantine-color-text": "#e8eef4",
    "--mantine-color-error": "#ff9b93",
    "--mantine-color-anchor": "#7ab7f5",
    "--mantine-color-placeholder": "#93a2b1",
    // Four shades lighter than the primary one would be white.
    "--mantine-color-ocean-outline": "#5197dd",
    "--mantine-color-red-outline": "#ff9b93",
    "--paper": "#161e26",
    "--edge": "#2b3742",
    "--line": "#7d8d9d",
    "--good": "#7bd49b",
    "--warn": "#f0b860",
    "--bad": "#ff9b93",
    "--good-soft": "#14301f",
    "--warn-soft": "#37290f",
    "--bad-soft": "#3d1a18",
    "--soft": "#1b2733",
    "--billed": "#5197dd",
    "--billed-soft": "#1f4468",
  },
});
