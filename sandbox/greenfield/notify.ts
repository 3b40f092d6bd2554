/** Sends a notification to the address that a third party registered. A third party that does not answer looks later by itself. */

const TIMEOUT_MS = 5000;

export async function sendNotification(url: string, body: string): Promise<void> {
  const headers = { "content-type": "application/atom+xml" };
  await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {});
}
