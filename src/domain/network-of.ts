/** Maps a caller's address to the party it belongs to, for counting what one party may do. */
import ipaddr from "ipaddr.js";

/** An IPv4 address itself; for an IPv6 address, the /64 that one household or office has. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return address.toString();
  return address.toNormalizedString().split(":").slice(0, 4).join(":");
}
