/** What the demo is given: the running service, who signs in, and where progress is shown. */
import type { Service } from "../../start.ts";
import type { Display } from "../display.ts";

export interface Login {
  email: string;
  password: string;
}

export interface Journey {
  service: Service;
  admin: Login;
  username: string;
  /** No person is there to answer a utility's question. */
  once: boolean;
  /** Collects the eight buildings of the sandbox's portfolio, too. */
  portfolio: boolean;
  display: Display;
  startedAt: number;
  signal: AbortSignal;
}
