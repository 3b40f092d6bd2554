/** What a visit may reach through the door of the browsers, and what the door keeps of it. */
import type { Duplex } from "node:stream";
import type { Outbound } from "../outbound/outbound.ts";

export interface Visitor {
  outbound: Pick<Outbound, "fetch" | "tunnel">;
  /** Of an https address only the origin is known here. */
  mayVisit(url: URL): boolean;
}

/** What the door itself keeps of a visit. */
export interface Admitted extends Visitor {
  passwordHash: Buffer;
  signal: AbortSignal;
  /** Counts bytes; closes everything when there are too many. */
  count(bytes: number): void;
  isOver(): boolean;
  mayReach(url: URL): boolean;
  failed(url: URL, error: unknown): void;
  connections: Set<Duplex>;
}
