/** The service is killed while it hands over the mails of a delivery: the one that was under way comes once more, with the same Message-ID, and no other. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { testDatabase } from "./database.ts";
import { serviceProcess } from "./service-process.ts";
import { startSmtpServer } from "./smtp-server.ts";
import { newCompany, until } from "./start.ts";
import type { DeliveryWithRuns } from "./deliveries.ts";

// What was opened last is closed first.
const endings: (() => Promise<unknown>)[] = [];
const ending = { after: (end: () => Promise<unknown>) => void endings.push(end) };
after(async () => {
  for (const end of endings.toReversed()) await end();
});
const folder = await mkdtemp(join(tmpdir(), "meterbook-delivery-crash-"));
ending.after(() => rm(folder, { recursive: true, force: true }));
const databaseUrl = await testDatabase(ending);
const smtp = await startSmtpServer(ending, "plain");
const service = await serviceProcess({
  DATABASE_URL: databaseUrl,
  METERBOOK_DATA_DIR: join(folder, "data"),
  METERBOOK_SMTP_URL: `smtp://meterbook%40example.com:correct%20horse%3A%20battery%2Fsmtp@127.0.0.1:${smtp.port}`,
  METERBOOK_MAIL_FROM: "meterbook@example.com",
});
await service.start();
ending.after(() => service.stop());

test("a kill between the mails of a run doubles at most the one under way", async () => {
  const { caller } = await newCompany(service.url, "Killed");
  const people = ["first@example.com", "second@example.com", "third@example.com"];
  const delivery = await caller.send<DeliveryWithRuns>("POST", "/delivery", {
    name: "Meters",
    format: "csv",
    schedule: "monthly",
    content: { records: "meters", period: "all" },
    destination: { kind: "email", to: people },
  });
  // The server has the second mail, and the service does not get its answer.
  smtp.silentFor = "second@example.com";
  await caller.send("POST", `/delivery/${delivery.id}/run`, {});
  await until("the second mail", async () => (smtp.mails.length === 2 ? true : null));
  await service.kill();
  smtp.silentFor = null;
  await service.start();
  await until("the run to be delivered", async () =>
    (await caller.get<DeliveryWithRuns>(`/delivery/${delivery.id}`)).state === "delivered" ? true : null,
  );
  assert.deepEqual(
    smtp.mails.map(({ to }) => to[0]),
    ["first@example.com", "second@example.com", "second@example.com", "third@example.com"],
  );
  const ids = smtp.mails.map(({ headers }) => headers["message-id"]);
  assert.equal(ids[1], ids[2]);
  assert.equal(new Set(ids).size, 3);
});
