import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";
import { deliverNow, newDelivery, newsOf, readDelivery, supply, type Delivery } from "../../../test/deliveries.ts";
import { SFTP_KEY, SFTP_LOGIN, startSftpServer } from "../../../test/sftp-server.ts";
import { putDeliveryFile } from "../../store/deliveries/data-delivery-files.ts";
import { DELIVERIES_MAX, FILES_LISTED } from "./data-deliveries.ts";

const opened = await openTestApp({ after }, { METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true" });
const { app } = opened;
const sftp = await startSftpServer({ after });
const supplied = await supply(opened, "Deliveries");
const { member } = supplied;
const other = await newMember(opened, { name: "Other" });

const server = (given: object = {}) => ({
  kind: "sftp",
  host: "127.0.0.1",
  port: sftp.port,
  path: "/incoming",
  ...SFTP_LOGIN,
  ...given,
});
const bucket = (given: object = {}) => ({
  kind: "s3",
  endpoint: "https://s3.example.com",
  region: "us-east-1",
  bucket: "utility-data",
  access_key_id: "AKIDEXAMPLE",
  secret_access_key: "hidden",
  ...given,
});

const mailTo = (...to: string[]) => ({ kind: "email", to });

const faultsOf = (body: string) =>
  (JSON.parse(body) as { errors: { pointer: string; detail: string }[] }).errors.map(({ pointer }) => pointer);

describe("a delivery", () => {
  test("is made, read, listed, edited and deleted", async () => {
    const answer = await member.send("POST", "/v1/delivery", {
      name: "Bills of the month",
      format: "xlsx",
      schedule: "monthly",
      day: 3,
      content: { records: "bills", period: "last_month" },
      destination: bucket(),
    });
    assert.equal(answer.statusCode, 201, answer.body);
    const made = answer.json<Delivery>();
    assert.equal(answer.headers["location"], `/v1/delivery/${made.id}`);
    const { id, created_at, updated_at, next_delivery_at, ...rest } = made;
    assert.match(next_delivery_at ?? "", /-03T06:00:00.000Z$/);
    assert.ok(created_at && updated_at);
    const { secret_access_key: _, ...shown } = bucket();
    assert.deepEqual(rest, {
      name: "Bills of the month",
      format: "xlsx",
      schedule: "monthly",
      hour: 6,
      weekday: null,
      day: 3,
      time_zone: "UTC",
      content: { records: "bills", period: "last_month" },
      destination: { ...shown, prefix: null },
      active: true,
      archived: false,
      last_delivered_at: null,
      state: null,
      status_detail: null,
      errors: null,
      error_about: null,
      action_required_by: "none",
      recipients: [],
      files: [],
    });
    assert.deepEqual(await readDelivery(member, id), { ...made, runs: [] });

    const edited = await member.send("PATCH", `/v1/delivery/${id}`, { schedule: "weekly", weekday: "friday", hour: 0 });
    assert.equal(edited.statusCode, 200, edited.body);
    const weekly = edited.json<Delivery>();
    assert.deepEqual([weekly.schedule, weekly.weekday, weekly.day], ["weekly", "friday", null]);
    assert.equal(new Date(weekly.next_delivery_at ?? "").getUTCDay(), 5);
    const paused = (await member.send("PATCH", `/v1/delivery/${id}`, { active: false })).json<Delivery>();
    assert.deepEqual([paused.active, paused.next_delivery_at], [false, null]);

    const deleted = await member.send("DELETE", `/v1/delivery/${id}`);
    assert.deepEqual([deleted.statusCode, deleted.json<Delivery>().archived], [200, true]);
    // Left out of the list unless it is asked for, or what changed is.
    for (const [query, expected] of [
      ["", []],
      ["?archived=false", []],
      ["?archived=true", [[id, true]]],
      [`?updated_since=${created_at}`, [[id, true]]],
    ] as const) {
      const listed = (await member.send("GET", `/v1/delivery${query}`)).json<Delivery[]>();
      assert.deepEqual(
        listed.map((one) => [one.id, one.archived]),
        expected,
        query,
      );
    }
    for (const [method, path, body] of [
      ["PATCH", "", { active: true }],
      ["POST", "/run", undefined],
      ["POST", "/test", undefined],
    ] as const)
      assert.equal((await member.send(method, `/v1/delivery/${id}${path}`, body)).statusCode, 409, path);
  });

  test("is listed with its newest files, and shown with all that are kept", async () => {
    const made = await newDelivery(member);
    const second = await newDelivery(member);
    const run = await deliverNow(app, member, made.id);
    await deliverNow(app, member, second.id);
    const bytes = { sha256: Buffer.alloc(32, 1), bytes: 1, format: "csv", rows_written: 0 };
    const of = { data_delivery_id: made.id, data_delivery_run_id: run.runs[0]?.id ?? 0 };
    const names = Array.from({ length: FILES_LISTED + 5 }, (_, index) => `part-${index}.csv`);
    await app.db.transaction().execute(async (trx) => {
      for (const name of names) await putDeliveryFile(trx, member.company_id, { ...of, ...bytes, name });
    });
    const listed = (await member.send("GET", "/v1/delivery")).json<Delivery[]>();
    const filesOf = (id: number) => listed.find((one) => one.id === id)?.files.map(({ name }) => name);
    assert.deepEqual(filesOf(made.id), names.toReversed().slice(0, FILES_LISTED));
    assert.equal(filesOf(second.id)?.length, 1, "many files of one take nothing from another");
    const shown = (await readDelivery(member, made.id)).files.map(({ name }) => name);
    assert.deepEqual(shown, [...names.toReversed(), ...run.files.map(({ name }) => name)]);
  });

  test("of another company is no delivery", async () => {
    const { id } = await newDelivery(member);
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["PATCH", "", { active: false }],
      ["DELETE", "", undefined],
      ["POST", "/run", undefined],
      ["POST", "/test", undefined],
    ] as const)
      assert.equal((await other.send(method, `/v1/delivery/${id}${path}`, body)).statusCode, 404, `${method} ${path}`);
    assert.deepEqual((await other.send("GET", "/v1/delivery")).json(), []);
    assert.equal((await readDelivery(member, id)).active, true);
  });

  test("is made once by two requests with one key", async () => {
    const body = { name: "Once", format: "csv", schedule: "daily", content: { records: "meters", period: "all" } };
    const key = { "idempotency-key": "delivery-once" };
    const [first, second] = [
      await member.send("POST", "/v1/delivery", body, key),
      await member.send("POST", "/v1/delivery", body, key),
    ];
    assert.equal(first.statusCode, 201, first.body);
    assert.equal(first.body, second.body);
    assert.equal(second.headers["idempotency-replayed"], "true");
    assert.deepEqual(faultsOf((await member.send("POST", "/v1/delivery", body)).body), ["/name"]);
  });

  test("that cannot be made names the fields that are wrong", async () => {
    const good = { name: "Good", format: "csv", schedule: "daily", content: { records: "bills", period: "new" } };
    const cases: [object, string[]][] = [
      [{ ...good, format: "xml", content: { records: "meters", period: "all" } }, ["/format"]],
      [{ ...good, content: { records: "meters", period: "last_month" } }, ["/content/period"]],
      [{ ...good, content: { period: "all" } }, ["/content"]],
      [
        { ...good, content: { ...good.content, property_ids: [999_999_999, supplied.place.property_id] } },
        ["/content/property_ids/0"],
      ],
      [{ ...good, format: "pdf" }, ["/format"]],
      [{ ...good, format: "html" }, ["/format"]],
      // There is no mail server here.
      [{ ...good, destination: mailTo("a@example.com") }, ["/destination/kind"]],
      [{ ...good, destination: mailTo("a@example.com", "A@example.com") }, ["/destination/to"]],
      [{ ...good, destination: mailTo("a@example.com\r\nBcc: b@example.com") }, ["/destination/to/0"]],
      [{ ...good, destination: mailTo() }, ["/destination/to"]],
      [
        { ...good, destination: mailTo(...Array.from({ length: 21 }, (_, place) => `p${place}@example.com`)) },
        ["/destination/to"],
      ],
      [{ ...good, time_zone: "Mars/Olympus", day: 3 }, ["/day", "/time_zone"]],
      [{ ...good, schedule: "hourly" }, ["/schedule"]],
      [{ ...good, destination: bucket({ secret_access_key: undefined }) }, ["/destination/secret_access_key"]],
      [{ ...good, destination: bucket({ endpoint: "http://10.0.0.1" }) }, ["/destination/endpoint"]],
      [{ ...good, destination: bucket({ endpoint: "https://user:pass@s3.example.com" }) }, ["/destination/endpoint"]],
      [{ ...good, destination: bucket({ endpoint: "https://s3.example.com/?a=b" }) }, ["/destination/endpoint"]],
      [{ ...good, destination: bucket({ prefix: "../up" }) }, ["/destination/prefix"]],
      [{ ...good, destination: server({ host: "169.254.169.254" }) }, ["/destination/host"]],
      [{ ...good, destination: server({ host: "a/b" }) }, ["/destination/host"]],
      [{ ...good, destination: server({ port: 25 }) }, ["/destination/port"]],
      [{ ...good, destination: server({ password: undefined }) }, ["/destination/password"]],
      [{ ...good, destination: server({ private_key: SFTP_KEY }) }, ["/destination/password"]],
      [
        { ...good, destination: server({ password: undefined, private_key: "nonsense" }) },
        ["/destination/private_key"],
      ],
      [{ ...good, destination: server({ host_key_sha256: "aa:bb" }) }, ["/destination/host_key_sha256"]],
      [{ ...good, destination: { kind: "ftp" } }, ["/destination/kind"]],
    ];
    for (const [body, pointers] of cases) {
      const answer = await member.send("POST", "/v1/delivery", body);
      assert.equal(answer.statusCode, 422, JSON.stringify(body));
      assert.deepEqual(faultsOf(answer.body), pointers, answer.body);
    }
  });

  test("keeps its password in an edit, for the same place and user alone", async () => {
    const made = await newDelivery(member, { destination: server() });
    const { password: _, ...same } = server();
    const edit = (destination: object) => member.send("PATCH", `/v1/delivery/${made.id}`, { destination });
    const moved = await edit({ ...same, path: "/incoming/." });
    assert.equal(moved.statusCode, 200, moved.body);
    const tried = await member.send("POST", `/v1/delivery/${made.id}/test`);
    assert.equal(tried.json<{ success: boolean }>().success, true, tried.body);
    // An editor must not be able to send the secrets to another server.
    for (const elsewhere of [{ host: "sftp.example.com" }, { port: sftp.port + 1 }, { username: "root" }])
      assert.deepEqual(faultsOf((await edit({ ...same, ...elsewhere })).body), ["/destination/password"]);
    assert.deepEqual(faultsOf((await edit({ ...bucket({ secret_access_key: undefined }) })).body), [
      "/destination/secret_access_key",
    ]);
  });

  test("says what a test of its destination met", async () => {
    const tried = async (destination: object) => {
      const { id } = await newDelivery(member, { destination });
      return (await member.send("POST", `/v1/delivery/${id}/test`)).json<Record<string, unknown>>();
    };
    assert.equal((await tried({ kind: "files" }))["success"], true);
    assert.equal((await tried(server({ password: undefined, private_key: SFTP_KEY })))["success"], true);
    assert.deepEqual(await sftp.names(), []);
    const wrong = await tried(server({ password: "wrong" }));
    assert.deepEqual(
      [wrong["success"], wrong["status_detail"], wrong["action_required_by"]],
      [false, "wrong_credentials", "customer"],
    );
    assert.equal((await tried(server({ path: "/none" })))["status_detail"], "no_such_place");
    const refused = await tried(bucket({ endpoint: "https://nobody.invalid" }));
    assert.equal(refused["status_detail"], "unreachable");
  });

  test("with new content sends everything again, with another format it does not", async () => {
    await supplied.addBills("2026-01-10", 2);
    const made = await newDelivery(member, { format: "json", content: newsOf(supplied) });
    const rows = async () => (await deliverNow(app, member, made.id)).runs[0]?.rows_written;
    assert.equal(await rows(), 2);
    const { period, records, property_ids } = newsOf(supplied);
    const same = { format: "csv", content: { period, property_ids, records } };
    await member.send("PATCH", `/v1/delivery/${made.id}`, same);
    assert.equal(await rows(), 0);
    await member.send("PATCH", `/v1/delivery/${made.id}`, { content: { ...newsOf(supplied), records: "charges" } });
    assert.equal(await rows(), 2);
    assert.equal(await rows(), 0);
  });

  test("is still made when it was due and is edited before anybody looked", async () => {
    const { id, next_delivery_at } = await newDelivery(member, { hour: 3 });
    opened.passMs(25 * 3600 * 1000);
    const renamed = await member.send("PATCH", `/v1/delivery/${id}`, { name: "Renamed when due", hour: 3 });
    assert.equal(renamed.json<Delivery>().next_delivery_at, next_delivery_at);
    const later = await member.send("PATCH", `/v1/delivery/${id}`, { hour: 4 });
    assert.ok(Date.parse(later.json<Delivery>().next_delivery_at ?? "") > app.now());
  });

  test("keeps its day when an edit names the schedule that it has, and loses it with another", async () => {
    const { id } = await newDelivery(member, { schedule: "weekly", weekday: "friday" });
    const same = await member.send("PATCH", `/v1/delivery/${id}`, { schedule: "weekly", hour: 7 });
    assert.equal(same.json<Delivery>().weekday, "friday");
    const monthly = (
      await member.send("PATCH", `/v1/delivery/${id}`, { schedule: "monthly", day: 5 })
    ).json<Delivery>();
    assert.deepEqual([monthly.weekday, monthly.day], [null, 5]);
  });

  test("is one of so many, and no more", async () => {
    const { length } = (await member.send("GET", "/v1/delivery?archived=false")).json<Delivery[]>();
    for (let count = length; count < DELIVERIES_MAX; count += 1) await newDelivery(member);
    const body = { name: "One more", format: "csv", schedule: "daily", content: { records: "meters", period: "all" } };
    assert.equal((await member.send("POST", "/v1/delivery", body)).statusCode, 409);
  });
});
