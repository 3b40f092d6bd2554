/** The colours of charts, legible on the paper of light and dark pages: at least 3:1 beside the paper, and distinguishable without colour by their order. */
import { useComputedColorScheme } from "@mantine/core";

export interface Palette {
  ink: string;
  quiet: string;
  edge: string;
  paper: string;
  /** For series without a meaning of their own, in this order. */
  series: readonly string[];
  energy: Record<string, string>;
  up: string;
  down: string;
  total: string;
  /** From little to much. */
  heat: readonly string[];
}

const LIGHT: Palette = {
  ink: "#17212b",
  quiet: "#4b5a69",
  edge: "#dde4eb",
  paper: "#ffffff",
  series: ["#08498f", "#d97a06", "#17754a", "#4a1a73", "#c33a2c", "#1a9ba6"],
  energy: {
    ELECTRIC: "#b97a00",
    GAS: "#c33a2c",
    WATER: "#1673c4",
    SEWER: "#4f6b80",
    SOLAR: "#3d7f1d",
    OTHER: "#6a5a86",
  },
  up: "#c33a2c",
  down: "#17754a",
  total: "#08498f",
  heat: ["#eef4fb", "#aecdec", "#5197dd", "#0b5cad", "#07305c"],
};

const DARK: Palette = {
  ink: "#e8eef4",
  quiet: "#a8b6c4",
  edge: "#2b3742",
  paper: "#161e26",
  series: ["#5a9fe8", "#ffc98a", "#37a877", "#d9bcff", "#f0625a", "#9eeaf0"],
  energy: {
    ELECTRIC: "#f2c14e",
    GAS: "#f0625a",
    WATER: "#5a9fe8",
    SEWER: "#93a9bb",
    SOLAR: "#7cc458",
    OTHER: "#b6a5d6",
  },
  up: "#f0625a",
  down: "#4cc38a",
  total: "#5a9fe8",
  heat: ["#1b2733", "#1f4468", "#2f7cc8", "#7ab7f5", "#d7e6f6"],
};

export const usePalette = (): Palette => (useComputedColorScheme("light") === "dark" ? DARK : LIGHT);

/** Types of service without a colour of their own share one. */
export const energyColor = ({ energy }: Palette, type: string): string => energy[type] ?? energy["OTHER"] ?? "#6a5a86";
