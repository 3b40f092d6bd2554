/** The utilities with the plain bill: their names, colours and how they number accounts and meters. */
import type { PlainSlug } from "./model.ts";

export interface PlainUtility {
  name: string;
  /** Of its bills and pages. */
  color: string;
  /** What its bills are called. */
  title: string;
  /** Of its meters' numbers. */
  meterPrefix: string;
  /** @param hash of 32 bits, of the account */
  accountNumber(hash: number): string;
}

export const PLAIN: Record<PlainSlug, PlainUtility> = {
  "harbor-power": {
    name: "Harbor Power",
    color: "#1f4b8f",
    title: "Electric bill",
    meterPrefix: "HP",
    accountNumber: (hash) => `70${String(hash % 100_000_000).padStart(8, "0")}`,
  },
  "juniper-water": {
    name: "Juniper Water",
    color: "#2c6e49",
    title: "Water bill",
    meterPrefix: "JW",
    accountNumber: (hash) => `${String(hash % 1_000_000).padStart(6, "0")}-${String(hash % 97).padStart(2, "0")}`,
  },
  "meridian-gas": {
    name: "Meridian Gas",
    color: "#8a3d12",
    title: "Gas bill",
    meterPrefix: "MG",
    accountNumber: (hash) => `MG ${String(hash % 10_000).padStart(4, "0")} ${String(hash % 9973).padStart(4, "0")}`,
  },
  "vista-electric": {
    name: "Vista Electric",
    color: "#5b2a86",
    title: "Electric bill",
    meterPrefix: "VE",
    accountNumber: (hash) => `VE${String(hash % 1_000_000_000).padStart(9, "0")}`,
  },
  "prairie-energy": {
    name: "Prairie Energy",
    color: "#6b5b00",
    title: "Electric and gas bill",
    meterPrefix: "PE",
    accountNumber: (hash) => `${String(hash % 100_000).padStart(5, "0")} ${String(hash % 99_991).padStart(5, "0")}`,
  },
  "grassland-cooperative": {
    name: "Grassland Cooperative",
    color: "#3f5f8c",
    title: "Electric bill",
    meterPrefix: "GC",
    accountNumber: (hash) => `3${String(hash % 1_000_000).padStart(6, "0")}`,
  },
  "lakefront-energy": {
    name: "Lakefront Energy",
    color: "#0f5e6b",
    title: "Energy bill",
    meterPrefix: "LE",
    accountNumber: (hash) => `5${String(hash % 1_000_000_000).padStart(9, "0")}`,
  },
  "granite-light": {
    name: "Granite Light",
    color: "#4a4e57",
    title: "Electric bill",
    meterPrefix: "GL",
    accountNumber: (hash) => `8${String(hash % 10_000_000).padStart(7, "0")}`,
  },
};
