/** Opens a destination of any kind. */
import type { Outbound } from "../outbound/outbound.ts";
import type { Destination, DestinationSecrets } from "../records/delivery-destination.ts";
import type { DestinationConnection } from "./contract.ts";
import { openBucket } from "./s3.ts";
import { openFolder } from "./sftp.ts";

/** Null for our own files and for mails, which need no connection. `keepHostKey` receives the key of a server whose key was unknown. */
export function openDestination(
  outbound: Pick<Outbound, "fetch" | "connect">,
  destination: Destination,
  secrets: DestinationSecrets,
  keepHostKey: (shown: { host: string; port: number; host_key_sha256: string }) => Promise<void>,
): DestinationConnection | null {
  if (destination.kind === "files" || destination.kind === "email") return null;
  if (destination.kind === "s3") return openBucket(outbound, destination, secrets.secret_access_key ?? "");
  const { host, port } = destination;
  return openFolder(outbound, destination, secrets, (host_key_sha256) => keepHostKey({ host, port, host_key_sha256 }));
}
