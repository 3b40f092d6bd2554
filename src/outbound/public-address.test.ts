import assert from "node:assert/strict";
import { isIP } from "node:net";
import { test } from "node:test";
import * as fc from "fast-check";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

const PUBLIC = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "168.63.129.15",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2001:200::1",
  "2606:4700:4700::1111",
  "2a00:1450:4001:831::200e",
  "3ffe:ffff::1",
  "::ffff:8.8.8.8",
  "::ffff:808:808",
  "64:ff9b::808:808",
];

/** The literal and the reason. */
const CLOSED: [string, string][] = [
  ["0.0.0.0", "this host"],
  ["0.1.2.3", "this network"],
  ["10.0.0.1", "private"],
  ["10.255.255.255", "private, last"],
  ["100.64.0.1", "shared behind carriers"],
  ["100.100.100.200", "metadata of a cloud"],
  ["100.127.255.255", "shared, last"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback, last"],
  ["168.63.129.16", "host agent of a cloud in public space"],
  ["169.254.169.254", "metadata of a cloud"],
  ["169.254.0.1", "link-local"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private, last"],
  ["192.0.0.192", "metadata of a cloud"],
  ["192.0.2.1", "documentation"],
  ["192.88.99.1", "6to4 relay"],
  ["192.168.0.1", "private"],
  ["198.18.0.1", "benchmarking"],
  ["198.19.255.255", "benchmarking, last"],
  ["198.51.100.1", "documentation"],
  ["203.0.113.1", "documentation"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.255", "multicast, last"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["::", "unspecified"],
  ["::1", "loopback"],
  ["::7f00:1", "IPv4-compatible loopback, called unicast by libraries"],
  ["::127.0.0.1", "the same, dotted"],
  ["::8.8.8.8", "IPv4-compatible is no route, whatever it holds"],
  ["::ffff:127.0.0.1", "mapped loopback"],
  ["::ffff:7f00:1", "mapped loopback in hexadecimal"],
  ["::FFFF:10.0.0.1", "mapped private, upper case"],
  ["0:0:0:0:0:ffff:a9fe:a9fe", "mapped metadata, written out"],
  ["::ffff:0:7f00:1", "IPv4-translated"],
  ["64:ff9b::7f00:1", "NAT64 of loopback"],
  ["64:ff9b::a9fe:a9fe", "NAT64 of metadata"],
  ["64:ff9b::a00:1", "NAT64 of private"],
  ["64:ff9b:1::808:808", "local NAT64: where the IPv4 address stands is not known"],
  ["100::1", "discard"],
  ["2001::1", "Teredo"],
  ["2001:0:5ef5:79fd::f5ff:fffe", "Teredo of 10.0.0.1"],
  ["2001:2::1", "benchmarking"],
  ["2001:10::1", "ORCHID"],
  ["2001:1ff:ffff::1", "last of the protocol assignments"],
  ["2001:db8::1", "documentation"],
  ["2002:7f00:1::1", "6to4 of loopback"],
  ["2002:a9fe:a9fe::1", "6to4 of metadata"],
  ["2002:808:808::1", "6to4"],
  ["3fff::1", "documentation"],
  ["3fff:fff:ffff::1", "documentation, last"],
  ["4000::1", "not given out, called unicast by libraries"],
  ["5f00::1", "segment routing"],
  ["8000::1", "not given out"],
  ["fc00::1", "unique local"],
  ["fd00:ec2::254", "metadata of a cloud"],
  ["fd20:ce::254", "metadata of a cloud"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local with zone"],
  ["2606:4700::1%1", "global with zone"],
  ["fec0::1", "site-local"],
  ["ff02::1", "multicast"],
];

const NOT_PLAIN = [
  "",
  "localhost",
  "0177.0.0.1",
  "08.8.8.8",
  "0x8.8.8.8",
  "134744072",
  "8.8.8",
  "8.8.8.8.",
  " 8.8.8.8",
  "[::1]",
];

for (const ip of PUBLIC) test(`${ip} is public`, () => assert.equal(isPublicAddress(ip), true));
for (const [ip, why] of CLOSED) test(`${ip} is closed: ${why}`, () => assert.equal(isPublicAddress(ip), false));

test("a text that is not a plain literal is not public, even where a lenient reader would find a public address", () => {
  for (const text of NOT_PLAIN) assert.equal(isPublicAddress(text), false, text);
});

test("loopback is 127.0.0.0/8 and ::1 in all their spellings, and nothing else", () => {
  const loopback = ["127.0.0.1", "127.9.8.7", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "::ffff:7f00:1"];
  for (const ip of loopback) assert.equal(isLoopbackAddress(ip), true, ip);
  const other = ["0.0.0.0", "::", "10.0.0.1", "8.8.8.8", "::7f00:1", "::127.0.0.1", "localhost", "2130706433"];
  for (const ip of other) assert.equal(isLoopbackAddress(ip), false, ip);
});

test("an IPv4 address and its mapped and NAT64 spellings give the same result", () => {
  fc.assert(
    fc.property(fc.ipV4(), (ip) => {
      const verdict = isPublicAddress(ip);
      assert.equal(isPublicAddress(`::ffff:${ip}`), verdict);
      const [a, b, c, d] = ip.split(".").map(Number);
      const hex = `${((a ?? 0) * 256 + (b ?? 0)).toString(16)}:${((c ?? 0) * 256 + (d ?? 0)).toString(16)}`;
      assert.equal(isPublicAddress(`64:ff9b::${hex}`), verdict);
    }),
  );
});

test("a public IPv6 address begins with the bits 001, or carries IPv4", () => {
  fc.assert(
    fc.property(fc.ipV6(), (ip) => {
      if (isIP(ip) !== 6 || !isPublicAddress(ip)) return;
      const first = Number.parseInt(ip.split(":")[0] || "0", 16);
      assert.ok((first >= 0x2000 && first <= 0x3fff) || /^(?:::ffff:|64:ff9b:)/i.test(ip), ip);
    }),
  );
});

test("no text makes it throw", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.ipV4()), (text) => void isPublicAddress(text)));
});
