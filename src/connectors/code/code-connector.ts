/** A connector whose knowledge of its portal is code, which runs in a process of its own. */
import type { Outbound } from "../../outbound/outbound.ts";
import type { Connector } from "../contract.ts";
import { visitLimitsOf } from "../visit-limits.ts";
import type { Observe } from "../observe.ts";
import { placesOf, type PlaceOptions } from "../portal-places.ts";
import type { CodeLimits } from "./code-process.ts";
import type { CodePortal } from "./declaration.ts";

export interface CodeConnectorOptions extends PlaceOptions {
  outbound: Pick<Outbound, "fetch">;
  limits?: CodeLimits | undefined;
  /** Called with each answer of the portal. */
  observe?: Observe | undefined;
  /** Called with each note of the code for its author. */
  onNote?: ((text: string) => void) | undefined;
  /** Called with each text that is made of the password. */
  onMade?: ((value: string) => void) | undefined;
}

/** @throws TypeError for a sandbox utility while there is no sandbox. */
export function createCodeConnector(portal: CodePortal, options: CodeConnectorOptions): Connector {
  const { description, serves, origins, base, originOf } = placesOf(portal, options);
  const hosts = portal.password.hosts ?? portal.match.hosts;
  const secretFor = new Set(hosts === undefined ? [base.origin] : hosts.map(originOf));

  // Loaded on demand, as the code of recipes is.
  const enter = async () => {
    const { createCodeLogin } = await import("./code-visit.ts");
    const { outbound, observe, onNote, onMade } = options;
    return createCodeLogin({
      portal,
      outbound,
      origins,
      secretFor,
      base,
      limits: options.limits,
      observe,
      onNote,
      onMade,
    });
  };

  return {
    description,
    ...visitLimitsOf(portal.limits),
    serves,
    login: async (...given) => (await enter()).login(...given),
    answer: async (...given) => (await enter()).answer(...given),
  };
}
