/** Decides whether an IP address is on the public internet. When that is uncertain, it is not. */
import ipaddr from "ipaddr.js";

/**
 * Ranges of the IANA IPv4 special-purpose registry, the multicast and reserved blocks, and one public address that answers only
 * inside a cloud. None of them is a destination on the public internet.
 */
const CLOSED_IPV4 = [
  "0.0.0.0/8", // this host; Linux connects 0.0.0.0 to itself
  "10.0.0.0/8",
  "100.64.0.0/10", // shared behind carriers; metadata of one cloud
  "127.0.0.0/8",
  "168.63.129.16/32", // the host agent of Azure, with the machine's settings
  "169.254.0.0/16", // link-local; metadata of most clouds
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24", // relays of 6to4
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4", // reserved, and broadcast
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** All addresses allocated for the public internet (RFC 4291, IANA): an allow-list, so that every other block is closed. */
const OPEN_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Exceptions: protocol assignments with Teredo and ORCHID, two documentation ranges, and 6to4, which embeds an IPv4 address. */
const CLOSED_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);

/** IPv6 spellings that reach the IPv4 address in their last 32 bits: mapped (RFC 4291) and NAT64 (RFC 6052). */
const CARRIERS_OF_IPV4 = ["::ffff:0:0/96", "64:ff9b::/96"].map((range) => ipaddr.IPv6.parseCIDR(range));

/** The dotted text `::ffff:a.b.c.d`; other IPv6 texts with dots are ambiguous. */
const MAPPED_TEXT = /^::ffff:\d+\.\d+\.\d+\.\d+$/i;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** True when a connection to this address goes to the public internet. `ip` is a canonical literal, without brackets. */
export function isPublicAddress(ip: string): boolean {
  const address = reachedAddress(ip);
  if (address === null) return false;
  if (address.kind() === "ipv4") return !CLOSED_IPV4.some((range) => address.match(range));
  return address.match(OPEN_IPV6) && !CLOSED_IPV6.some((range) => address.match(range));
}

/** True when a connection to this address stays on this machine: 127.0.0.0/8 and ::1. */
export function isLoopbackAddress(ip: string): boolean {
  return reachedAddress(ip)?.range() === "loopback";
}

/** The address that a connection to this literal really reaches; null for a text that is not a plain literal. */
function reachedAddress(ip: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) return ipaddr.IPv4.parse(ip);
  if (ip.includes("%") || (ip.includes(".") && !MAPPED_TEXT.test(ip)) || !ipaddr.IPv6.isValid(ip)) return null;
  const address = ipaddr.IPv6.parse(ip);
  if (!CARRIERS_OF_IPV4.some((range) => address.match(range))) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}
