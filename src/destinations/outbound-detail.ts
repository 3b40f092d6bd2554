/** The delivery status of a failed connection, by outbound's error kind. */
import type { OutboundError, OutboundErrorKind } from "../outbound/outbound.ts";
import type { RunDetail } from "../records/data-delivery.ts";

const DETAILS: Record<OutboundErrorKind, RunDetail> = {
  refused_address: "refused_address",
  bad_url: "refused_address",
  timeout: "unreachable",
  unreachable: "unreachable",
  too_large: "busy",
};

export const outboundDetail = ({ kind }: OutboundError): RunDetail => DETAILS[kind];
