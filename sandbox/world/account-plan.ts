/** What is planned for a customer of the sandbox: an account with its meters, and how much is used there. */
import type { Side } from "./model.ts";

/** Daily use: a base, and so much per degree F below `heatingBaseF` or above 65. In the meter's billed unit before rates. */
export interface LoadShape {
  perDay: number;
  perHeatingDegree: number;
  perCoolingDegree: number;
  heatingBaseF: number;
  /** Share of a Saturday or Sunday against a working day. */
  weekend: number;
  /** Where the meter is warmer than in the sandbox's town, by so many degrees F. */
  warmerF?: number;
  /** The use is this share of what it would be, from one day on and up to but not including another. */
  changes?: readonly { from: string; until?: string; share: number }[];
}

export interface MeterPlan {
  energyType: "ELECTRIC" | "GAS" | "WATER";
  serviceName: string;
  load: LoadShape;
  /** What one step of the dial is worth, in kWh, CCF or kgal. */
  dialStep: number;
  /** Share of the use that falls into on-peak hours; electric only, where 0 is a meter with a single register. */
  onPeakShare: number;
  /** Mean load over highest load, null where demand is not billed. */
  loadFactor: number | null;
  waterUnit: "CCF" | "kgal";
}

export interface AccountPlan {
  holder: string;
  nickname: string;
  serviceAddress: string;
  business: boolean;
  /** Null where one company delivers what it supplies. */
  side: Side | null;
  meters: MeterPlan[];
  /** In place of that of the scenario. `late`: bills are listed weeks after their date. */
  twist?: "gap" | "late";
  /** From then on the energy prices are this share of the usual ones. */
  rateChange?: { from: string; share: number };
}
