import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ConfigError, envExample, readConfig } from "./config.ts";
import { SETTINGS } from "./settings/settings.ts";

test("without any setting the service runs on its defaults", () => {
  const config = readConfig({});
  assert.equal(config.port, 8080);
  assert.equal(config.host, "127.0.0.1");
  assert.equal(config.databaseUrl, null);
  assert.equal(config.sandboxPort, null);
  assert.equal(config.logLevel, "info");
  assert.match(config.dataDir, /data$/);
});

test("an empty text counts as absent", () => {
  assert.equal(readConfig({ PORT: "", DATABASE_URL: "" }).port, 8080);
});

const WRONG: [string, string][] = [
  ["METERBOOK_OWN_PORTALS", "localhost:9"],
  ["METERBOOK_OWN_PORTALS", "http://127.0.0.1:8123/path"],
  ["PORT", "eighty"],
  ["PORT", "70000"],
  ["METERBOOK_VISITS_AT_ONCE", "0x10"],
  ["METERBOOK_REQUESTS_PER_MINUTE", "1e3"],
  ["METERBOOK_GREEN_BUTTON_CLIENTS", '[{"utility":"x","client_id":"y"}]'],
  ["METERBOOK_SMTP_URL", "https://mail.example.com"],
  ["METERBOOK_SMTP_URL", "smtp://mail.example.com/path"],
  ["METERBOOK_SMTP_URL", "smtp://user@mail.example.com"],
  ["METERBOOK_SMTP_URL", "smtps://user:100%@mail.example.com"],
  ["METERBOOK_MAIL_FROM", "Meterbook"],
  ["METERBOOK_MAILS_PER_DAY", "many"],
  ["METERBOOK_MAIL_RECIPIENTS_PER_DAY", "-1"],
  ["DATABASE_URL", "mysql://localhost/x"],
  ["PUBLIC_URL", "meterbook.example.com"],
  ["METERBOOK_METRICS_TOKEN", "short"],
  ["METERBOOK_ADMIN_EMAIL", "somebody"],
  ["METERBOOK_ADMIN_PASSWORD", "eleven-long"],
  ["METERBOOK_ALLOWED_ORIGINS", "*"],
  ["METERBOOK_ALLOWED_ORIGINS", "https://app.example.com/"],
  ["METERBOOK_ALLOWED_ORIGINS", "https://app.example.com, app.example.com"],
  ["METERBOOK_SANDBOX_PORT", "-1"],
  ["METERBOOK_REVEAL_PASSWORDS", "perhaps"],
  ["LOG_LEVEL", "loud"],
  ["METERBOOK_VISITS_PER_MINUTE", "many"],
  ["METERBOOK_BROWSERS_AT_ONCE", "0"],
  ["METERBOOK_BROWSER_VISITS_AT_ONCE", "many"],
  ["METERBOOK_BROWSER_MEMORY_MB", "10"],
  ["METERBOOK_S3_ENDPOINT", "s3.example.com"],
  ["METERBOOK_S3_ENDPOINT", "https://key:word@s3.example.com"],
  ["METERBOOK_S3_ENDPOINT", "https://s3.example.com/?x=1"],
  ["METERBOOK_S3_BUCKET", "bills/2026"],
  ["METERBOOK_S3_PREFIX", "/files/"],
  ["METERBOOK_S3_PREFIX", "a/../b"],
];
for (const [name, value] of WRONG) {
  test(`a wrong ${name} (${value}) is named, its value is not repeated`, () => {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: Error) =>
        error instanceof ConfigError && error.message.includes(`${name} must be `) && !error.message.includes(value),
    );
  });
}

test("a blank text is no whole number", () => {
  for (const name of ["PORT", "METERBOOK_REQUESTS_PER_MINUTE", "METERBOOK_QUOTA_BILLS"])
    assert.throws(() => readConfig({ [name]: " " }), new RegExp(`${name} must be `), name);
});

test("a number that is too large is refused with the range of its setting", () => {
  const ranges = {
    METERBOOK_WEBHOOKS_PER_COMPANY: "from 1 to 10000",
    METERBOOK_REQUESTS_PER_MINUTE: "from 0 to 1000000; 0 for no limit",
    METERBOOK_MAILS_PER_DAY: "from 0 to 1000000; 0 for no limit",
    METERBOOK_QUOTA_BILLS: "from 0 to 1000000000000; 0 for no limit",
    METERBOOK_KEEP_EVENT_DAYS: "from 0 to 36500; 0 to keep it for ever",
  };
  for (const [name, range] of Object.entries(ranges))
    assert.throws(
      () => readConfig({ [name]: "9".repeat(15) }),
      new RegExp(`${name} must be a whole number ${range}\\.`),
    );
});

test("several wrong settings are all named at once", () => {
  assert.throws(() => readConfig({ PORT: "x", LOG_LEVEL: "y" }), /PORT must be .* LOG_LEVEL must be /);
});

test("what commands read beside the settings is no wrong setting, and a name of neither is one", () => {
  readConfig({ METERBOOK_URL: "http://localhost:8080", METERBOOK_TOKEN: "mbk_x" });
  assert.throws(() => readConfig({ METERBOOK_TOKENS: "x" }), /METERBOOK_TOKENS is not a setting/);
});

test("an admin's e-mail without a password is refused", () => {
  assert.throws(() => readConfig({ METERBOOK_ADMIN_EMAIL: "a@example.com" }), /go together/);
});

test("a half configured bucket is refused by naming what is missing, not what is set", () => {
  const half = { METERBOOK_S3_ENDPOINT: "https://s3.example.com", METERBOOK_S3_SECRET_ACCESS_KEY: "word-of-a-key" };
  assert.throws(
    () => readConfig(half),
    (error: Error) =>
      error.message.endsWith("Not set: METERBOOK_S3_BUCKET, METERBOOK_S3_ACCESS_KEY_ID.") &&
      !error.message.includes("word-of-a-key"),
  );
});

test("a bucket has a region and no prefix unless they are set", () => {
  const { s3Region, s3Prefix, s3Bucket } = readConfig({});
  assert.deepEqual([s3Region, s3Prefix, s3Bucket], ["us-east-1", null, null]);
});

test("a public address loses its last slash", () => {
  assert.equal(readConfig({ PUBLIC_URL: "https://bills.example.com/" }).publicUrl, "https://bills.example.com");
});

test(".env.example is the table of settings", () => {
  assert.equal(readFileSync(join(import.meta.dirname, "../.env.example"), "utf8"), envExample());
});

test("portals of one's own are for a service that others do not reach", () => {
  const own = { METERBOOK_OWN_PORTALS: "http://127.0.0.1:8123, http://portal.test" };
  const { ownPortals } = readConfig({ ...own, PUBLIC_URL: "http://localhost:8080" });
  assert.deepEqual(ownPortals, ["http://127.0.0.1:8123", "http://portal.test"]);
  assert.throws(
    () => readConfig({ ...own, PUBLIC_URL: "https://meterbook.example.com" }),
    /METERBOOK_OWN_PORTALS is for authors on their own machine/,
  );
});

test("the guide to several processes names every setting in which they must agree", () => {
  const guide = readFileSync(join(import.meta.dirname, "../docs/operate.md"), "utf8");
  const paragraph = guide.split("\n").find((line) => line.startsWith("A process whose settings do not match")) ?? "";
  const named = [...paragraph.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => name);
  const missing = Object.values(SETTINGS)
    .filter(({ shared }) => shared === true)
    .map(({ name }) => name)
    .filter((name) => !named.some((each) => each === name || (each.endsWith("_") && name.startsWith(each))));
  assert.deepEqual(missing, []);
});
