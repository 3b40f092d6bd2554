/** Whom a caller's address stands for, where what one party may do is counted. */
import ipaddr from "ipaddr.js";

/** An IPv4 address for itself, an IPv6 address for the /64 that one household or office has. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return address.toString();
  return address.toNormalizedString().split(":").slice(0, 4).join(":");
}
