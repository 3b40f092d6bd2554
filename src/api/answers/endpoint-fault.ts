/** What is wrong with an address that a company has given, in the words of its answer. */
import { isLoopbackAddress, isPublicAddress } from "../../outbound/public-address.ts";
import { OutboundError, readOutboundUrl } from "../../outbound/outbound.ts";

const LOCAL_ADDRESS =
  "The address is on the machine of the service. The operator can allow that with METERBOOK_ALLOW_LOCAL_WEBHOOKS=true.";

/**
 * What is wrong with the address of a webhook or a destination, as far as possible before anything is sent: its form, and the
 * address when it is an IP address. Names are checked at each delivery, when they are resolved.
 */
export function endpointFault(text: string, { allowLoopback }: { allowLoopback: boolean }): string | null {
  let url: URL;
  try {
    url = readOutboundUrl(text);
  } catch (error) {
    if (error instanceof OutboundError) return error.message;
    throw error;
  }
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const isAddress = /^[\d.]+$/.test(host) || host.includes(":");
  const isLoopback = isAddress ? isLoopbackAddress(host) : /^(.*\.)?localhost$/.test(host);
  if (isLoopback) return allowLoopback ? null : LOCAL_ADDRESS;
  if (isAddress && !isPublicAddress(host)) return "The address must be reachable from the public internet.";
  return url.protocol === "https:" ? null : "The address must begin with https://.";
}
